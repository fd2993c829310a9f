/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.planner.metadata;

import static org.assertj.core.api.Assertions.assertThat;

import org.apache.calcite.rel.RelNode;
import org.apache.calcite.util.ImmutableBitSet;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.trilink.planner.testing.TestPlanner;

class KeySequenceTest {

  @RegisterExtension
  static final TestPlanner planner =
      new TestPlanner()
          .execute(
              kafka("keyed", "'topic' = 'a', 'key.fields' = 'k', 'key.format' = 'json'"),
              kafka("unkeyed", "'topic' = 'a'"),
              kafka("two_topics", "'topic' = 'a;b', 'key.fields' = 'k', 'key.format' = 'json'"),
              kafka(
                  "round_robin",
                  "'topic' = 'a', 'key.fields' = 'k', 'key.format' = 'json',"
                      + " 'sink.partitioner' = 'round-robin'"),
              "CREATE TABLE upserts (k STRING PRIMARY KEY NOT ENFORCED, v INT) WITH ('connector' ="
                  + " 'upsert-kafka', 'topic' = 'a', 'properties.bootstrap.servers' ="
                  + " 'localhost:1', 'key.format' = 'json', 'value.format' = 'json')");

  private static String kafka(String name, String options) {
    return "CREATE TABLE %s (k STRING, v INT) WITH ('connector' = 'kafka', 'value.format' = 'json',"
            .formatted(name)
        + " 'properties.bootstrap.servers' = 'localhost:1', 'scan.startup.mode' = 'earliest-offset', "
        + options
        + ")";
  }

  @ParameterizedTest(name = "{0} by {1}: {2}")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          keyed       | k   | true  | key.fields of keyed: [k]
          keyed       | k v | true  | key.fields of keyed: [k]
          keyed       | v   | false | the key.fields of table keyed, [k], are not all among the keys
          upserts     | k   | true  | primary key of upserts: [k]
          unkeyed     | k   | false | table unkeyed has no 'key.fields'
          two_topics  | k   | false | table two_topics reads several topics, each with partitions of its own
          round_robin | k   | false | table round_robin has 'sink.partitioner'='round-robin'
          t           | k   | false | table t is not read from Kafka
          """)
  void ofATable(String table, String keys, boolean isOne, String reason) {
    RelNode scan =
        PlanNodes.first("TableSourceScan", planner.optimize("SELECT k, v FROM " + table));

    KeySequence sequence = KeySequence.ofTable(scan, PlanNodes.columns(scan, keys));

    assertThat(sequence.isOne()).isEqualTo(isOne);
    assertThat(sequence.reason()).isEqualTo(reason);
  }

  @ParameterizedTest(name = "{0}: {1}")
  @CsvSource({"k, true", "UPPER(k), false"})
  void ofAColumnOfACalc(String key, boolean isOne) {
    RelNode calc =
        PlanNodes.first(
            "Calc", planner.optimize("SELECT v, %s FROM keyed WHERE v > 1".formatted(key)));

    assertThat(KeySequence.ofTable(calc, ImmutableBitSet.of(1)).isOne()).isEqualTo(isOne);
  }
}
