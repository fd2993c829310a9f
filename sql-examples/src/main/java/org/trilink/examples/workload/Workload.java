/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.examples.workload;

import java.nio.ByteBuffer;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import javax.annotation.Nullable;

/** One of the project's workloads: its input, its generator and its queries. */
public interface Workload {

  /** The name used on the command line and for the folder {@code sql-examples/<name>}. */
  String name();

  /** The name of the input records, in the plural. */
  String records();

  /** The Kafka topic that the scripts read. */
  String inputTopic();

  /** The queries over the input, at least one; the first one is run unless another is asked for. */
  List<Query> queries();

  /** The query that is run unless another is asked for: the first of {@link #queries()}. */
  default Query mainQuery() {
    return queries().get(0);
  }

  /**
   * The query of that name.
   *
   * @throws IllegalArgumentException listing the names, if there is none
   */
  default Query query(String name) {
    return queries().stream()
        .filter(query -> query.name().equals(name))
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "%s has no query '%s'; its queries are: %s"
                        .formatted(
                            name(),
                            name,
                            queries().stream()
                                .map(Query::name)
                                .collect(Collectors.joining(", ")))));
  }

  /**
   * The Kafka record key of an input line, so that all records of a key stay in order in one
   * partition.
   *
   * @param line one JSON line, UTF-8, without line end; need not be valid JSON
   * @return the key's bytes; empty or null, as the workload's key is text or not, for a line
   *     without a readable key
   */
  @Nullable
  byte[] keyOf(byte[] line);

  /** A record key of one BIGINT as Kafka's LongSerializer and Flink's raw format write it. */
  static byte[] bigintKey(long value) {
    return ByteBuffer.allocate(Long.BYTES).putLong(value).array();
  }

  /** The options of the generator that hold unless the user says otherwise. */
  GeneratorDefaults defaults();

  /** The data that the scripts expect in Redis; empty if they need none. */
  default Optional<RedisData> redis() {
    return Optional.empty();
  }

  /** Whether input can be written while the job runs; the demo does so unless told otherwise. */
  default boolean isLive() {
    return false;
  }

  /**
   * Generates input that happens from a given time on.
   *
   * @param startMs the earliest event time, in epoch milliseconds
   * @throws UnsupportedOperationException unless the workload {@link #isLive()}
   */
  default TimedLines generateLive(GeneratorOptions options, long startMs) {
    throw new UnsupportedOperationException(name() + " has no live input");
  }

  /**
   * Generates input, the same for the same options. Rows are made as they are asked for; memory
   * grows with the keys, not with the rows.
   *
   * @return JSON lines, UTF-8, without line end
   */
  Iterator<byte[]> generate(GeneratorOptions options);
}
