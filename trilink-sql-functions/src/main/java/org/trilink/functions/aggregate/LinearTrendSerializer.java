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

/** Writes the sums of {@code LINEAR_TREND}: 90 bytes. */
public final class LinearTrendSerializer extends AccumulatorSerializer<LinearTrend> {

  private static final long serialVersionUID = 1L;

  static final LinearTrendSerializer INSTANCE = new LinearTrendSerializer();

  @Override
  public LinearTrend createInstance() {
    return new LinearTrend();
  }

  @Override
  public LinearTrend copy(LinearTrend from) {
    return from.copy();
  }

  @Override
  void write(LinearTrend accumulator, DataOutputView target) throws IOException {
    accumulator.write(target);
  }

  @Override
  LinearTrend read(DataInputView source) throws IOException {
    return LinearTrend.read(source);
  }

  @Override
  public TypeSerializerSnapshot<LinearTrend> snapshotConfiguration() {
    return new Snapshot();
  }

  /** For state: there is nothing to configure. */
  public static final class Snapshot extends SimpleTypeSerializerSnapshot<LinearTrend> {

    public Snapshot() {
      super(() -> INSTANCE);
    }
  }
}
