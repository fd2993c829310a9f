/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.examples.workload;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.runtime.jobgraph.JobVertex;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.graph.StreamGraph;
import org.apache.flink.streaming.api.graph.StreamNode;
import org.apache.flink.streaming.runtime.partitioner.ForwardPartitioner;
import org.apache.flink.table.api.bridge.java.StreamStatementSet;
import org.apache.flink.table.api.bridge.java.StreamTableEnvironment;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.trilink.launcher.demo.DemoExchange;
import org.trilink.launcher.local.SqlScript;
import org.trilink.planner.Trilink;
import org.trilink.runtime.operator.UncopiedRowSerializer;
import org.trilink.runtime.testing.KafkaTopic;
import org.trilink.runtime.testing.SharedCluster;
import org.trilink.runtime.testing.TestBroker;

/** The operators that are chained to the source, for each workload and exchange strategy. */
@Tag("slow")
class WorkloadChainsTest {

  private static final Pattern NEXT = Pattern.compile(" -> ");
  private static final Pattern SET = Pattern.compile("(?s).*SET\\s+'(.*)'\\s*=\\s*'(.*)'");

  @ParameterizedTest(name = "{0} by {2}")
  @CsvSource(
      delimiter = '|',
      value = {
        "low-voltage|low-voltage|shuffle|Source, Calc",
        "low-voltage|low-voltage|local-merge|Source, Calc, LocalMerge",
        "low-voltage|low-voltage|global-merge|Source, Calc, GlobalMergeWindowAggregate, Calc",
        "low-voltage|low-voltage|ahead-keyby|Source, Calc, KeyWatermarkWindowAggregate, Calc",
        "low-voltage|sustained-sag|shuffle|Source, Calc",
        "bridge|bridge|shuffle|Source, Calc, KeyPlacement",
        "bridge|bridge|local-merge|Source, Calc, LocalMerge, KeyPlacement",
        "bridge|bridge|ahead-keyby|Source, Calc, KeyWatermarkWindowAggregate, Calc",
        "ysb|ysb|shuffle|Source, Calc, LookupJoin, Calc",
        "ysb|ysb|local-merge|Source, Calc, LookupJoin, Calc, LocalMerge",
        "long-ride|long-ride|shuffle|Source, Calc",
      })
  void isOneChainFromTheSource(String workload, String query, String exchange, String operators)
      throws Exception {
    StreamGraph graph = graph(workload, query, exchange);
    List<List<String>> chains =
        graph.getJobGraph().getVerticesSortedTopologicallyFromSources().stream()
            .filter(JobVertex::isInputVertex)
            .map(vertex -> operators(vertex.getName()))
            .toList();

    assertThat(chains).containsExactly(Arrays.asList(operators.split(", ")));
  }

  /** Only a lookup join receives copies. */
  @ParameterizedTest(name = "{0} by {2}")
  @CsvSource({
    "low-voltage, low-voltage, local-merge",
    "low-voltage, low-voltage, global-merge",
    "low-voltage, low-voltage, ahead-keyby",
    "bridge, bridge, local-merge",
    "ysb, ysb, local-merge",
    "long-ride, long-ride, shuffle",
  })
  void rowsAreNotCopiedOnTheWay(String workload, String query, String exchange) throws Exception {
    StreamGraph graph = graph(workload, query, exchange);
    List<String> copies =
        graph.getStreamNodes().stream()
            .filter(node -> isBeforeTheNetwork(node, graph))
            .filter(node -> !(node.getTypeSerializersIn()[0] instanceof UncopiedRowSerializer))
            .map(node -> operators(node.getOperatorName()).get(0))
            .toList();

    assertThat(copies).isSubsetOf("LookupJoin");
  }

  /** Whether an operator is between the source and the first exchange, or the sink. */
  private static boolean isBeforeTheNetwork(StreamNode node, StreamGraph graph) {
    return !node.getOutEdges().isEmpty() && isFedBySource(node, graph);
  }

  private static boolean isFedBySource(StreamNode node, StreamGraph graph) {
    if (node.getInEdges().size() != 1
        || !(node.getInEdges().get(0).getPartitioner() instanceof ForwardPartitioner)) {
      return false;
    }
    StreamNode before = graph.getStreamNode(node.getInEdges().get(0).getSourceId());
    return before.getInEdges().isEmpty() || isFedBySource(before, graph);
  }

  /**
   * The kinds of the operators in the name of a chain or operator; only of the first branch if the
   * chain forks.
   */
  private static List<String> operators(String name) {
    return NEXT.splitAsStream(name.replace(" -> (", " -> "))
        .map(operator -> operator.replaceFirst("[:(].*", ""))
        .filter(operator -> !operator.startsWith("Sink"))
        .collect(Collectors.toList());
  }

  private static StreamGraph graph(String workload, String query, String exchange)
      throws Exception {
    StreamExecutionEnvironment environment = SharedCluster.environment(2, new Configuration());
    StreamTableEnvironment tables = StreamTableEnvironment.create(environment);
    Trilink.install(tables);
    StreamStatementSet statements = tables.createStatementSet();
    for (String statement : script(workload, query, exchange)) {
      Matcher set = SET.matcher(statement);
      if (set.matches()) {
        tables.getConfig().getConfiguration().setString(set.group(1), set.group(2));
      } else if (statement.startsWith("CREATE")) {
        tables.executeSql(statement);
      } else if (statement.startsWith("INSERT")) {
        statements.addInsertSql(statement);
      }
    }
    statements.attachAsDataStream();
    return environment.getStreamGraph();
  }

  private static List<String> script(String workload, String query, String exchange)
      throws Exception {
    SqlScript script =
        new DemoExchange(exchange)
            .in(
                SqlScript.read(Path.of(workload, query + ".sql")).withBroker(TestBroker.address()),
                () -> "redis://127.0.0.1:6379");
    String topic = "'topic' = '%s'";
    String text =
        script
            .text()
            .replace(
                topic.formatted(Workloads.byName(workload).inputTopic()),
                topic.formatted(KafkaTopic.create(2).name()));
    return new SqlScript(text)
        .statements().stream().map(statement -> statement.strip().replaceFirst(";$", "")).toList();
  }
}
