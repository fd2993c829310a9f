/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.planner.decode;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.trilink.planner.testing.TestPlanner;

/** Flink decodes Avro that is written in another way than Trilink reads. */
class AvroOptionsTest {

  @RegisterExtension static final TestPlanner planner = new TestPlanner();

  @ParameterizedTest
  @CsvSource({"encoding, json, binary", "timestamp_mapping.legacy, false, true"})
  void otherValuesAreRefused(String option, String value, String supported) {
    planner.execute(
        """
        CREATE TEMPORARY TABLE records (id BIGINT, name STRING) WITH ('connector' = 'kafka',
        'topic' = 'records', 'properties.bootstrap.servers' = 'nobody.is.asked:1',
        'scan.startup.mode' = 'earliest-offset', 'format' = 'avro', 'avro.%s' = '%s')"""
            .formatted(option, value));

    String plan = planner.plan("SELECT id FROM records /*+ TRILINK('decode'='projected') */");
    planner.execute("DROP TEMPORARY TABLE records");

    assertThat(TestPlanner.advice(plan))
        .containsExactly(
            "decode=projected refused: table records has 'avro.%s'='%s'; only '%s' is supported"
                .formatted(option, value, supported));
    assertThat(plan).doesNotContain("Decode(");
  }
}
