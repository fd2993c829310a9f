/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.benchmark.watermark;

import java.nio.ByteBuffer;
import java.util.LinkedHashMap;
import java.util.Map;
import org.trilink.examples.workload.TopicRows;

/**
 * Reads what a topic of updates comes to: of each record key the last row, none if it was
 * withdrawn.
 */
final class LastRows {

  private LastRows() {}

  /** The rows as JSON lines. */
  static Iterable<byte[]> read(String broker, String topic) {
    Map<ByteBuffer, byte[]> rows = new LinkedHashMap<>();
    new TopicRows(broker, topic)
        .records()
        .forEachRemaining(
            record -> {
              ByteBuffer key = ByteBuffer.wrap(record.key());
              if (record.value() == null) {
                rows.remove(key);
              } else {
                rows.put(key, record.value());
              }
            });
    return rows.values();
  }
}
