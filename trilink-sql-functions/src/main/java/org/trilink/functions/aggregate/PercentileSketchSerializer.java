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

/** Writes what {@code APPROX_PERCENTILE} has seen: its values, or a compact KLL sketch. */
public final class PercentileSketchSerializer extends AccumulatorSerializer<PercentileSketch> {

  private static final long serialVersionUID = 1L;

  static final PercentileSketchSerializer INSTANCE = new PercentileSketchSerializer();

  @Override
  public PercentileSketch createInstance() {
    return new PercentileSketch();
  }

  @Override
  public PercentileSketch copy(PercentileSketch from) {
    return from.copy();
  }

  @Override
  void write(PercentileSketch accumulator, DataOutputView target) throws IOException {
    accumulator.write(target);
  }

  @Override
  PercentileSketch read(DataInputView source) throws IOException {
    return PercentileSketch.read(source);
  }

  @Override
  public TypeSerializerSnapshot<PercentileSketch> snapshotConfiguration() {
    return new Snapshot();
  }

  /** For state: there is nothing to configure. */
  public static final class Snapshot extends SimpleTypeSerializerSnapshot<PercentileSketch> {

    public Snapshot() {
      super(() -> INSTANCE);
    }
  }
}
