/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.kafka;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.flink.api.connector.source.SourceEvent;
import org.apache.flink.core.io.SimpleVersionedSerializer;

/**
 * Sent by a reader when it starts: the partitions, with their offsets, in its restored state. It
 * does not read them before they are assigned to it. The splits are sent as bytes, as their class
 * may be unknown to the JobManager's own class loader.
 */
final class RestoredSplits implements SourceEvent {

  private static final long serialVersionUID = 1L;

  private final int version;
  private final byte[][] splits;

  private RestoredSplits(int version, byte[][] splits) {
    this.version = version;
    this.splits = splits;
  }

  static <SplitT> RestoredSplits of(
      List<SplitT> splits, SimpleVersionedSerializer<SplitT> serializer) throws IOException {
    byte[][] serialized = new byte[splits.size()][];
    for (int i = 0; i < serialized.length; i++) {
      serialized[i] = serializer.serialize(splits.get(i));
    }
    return new RestoredSplits(serializer.getVersion(), serialized);
  }

  <SplitT> List<SplitT> splits(SimpleVersionedSerializer<SplitT> serializer) throws IOException {
    List<SplitT> deserialized = new ArrayList<>();
    for (byte[] split : splits) {
      deserialized.add(serializer.deserialize(version, split));
    }
    return deserialized;
  }

  @Override
  public String toString() {
    return "RestoredSplits(" + splits.length + ")";
  }
}
