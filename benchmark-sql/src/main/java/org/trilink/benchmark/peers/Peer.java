/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.benchmark.peers;

import org.trilink.benchmark.run.ResultTable;
import org.trilink.benchmark.run.Variant;

/**
 * The peers that are compared: Flink 1.14, Trilink, a program, and what a user would take instead.
 */
public enum Peer {
  HAND_WRITTEN(ResultTable.HAND_WRITTEN, Lateness.BY_KEY),
  FLINK("flink", Lateness.BY_WATERMARK),
  TRILINK("trilink", Lateness.BY_KEY),
  LOCAL_MERGE(Variant.LOCAL_MERGE, Lateness.BY_KEY),
  AHEAD_KEYBY("trilink, ahead-keyby", Lateness.BY_KEY),
  FLINK_1_20("flink 1.20", Lateness.BY_WATERMARK),
  GEO_STYLE("GeoFlink style", Lateness.BY_WATERMARK),
  PROCESSOR_IN_MEMORY("Kafka Streams processor in memory", Lateness.BY_KEY),
  PROCESSOR_ROCKSDB("Kafka Streams processor in RocksDB", Lateness.BY_KEY),
  DSL_IN_MEMORY("Kafka Streams DSL in memory", Lateness.BY_STREAM_TIME),
  DSL_ROCKSDB("Kafka Streams DSL in RocksDB", Lateness.BY_STREAM_TIME);

  /** The criterion by which a record comes too late. */
  private enum Lateness {
    /** Its own key's records: none does, as a key's records are in order. */
    BY_KEY(""),
    /** A watermark of all keys, which can be delayed. */
    BY_WATERMARK(", delay = skew"),
    /** The greatest time of a partition; windows can stay open for a while. */
    BY_STREAM_TIME(", grace = skew");

    private final String waiting;

    Lateness(String waiting) {
      this.waiting = waiting;
    }
  }

  private final String label;
  private final Lateness lateness;

  Peer(String label, Lateness lateness) {
    this.label = label;
    this.lateness = lateness;
  }

  /** Whether it can wait for late records, and loses some if it does not. */
  public boolean canWait() {
    return lateness != Lateness.BY_KEY;
  }

  /** Whether a variant is of Trilink or the hand-written program, which have all rows right. */
  static boolean isOurs(String variant) {
    return variant.startsWith(TRILINK.label) || variant.equals(HAND_WRITTEN.label);
  }

  /**
   * As in results.
   *
   * @param waits whether it waits for records as long as they are late
   */
  public String variant(boolean waits) {
    return waits ? label + lateness.waiting : label;
  }
}
