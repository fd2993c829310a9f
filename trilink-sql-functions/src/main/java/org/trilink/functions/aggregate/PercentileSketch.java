/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.functions.aggregate;

import java.io.IOException;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.Arrays;
import javax.annotation.Nullable;
import org.apache.datasketches.kll.KllDoublesSketch;
import org.apache.datasketches.memory.Memory;
import org.apache.datasketches.quantilescommon.QuantileSearchCriteria;
import org.apache.flink.api.common.typeutils.base.array.BytePrimitiveArraySerializer;
import org.apache.flink.core.memory.DataInputView;
import org.apache.flink.core.memory.DataOutputView;
import org.apache.flink.table.api.ValidationException;

/**
 * A percentile of the values seen. The first {@value #EXACT_VALUES} are kept as they are, in order;
 * with more a KLL sketch takes over, which has 10 kB at most. So many small groups cost little, and
 * are exact.
 */
public final class PercentileSketch implements Accumulator<PercentileSketch> {

  /** The sketch's k: it decides size and error, and a sketch holds as many values exactly. */
  static final int EXACT_VALUES = 400;

  private static final int FIRST_VALUES = 4;

  /** NaN before the first row. */
  private double percentile = Double.NaN;

  /** Greater than all numbers, and unknown to the sketch. */
  private long nans;

  /** In order; empty when there is a sketch. */
  private double[] values = {};

  private int size;
  @Nullable private KllDoublesSketch sketch;

  /**
   * Sets the percentile, 0 to 1.
   *
   * @throws ValidationException if it is another one than before
   */
  void choose(double chosen) {
    if (Double.isNaN(percentile)) {
      percentile = chosen;
    } else if (percentile != chosen) {
      throw new ValidationException(
          String.format(
              "%s: p must be the same in all rows of a group, but is %s and %s.",
              ApproxPercentileFunction.NAME, percentile, chosen));
    }
  }

  void add(double value) {
    if (Double.isNaN(value)) {
      nans++;
    } else if (sketch != null) {
      sketch.update(value + 0.0);
    } else if (size < EXACT_VALUES) {
      // + 0.0 makes -0.0 a 0.0
      insert(value + 0.0);
    } else {
      beginSketch();
      sketch.update(value + 0.0);
    }
  }

  private void insert(double value) {
    if (size == values.length) {
      values =
          Arrays.copyOf(values, Math.min(EXACT_VALUES, Math.max(FIRST_VALUES, 2 * values.length)));
    }
    int found = Arrays.binarySearch(values, 0, size, value);
    int position = found < 0 ? -found - 1 : found;
    System.arraycopy(values, position, values, position + 1, size - position);
    values[position] = value;
    size++;
  }

  private void beginSketch() {
    sketch = KllDoublesSketch.newHeapInstance(EXACT_VALUES);
    for (int i = 0; i < size; i++) {
      sketch.update(values[i]);
    }
    values = new double[0];
    size = 0;
  }

  /** Adds another's values; that one stays as it is. */
  void merge(PercentileSketch other) {
    if (!Double.isNaN(other.percentile)) {
      choose(other.percentile);
    }
    nans += other.nans;
    if (other.sketch == null) {
      for (int i = 0; i < other.size; i++) {
        add(other.values[i]);
      }
      return;
    }
    if (sketch == null) {
      beginSketch();
    }
    sketch.merge(other.sketch);
  }

  /**
   * The least value that at least the chosen part of all values does not exceed; null if there are
   * none.
   */
  @Nullable
  Double value() {
    long numbers = sketch == null ? size : sketch.getN();
    long all = numbers + nans;
    if (all == 0) {
      return null;
    }
    long rank = rank(all);
    if (rank > numbers) {
      return Double.NaN;
    }
    return sketch == null
        ? values[(int) rank - 1]
        : sketch.getQuantile((double) rank / numbers, QuantileSearchCriteria.INCLUSIVE);
  }

  /**
   * The position, from 1, among so many values in order. It is computed in decimals, as people
   * write the percentile: in doubles 0.55 * 100 is more than 55.
   */
  private long rank(long all) {
    return BigDecimal.valueOf(percentile)
        .multiply(BigDecimal.valueOf(all))
        .setScale(0, RoundingMode.CEILING)
        .max(BigDecimal.ONE)
        .longValueExact();
  }

  @Override
  public PercentileSketch copy() {
    PercentileSketch copy = new PercentileSketch();
    copy.percentile = percentile;
    copy.nans = nans;
    copy.values = Arrays.copyOf(values, size);
    copy.size = size;
    copy.sketch = sketch == null ? null : heapify(sketch.toByteArray());
    return copy;
  }

  @Override
  public void write(DataOutputView target) throws IOException {
    target.writeDouble(percentile);
    target.writeLong(nans);
    target.writeBoolean(sketch != null);
    if (sketch != null) {
      BytePrimitiveArraySerializer.INSTANCE.serialize(sketch.toByteArray(), target);
      return;
    }
    target.writeShort(size);
    for (int i = 0; i < size; i++) {
      target.writeDouble(values[i]);
    }
  }

  static PercentileSketch read(DataInputView source) throws IOException {
    PercentileSketch read = new PercentileSketch();
    read.percentile = source.readDouble();
    read.nans = source.readLong();
    if (source.readBoolean()) {
      read.sketch = heapify(BytePrimitiveArraySerializer.INSTANCE.deserialize(source));
      return read;
    }
    read.size = source.readShort();
    read.values = new double[read.size];
    for (int i = 0; i < read.size; i++) {
      read.values[i] = source.readDouble();
    }
    return read;
  }

  private static KllDoublesSketch heapify(byte[] bytes) {
    return KllDoublesSketch.heapify(Memory.wrap(bytes));
  }
}
