/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.benchmark.checkpoint;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.trilink.benchmark.embedded.EmbeddedQuery;
import org.trilink.benchmark.operators.InOrderInput;
import org.trilink.benchmark.operators.InOrderTable;
import org.trilink.examples.local.Engine;

/**
 * An engine with an interval, as processes name it: "flink every 5 s".
 *
 * @param interval of its checkpoints
 */
record CheckpointVariant(Engine engine, Interval interval) {

  private static final String SEPARATOR = " every ";

  private static final String SQL =
      """
      SELECT %s k, window_start, COUNT(*), MIN(v)
      FROM TABLE(TUMBLE(TABLE input, DESCRIPTOR(ts), INTERVAL '1' MINUTE))
      GROUP BY k, window_start, window_end""";

  /** Both engines by turns, stock Flink without checkpoints first. */
  static List<CheckpointVariant> all() {
    return Arrays.stream(Interval.values())
        .flatMap(
            interval ->
                Stream.of(Engine.FLINK, Engine.TRILINK)
                    .map(engine -> new CheckpointVariant(engine, interval)))
        .toList();
  }

  static CheckpointVariant of(String text) {
    String[] words = text.split(SEPARATOR, 2);
    return of(words[0], words[1]);
  }

  static CheckpointVariant of(String engine, String interval) {
    return new CheckpointVariant(
        Engine.valueOf(engine.toUpperCase(Locale.ROOT)), Interval.of(interval));
  }

  EmbeddedQuery over(InOrderInput input) {
    return new EmbeddedQuery(
        interval.settings(),
        List.of(InOrderTable.ddl("input", input)),
        SQL.formatted(engine == Engine.TRILINK ? "/*+ TRILINK('watermark' = 'key') */" : ""));
  }

  @Override
  public String toString() {
    return engine + SEPARATOR + interval;
  }
}
