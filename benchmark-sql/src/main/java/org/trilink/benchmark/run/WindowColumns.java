/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.benchmark.run;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Duration;
import org.trilink.examples.workload.FlinkJson;

/**
 * Where in JSON lines it says which tumbling window of which key they belong to.
 *
 * @param key of input records and rows
 * @param eventTime of input records, in epoch milliseconds
 * @param windowStart of rows, in epoch milliseconds
 * @param count of rows: how many records they count
 * @param size of a window
 */
public record WindowColumns(
    String key, String eventTime, String windowStart, String count, Duration size) {

  /** A key's window, by its start in epoch milliseconds. */
  record Window(String key, long startMs) {}

  /** The window that an input record falls into. */
  Window ofRecord(JsonNode line) {
    long ms = FlinkJson.bigint(line, eventTime);
    return new Window(FlinkJson.string(line, key), ms - Math.floorMod(ms, size.toMillis()));
  }

  /** The window that a row is about. */
  Window ofRow(JsonNode line) {
    return new Window(FlinkJson.string(line, key), FlinkJson.bigint(line, windowStart));
  }

  /** How many records a row counts. */
  long count(JsonNode line) {
    return FlinkJson.bigint(line, count);
  }

  /** When a window is over, in epoch milliseconds. */
  long endMs(Window window) {
    return window.startMs() + size.toMillis();
  }
}
