/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.functions.aggregate;

import java.io.IOException;
import org.apache.flink.api.common.typeutils.SimpleTypeSerializerSnapshot;
import org.apache.flink.api.common.typeutils.TypeSerializerSnapshot;
import org.apache.flink.core.memory.DataInputView;
import org.apache.flink.core.memory.DataOutputView;

/** Writes what {@code APPROX_COUNT_DISTINCT} has seen, as a compact HLL sketch. */
public final class DistinctCountSerializer extends AccumulatorSerializer<DistinctCount> {

  private static final long serialVersionUID = 1L;

  static final DistinctCountSerializer INSTANCE = new DistinctCountSerializer();

  @Override
  public DistinctCount createInstance() {
    return new DistinctCount();
  }

  @Override
  public DistinctCount copy(DistinctCount from) {
    return from.copy();
  }

  @Override
  void write(DistinctCount accumulator, DataOutputView target) throws IOException {
    accumulator.write(target);
  }

  @Override
  DistinctCount read(DataInputView source) throws IOException {
    return DistinctCount.read(source);
  }

  @Override
  public TypeSerializerSnapshot<DistinctCount> snapshotConfiguration() {
    return new Snapshot();
  }

  /** For state: there is nothing to configure. */
  public static final class Snapshot extends SimpleTypeSerializerSnapshot<DistinctCount> {

    public Snapshot() {
      super(() -> INSTANCE);
    }
  }
}
