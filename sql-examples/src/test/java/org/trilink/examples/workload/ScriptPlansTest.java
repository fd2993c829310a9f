/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.examples.workload;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.stream.Collectors;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.table.api.bridge.java.StreamTableEnvironment;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.trilink.launcher.local.SqlScript;
import org.trilink.planner.Trilink;
import org.trilink.runtime.testing.SharedCluster;

/** Checks in EXPLAIN how the hints in the workloads' scripts were applied. */
class ScriptPlansTest {

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "low-voltage|low-voltage|KeyWatermarkMergedWindowAggregate(groupBy=[sensor_id]"
            + "; watermark=key (query hint)"
            + "; watermark.order=by-key (key.fields of voltage_readings: [sensor_id])"
            + "; LocalMerge(groupBy=[sensor_id], slot=[1 min of reading_time, by the key's"
            + " watermark]",
        "low-voltage|sustained-sag|KeyWatermarkMatch(partitionBy=[sensor_id]"
            + "; watermark=key (table hint)"
            + "; watermark.order=by-key (key.fields of voltage_readings: [sensor_id])",
        "bridge|bridge|KeyPlacement(trilink=[partition=least-key (query hint)"
            + "; watermark.order=by-key (key.fields of settlement_readings: [sensor_id])"
            + "; KeyWatermarkMergedWindowAggregate(groupBy=[sensor_id]"
            + "; LocalMerge(groupBy=[sensor_id], slot=[2 s of reading_time, by the key's"
            + " watermark]",
        "ysb|ysb|KeyWatermarkWindowAggregate(groupBy=[campaign_id]; watermark=key (query hint)"
            + "; watermark.order=by-key (query hint)"
            + "; LookupJoin(table=[default_catalog.default_database.ad_campaigns]",
        "long-ride|long-ride|KeyWatermarkIntervalJoin(joinType=[LeftOuterJoin]"
            + "; watermark.max-skew=3 h (query hint)"
            + "; watermark.order=by-key (key.fields of ride_events: [ride_id])",
      })
  void everyHintIsFollowed(String workload, String query, String expected) {
    assertThat(plans(workload, query))
        .contains(Arrays.stream(expected.split(";")).map(String::strip).toList())
        .doesNotContain("HintReport", "refused");
  }

  private static String plans(String workload, String query) {
    StreamTableEnvironment tables =
        StreamTableEnvironment.create(SharedCluster.environment(2, new Configuration()));
    Trilink.install(tables);
    SqlScript script = SqlScript.read(Path.of(workload, query + ".sql"));
    return script.statements().stream()
        .map(statement -> statement.strip().replaceFirst(";$", ""))
        .map(statement -> planOf(statement, tables))
        .collect(Collectors.joining());
  }

  private static String planOf(String statement, StreamTableEnvironment tables) {
    if (statement.startsWith("INSERT")) {
      return tables.explainSql(statement);
    }
    if (statement.startsWith("CREATE")) {
      tables.executeSql(statement);
    }
    return "";
  }
}
