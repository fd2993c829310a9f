/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.planner.delegation;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.calcite.plan.RelOptUtil;
import org.apache.calcite.rel.RelNode;
import org.apache.flink.table.api.EnvironmentSettings;
import org.apache.flink.table.api.StatementSet;
import org.apache.flink.table.api.TableEnvironment;
import org.apache.flink.table.planner.calcite.CalciteConfig;
import org.apache.flink.table.planner.plan.optimize.program.FlinkChainedProgram;
import org.apache.flink.table.planner.plan.optimize.program.FlinkOptimizeProgram;
import org.apache.flink.table.planner.plan.optimize.program.StreamOptimizeContext;
import org.apache.flink.table.planner.utils.InternalConfigOptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.trilink.planner.Trilink;
import scala.Option;

/**
 * Shows what {@link TrilinkCalciteConfig} builds upon and Flink nowhere promises. If a test fails
 * with another version of Flink, that has to be built anew.
 */
class FlinkBehaviourTest {

  private static final String PARSER = "getSqlParserConfig";
  private static final String CONVERTER = "getSqlToRelConverterConfig";

  private final TableEnvironment tables =
      TableEnvironment.create(EnvironmentSettings.inStreamingMode());

  /** The methods that Flink called, in order. */
  private final List<String> asked = new ArrayList<>();

  /** The roots of the physical plans, in order. */
  private final List<String> planned = new ArrayList<>();

  /** When Flink had begun to translate each of these, in ms since 1970. */
  private final List<Long> began = new ArrayList<>();

  @BeforeEach
  void observeFlink() {
    Trilink.install(tables);
    CalciteConfig trilinks = (CalciteConfig) tables.getConfig().getPlannerConfig();
    CalciteConfig observing =
        (CalciteConfig)
            Proxy.newProxyInstance(
                CalciteConfig.class.getClassLoader(),
                new Class<?>[] {CalciteConfig.class},
                (proxy, method, arguments) -> {
                  asked.add(method.getName());
                  return method.getName().equals("unwrap")
                      ? Optional.of(proxy)
                      : observed(method, method.invoke(trilinks, arguments));
                });
    tables.getConfig().setPlannerConfig(observing);
    for (String table : new String[] {"t", "a", "b"}) {
      tables.executeSql(
          "CREATE TABLE "
              + table
              + " (v INT) WITH ('connector' = '"
              + (table.equals("t") ? "datagen" : "blackhole")
              + "')");
    }
  }

  @SuppressWarnings("unchecked") // as the method is declared
  private Object observed(Method method, Object result) {
    if (method.getName().equals("getStreamProgram")) {
      ((Option<FlinkChainedProgram<StreamOptimizeContext>>) result)
          .get()
          .addLast("observe", new Observe());
    }
    return result;
  }

  private final class Observe implements FlinkOptimizeProgram<StreamOptimizeContext> {

    private static final long serialVersionUID = 1L;

    @Override
    public RelNode optimize(RelNode root, StreamOptimizeContext context) {
      planned.add(RelOptUtil.toString(root).lines().findFirst().orElseThrow());
      began.add(
          tables
              .getConfig()
              .getConfiguration()
              .get(InternalConfigOptions.TABLE_QUERY_START_EPOCH_TIME));
      return root;
    }
  }

  @Test
  void asksForTheConfigurationOfAPlannersParserBeforeThatOfItsConverter() {
    tables.executeSql("CREATE VIEW w AS SELECT v + 1 AS v FROM t");
    tables.explainSql("SELECT * FROM w");
    tables.from("w").explain();

    assertThat(asked).contains(CONVERTER);
    List<String> both =
        asked.stream().filter(name -> name.equals(PARSER) || name.equals(CONVERTER)).toList();
    for (int i = 0; i < both.size(); i++) {
      if (both.get(i).equals(CONVERTER)) {
        assertThat(i).isPositive();
        assertThat(both.get(i - 1)).as("before number %d of %s", i, both).isEqualTo(PARSER);
      }
    }
  }

  @Test
  void plansTheStatementsOfASetInSeveralRounds() {
    StatementSet set = tables.createStatementSet();
    set.addInsertSql("INSERT INTO a SELECT v FROM t");
    set.addInsertSql("INSERT INTO b SELECT v + 1 FROM t");
    planned.clear();
    began.clear();
    set.explain();

    List<String> round = planned.subList(0, 2);
    assertThat(round.get(0)).contains("default_database.a");
    assertThat(round.get(1)).contains("default_database.b");
    assertThat(planned).hasSizeGreaterThanOrEqualTo(4);
    for (int i = 2; i < planned.size(); i++) {
      assertThat(planned.get(i)).isEqualTo(round.get(i % 2));
    }
    assertThat(began).as("one translation").doesNotContainNull().containsOnly(began.get(0));
  }

  /**
   * This time tells statements apart. Two could only have the same time if the first were
   * translated within a millisecond, which takes tens of them.
   */
  @Test
  void setsTheTimeAnewForEachTranslation() {
    List<Long> times = new ArrayList<>();
    List<Runnable> translations =
        List.of(
            () -> tables.explainSql("SELECT v FROM t"),
            () -> tables.explainSql("SELECT v FROM t"),
            () -> tables.executeSql("EXPLAIN PLAN FOR SELECT v FROM t"),
            () -> tables.executeSql("EXPLAIN PLAN FOR SELECT v FROM t"),
            tables.from("t")::explain,
            tables.from("t")::explain,
            () -> insert("VALUES 1"),
            () -> insert("VALUES 1"));
    for (Runnable translation : translations) {
      began.clear();
      translation.run();
      assertThat(began).doesNotContainNull().containsOnly(began.get(0));
      times.add(began.get(0));
    }

    assertThat(times).doesNotHaveDuplicates();
  }

  private void insert(String query) {
    try {
      tables.executeSql("INSERT INTO a " + query).await();
    } catch (Exception e) {
      throw new AssertionError(e);
    }
  }
}
