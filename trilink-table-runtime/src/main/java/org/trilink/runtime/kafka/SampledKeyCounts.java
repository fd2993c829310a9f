/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.kafka;

import org.apache.flink.api.connector.source.SourceEvent;

/** Sent by the enumerator for a reader's metrics: the counts over all readers. */
final class SampledKeyCounts implements SourceEvent {

  static final SampledKeyCounts NONE = new SampledKeyCounts(0, 0);

  private static final long serialVersionUID = 1L;

  final int keys;
  final int ofSeveralPartitions;

  SampledKeyCounts(int keys, int ofSeveralPartitions) {
    this.keys = keys;
    this.ofSeveralPartitions = ofSeveralPartitions;
  }

  @Override
  public String toString() {
    return "SampledKeyCounts(" + ofSeveralPartitions + " of " + keys + ")";
  }
}
