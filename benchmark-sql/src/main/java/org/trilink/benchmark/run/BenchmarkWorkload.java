/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.benchmark.run;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.trilink.benchmark.system.Resources;
import org.trilink.examples.workload.FlinkJson;
import org.trilink.examples.workload.GeneratorDefaults;
import org.trilink.examples.workload.Oracle;
import org.trilink.examples.workload.Query;
import org.trilink.examples.workload.ResultTopic;
import org.trilink.examples.workload.Workload;
import org.trilink.launcher.local.SqlScript;

/** A workload that only a benchmark has; its script is no file of sql-examples. */
public interface BenchmarkWorkload extends Workload {

  /** No demo runs its query. */
  long DEMO_ROWS = 0;

  /** The topic that its only query writes. */
  ResultTopic resultTopic();

  /** An oracle of the query that has seen no input yet. */
  Oracle<?> newOracle();

  /** The script of the query: the resource beside the class with the workload's name. */
  default SqlScript script() {
    return new SqlScript(Resources.text(getClass(), name() + ".sql"));
  }

  @Override
  default String records() {
    return "readings";
  }

  @Override
  default String inputTopic() {
    return name() + "_" + records();
  }

  @Override
  default List<Query> queries() {
    return List.of(new Query(name(), List.of(resultTopic()), Set.of(), DEMO_ROWS, this::newOracle));
  }

  @Override
  default GeneratorDefaults defaults() {
    return new GeneratorDefaults(1_000, 0, Duration.ZERO);
  }

  /** By the digits of the time: any partition, the lines of each in order. */
  @Override
  default byte[] keyOf(byte[] line) {
    return FlinkJson.parse(line)
        .map(record -> FlinkJson.bigint(record, "ts").toString().getBytes(US_ASCII))
        .orElseGet(() -> new byte[0]);
  }
}
