/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.benchmark.nexmark;

/** A hint that a query is run with. */
enum NexmarkHint {
  KEY_WATERMARK("'watermark' = 'key'"),
  /** So that Flink's own operators behind get watermarks. */
  KEY_WATERMARK_WITH_MAX_SKEW("'watermark' = 'key', 'watermark.max-skew' = '20 s'"),
  MODULO("'partition' = 'modulo'"),
  LEAST_KEY("'partition' = 'least-key'"),
  LEAST_COUNT("'partition' = 'least-count'"),
  /** Moves keys as often as it can. */
  AUTO(
      "'partition' = 'auto', 'partition.monitor.threshold' = '1',"
          + " 'partition.monitor.sample-rate' = '1', 'partition.sync.settling-time' = '0 s'"),
  LOCAL_MERGE("'exchange' = 'local-merge'"),
  KEY_WATERMARK_AND_LOCAL_MERGE(KEY_WATERMARK_WITH_MAX_SKEW.options + ", " + LOCAL_MERGE.options),
  ALL(
      "%s, %s, %s"
          .formatted(KEY_WATERMARK_WITH_MAX_SKEW.options, AUTO.options, LOCAL_MERGE.options));

  private final String options;

  NexmarkHint(String options) {
    this.options = options;
  }

  /** As in SQL. */
  String options() {
    return options;
  }
}
