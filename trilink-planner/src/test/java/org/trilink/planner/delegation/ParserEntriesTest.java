/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.planner.delegation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.parser.SqlParser;
import org.apache.flink.table.planner.parse.CalciteParser;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.trilink.planner.flink.FlinkDefaults;
import org.trilink.planner.hint.HintSecrets;

/** Whichever way Flink and Calcite have SQL parsed, hints are seen. */
class ParserEntriesTest {

  private static final String LOST =
      "WITH c AS (SELECT * FROM t) SELECT * FROM c /*+ TRILINK('watermark'='key') */";

  private final List<SqlNode> parsed = new ArrayList<>();
  private final SqlParser.Config config =
      FlinkDefaults.sqlParserConfig()
          .withParserFactory(
              reader -> TrilinkSqlParser.create(reader, new HintSecrets(), parsed::add));

  /** All that their parsers offer: another version may have more. */
  static Stream<Method> entries() {
    return Stream.of(SqlParser.class, CalciteParser.class)
        .flatMap(parser -> Arrays.stream(parser.getDeclaredMethods()))
        .filter(method -> Modifier.isPublic(method.getModifiers()) && !method.isSynthetic())
        .filter(method -> method.getName().startsWith("parse"));
  }

  @ParameterizedTest
  @MethodSource("entries")
  void aHintThatWouldBeLostIsAnError(Method entry) {
    String sql = entry.getName().contains("Expression") ? "EXISTS (" + LOST + ")" : LOST;

    assertThatThrownBy(() -> parse(entry, sql))
        .hasMessageContaining(
            entry.getName().equals("parseIdentifier")
                ? "Invalid SQL identifier" // a name is all that it takes
                : "TRILINK hint: ");
  }

  private Object parse(Method entry, String sql) throws Throwable {
    Object parser =
        entry.getDeclaringClass() == CalciteParser.class
            ? new CalciteParser(config)
            : SqlParser.create(sql, config);
    try {
      return entry.getParameterCount() == 0 ? entry.invoke(parser) : entry.invoke(parser, sql);
    } catch (InvocationTargetException e) {
      throw e.getCause();
    }
  }

  @Test
  void oneStatementIsToldAsItIs() throws Exception {
    SqlParser.create("SELECT a FROM t", config).parseStmtList();

    assertThat(parsed).singleElement().hasToString("SELECT `a`\nFROM `t`");
  }

  @Test
  void aHintInAnyOfSeveralStatementsIsTold() throws Exception {
    SqlParser.create("SELECT a FROM t /*+ TRILINK('watermark'='key') */; SELECT b FROM t", config)
        .parseStmtList();

    assertThat(parsed).singleElement().matches(HintPlaces::hasTrilink);
  }
}
