/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.functions.aggregate;

import java.io.IOException;
import org.apache.datasketches.hll.TgtHllType;
import org.apache.datasketches.hll.Union;
import org.apache.flink.api.common.typeutils.base.array.BytePrimitiveArraySerializer;
import org.apache.flink.core.memory.DataInputView;
import org.apache.flink.core.memory.DataOutputView;

/**
 * About how many distinct values were seen: an HLL sketch of 4096 registers, which takes 4 kB once
 * there are some hundreds of values, and less before.
 *
 * <p>The count depends on nothing but the set of values, not on their order or on which part was
 * merged with which: of the sketch's estimators it is the one that reads the registers alone.
 */
public final class DistinctCount implements Accumulator<DistinctCount> {

  /** The logarithm of the number of registers, to the base of 2. */
  static final int LOG_REGISTERS = 12;

  private final Union union;

  DistinctCount() {
    this(new Union(LOG_REGISTERS));
  }

  private DistinctCount(Union union) {
    this.union = union;
  }

  void add(long value) {
    union.update(value);
  }

  /** NaN is one value, and so are 0.0 and -0.0. */
  void add(double value) {
    union.update(value);
  }

  /** The sketch ignores an empty array. */
  void add(byte[] value) {
    union.update(value);
  }

  /** Adds another's values; that one stays as it is. */
  void merge(DistinctCount other) {
    union.update(other.union.getResult(TgtHllType.HLL_8));
  }

  long estimate() {
    return Math.round(union.getCompositeEstimate());
  }

  @Override
  public DistinctCount copy() {
    return new DistinctCount(Union.heapify(union.toCompactByteArray()));
  }

  @Override
  public void write(DataOutputView target) throws IOException {
    BytePrimitiveArraySerializer.INSTANCE.serialize(union.toCompactByteArray(), target);
  }

  static DistinctCount read(DataInputView source) throws IOException {
    return new DistinctCount(
        Union.heapify(BytePrimitiveArraySerializer.INSTANCE.deserialize(source)));
  }
}
