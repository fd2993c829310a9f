/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.planner.testing;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.trilink.runtime.testing.KafkaTopic;
import org.trilink.runtime.testing.TestBroker;

/**
 * Rows {@code (k STRING, d INT, v INT, id BIGINT, ts TIMESTAMP(3))} in Kafka, in order of time: of
 * sensors k of districts d.
 */
public final class Readings {

  private static final String COLUMNS =
      "k STRING, d INT, v INT, id BIGINT, ts TIMESTAMP(3),"
          + " WATERMARK FOR ts AS ts - INTERVAL '0.001' SECOND";

  private Readings() {}

  /**
   * Some rows.
   *
   * @param firstId the id of the first row; ids are consecutive, and times increase with them
   */
  public static List<KafkaTopic.Line> lines(long seed, int firstId, int count, int keys) {
    Random random = new Random(seed);
    List<KafkaTopic.Line> lines = new ArrayList<>();
    for (int id = firstId; id < firstId + count; id++) {
      int key = random.nextInt(keys);
      lines.add(line("sensor " + key, key % 3, random.nextInt(100), id));
    }
    return lines;
  }

  /** One row, with its sensor for the record's key. */
  public static KafkaTopic.Line line(String k, int d, int v, long id) {
    return new KafkaTopic.Line(
        k,
        "{\"k\":\"%s\",\"d\":%d,\"v\":%d,\"id\":%d,\"ts\":\"2020-09-13 %02d:%02d:%02d.%03d\"}"
            .formatted(k, d, v, id, id / 36_000 % 24, id / 600 % 60, id / 10 % 60, id % 10 * 100));
  }

  /** A table over a topic whose records have the sensor for a key. */
  public static String keyedTable(String name, KafkaTopic topic) {
    return table(name, topic.name(), "'key.format'='raw', 'key.fields'='k', 'value.format'='json'");
  }

  /** A table over a topic without record keys. */
  public static String table(String name, KafkaTopic topic) {
    return table(name, topic.name(), "'format'='json'");
  }

  public static String table(String name, String topic, String options) {
    return """
        CREATE TEMPORARY TABLE %s (%s) WITH (
          'connector'='kafka', 'topic'='%s', 'properties.bootstrap.servers'='%s',
          'properties.group.id'='tests', 'scan.startup.mode'='earliest-offset', %s)
        """
        .formatted(name, COLUMNS, topic, TestBroker.address(), options);
  }
}
