/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.benchmark.run;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.LongStream;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.trilink.examples.workload.FlinkJson;

/**
 * Knows which windows of an input of low-voltage came to their ends, and when, by the broker's
 * clock. They are tumbling ones, of a sensor and a minute.
 */
final class CompletedWindows {

  private static final String SENSOR = "sensor_id";
  private static final long MINUTE_MS = Duration.ofMinutes(1).toMillis();

  /** A sensor's window, by its start in epoch milliseconds. */
  private record Window(String sensor, long startMs) {

    long endMs() {
      return startMs + MINUTE_MS;
    }
  }

  private final Map<Window, Long> records = new HashMap<>();
  private final Map<Window, Long> completedMs = new HashMap<>();
  private final Map<String, Window> open = new HashMap<>();
  private long firstStartMs = Long.MAX_VALUE;
  private long lastEndMs = Long.MIN_VALUE;

  private CompletedWindows() {}

  /**
   * Finds the completed windows of input records, each sensor's in order.
   *
   * @param head how much of the input's beginning to leave out, in event time
   * @param tail how much of its end
   */
  static CompletedWindows of(
      Iterator<ConsumerRecord<byte[], byte[]>> input, Duration head, Duration tail) {
    CompletedWindows windows = new CompletedWindows();
    input.forEachRemaining(windows::accept);
    long earliestStartMs = windows.firstStartMs + head.toMillis();
    long latestEndMs = windows.lastEndMs - tail.toMillis() - MINUTE_MS;
    windows
        .completedMs
        .keySet()
        .removeIf(window -> window.startMs() < earliestStartMs || window.endMs() > latestEndMs);
    return windows;
  }

  private void accept(ConsumerRecord<byte[], byte[]> record) {
    FlinkJson.parse(record.value()).ifPresent(line -> accept(line, record.timestamp()));
  }

  private void accept(JsonNode line, long appendMs) {
    long ms = FlinkJson.bigint(line, "ts");
    Window window = new Window(FlinkJson.string(line, SENSOR), ms - Math.floorMod(ms, MINUTE_MS));
    records.merge(window, 1L, Long::sum);
    firstStartMs = Math.min(firstStartMs, window.startMs());
    lastEndMs = Math.max(lastEndMs, window.endMs());
    Window before = open.put(window.sensor(), window);
    if (before != null && !before.equals(window)) {
      completedMs.put(before, appendMs);
    }
  }

  /**
   * How long after its completion each window's first row came that counts all of its records, in
   * milliseconds; 0 for one that came before, which it may if nothing told the engine to wait.
   */
  LongStream latenciesMs(Iterator<ConsumerRecord<byte[], byte[]>> rows) {
    LongStream.Builder latencies = LongStream.builder();
    Set<Window> seen = new HashSet<>();
    rows.forEachRemaining(
        row ->
            completeRow(row)
                .filter(window -> completedMs.containsKey(window) && seen.add(window))
                .ifPresent(
                    window ->
                        latencies.add(Math.max(0, row.timestamp() - completedMs.get(window)))));
    return latencies.build();
  }

  /** The window of a row that counts all of its records; a row that is withdrawn has no value. */
  private Optional<Window> completeRow(ConsumerRecord<byte[], byte[]> record) {
    return Optional.ofNullable(record.value())
        .flatMap(FlinkJson::parse)
        .filter(row -> records.getOrDefault(window(row), -1L) == readings(row))
        .map(CompletedWindows::window);
  }

  private static Window window(JsonNode row) {
    return new Window(FlinkJson.string(row, SENSOR), FlinkJson.bigint(row, "window_start"));
  }

  private static long readings(JsonNode row) {
    return FlinkJson.bigint(row, "readings");
  }
}
