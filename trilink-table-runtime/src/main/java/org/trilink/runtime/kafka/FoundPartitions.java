/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.kafka;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;
import org.apache.flink.api.connector.source.SourceEvent;

/** Sent by a reader: the partitions of the keys in its sample, as far as they are new. */
final class FoundPartitions implements SourceEvent {

  private static final long serialVersionUID = 1L;

  private final ArrayList<Pair> pairs;

  FoundPartitions(List<Pair> pairs) {
    this.pairs = new ArrayList<>(pairs);
  }

  List<Pair> pairs() {
    return pairs;
  }

  @Override
  public String toString() {
    return "FoundPartitions(" + pairs.size() + ")";
  }

  /** A key, by its hash, and a partition. */
  static final class Pair implements Serializable {

    private static final long serialVersionUID = 1L;

    /** The position among the source's {@link SampledKeys}, which identifies the operator. */
    final int keys;

    final long hash;
    final String partition;

    Pair(int keys, long hash, String partition) {
      this.keys = keys;
      this.hash = hash;
      this.partition = partition;
    }
  }
}
