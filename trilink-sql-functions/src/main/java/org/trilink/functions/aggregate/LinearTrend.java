/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.functions.aggregate;

import java.io.IOException;
import javax.annotation.Nullable;
import org.apache.flink.core.memory.DataInputView;
import org.apache.flink.core.memory.DataOutputView;

/**
 * The least-squares line through points (time, value), of which points can be taken back and others
 * merged in.
 *
 * <p>It keeps sums rather than running means: an aggregation before the exchange may see the
 * retraction of a point but not its addition, so that its count is negative, and sums still add up.
 * The usual loss of precision by cancellation does not occur here. Times count from the first one,
 * and the sums have twice a double's precision: those of times are exact, and the rest is as good
 * as the values.
 */
public final class LinearTrend implements Accumulator<LinearTrend> {

  private static final double MILLIS_PER_HOUR = 3_600_000;

  /** With greater ones sums would overflow, and remain so when the value is taken back. */
  private static final double GREATEST_VALUE = 1e280;

  private long points;

  /** Points whose value is NaN, infinite or too great; they are in none of the sums. */
  private long unboundedPoints;

  /** From which the sums' times count, in ms; that of the first point. */
  private long origin;

  private boolean hasOrigin;
  private PreciseSum times = new PreciseSum();
  private PreciseSum timeSquares = new PreciseSum();
  private PreciseSum values = new PreciseSum();
  private PreciseSum products = new PreciseSum();

  void add(double value, long time) {
    count(value, time, 1);
  }

  void remove(double value, long time) {
    count(value, time, -1);
  }

  private void count(double value, long time, int sign) {
    if (!(Math.abs(value) <= GREATEST_VALUE)) { // or NaN
      unboundedPoints += sign;
      return;
    }
    if (!hasOrigin) {
      origin = time;
      hasOrigin = true;
    }
    double fromOrigin = (double) (time - origin);
    points += sign;
    times.add(sign * fromOrigin);
    timeSquares.addProduct(sign * fromOrigin, fromOrigin);
    values.add(sign * value);
    products.addProduct(sign * fromOrigin, value);
  }

  /** Adds another's points; that one stays as it is. */
  void merge(LinearTrend other) {
    unboundedPoints += other.unboundedPoints;
    if (!other.hasOrigin) {
      return;
    }
    if (!hasOrigin) {
      origin = other.origin;
      hasOrigin = true;
    }
    double shift = (double) (other.origin - origin);
    points += other.points;
    times.add(other.times);
    times.addProduct(shift, (double) other.points);
    timeSquares.add(other.timeSquares);
    timeSquares.addProduct(2 * shift, other.times);
    addSquares(shift, other.points);
    values.add(other.values);
    products.add(other.products);
    products.addProduct(shift, other.values);
  }

  /** Adds count * shift^2, whose square alone may need more than a double's precision. */
  private void addSquares(double shift, long count) {
    PreciseSum square = new PreciseSum();
    square.addProduct(shift, shift);
    timeSquares.addProduct((double) count, square);
  }

  /**
   * The line's slope in units of the value per hour; null if there are fewer than two distinct
   * times, NaN if a value is NaN, infinite or beyond 1e280.
   */
  @Nullable
  Double slopePerHour() {
    if (unboundedPoints > 0) {
      return Double.NaN;
    }
    if (points < 2) {
      return null;
    }
    // n^2 times the variance of the times: at least n - 1 if two of these integers differ, else 0
    double spread =
        PreciseSum.differenceOfProducts((double) points, timeSquares, times, times).value();
    if (spread < (points - 1) / 2.0) {
      return null;
    }
    double joint =
        PreciseSum.differenceOfProducts((double) points, products, times, values).value();
    return joint * MILLIS_PER_HOUR / spread;
  }

  @Override
  public LinearTrend copy() {
    LinearTrend copy = new LinearTrend();
    copy.points = points;
    copy.unboundedPoints = unboundedPoints;
    copy.origin = origin;
    copy.hasOrigin = hasOrigin;
    copy.times = times.copy();
    copy.timeSquares = timeSquares.copy();
    copy.values = values.copy();
    copy.products = products.copy();
    return copy;
  }

  @Override
  public void write(DataOutputView target) throws IOException {
    target.writeLong(points);
    target.writeLong(unboundedPoints);
    target.writeBoolean(hasOrigin);
    target.writeLong(origin);
    times.write(target);
    timeSquares.write(target);
    values.write(target);
    products.write(target);
  }

  static LinearTrend read(DataInputView source) throws IOException {
    LinearTrend trend = new LinearTrend();
    trend.points = source.readLong();
    trend.unboundedPoints = source.readLong();
    trend.hasOrigin = source.readBoolean();
    trend.origin = source.readLong();
    trend.times = PreciseSum.read(source);
    trend.timeSquares = PreciseSum.read(source);
    trend.values = PreciseSum.read(source);
    trend.products = PreciseSum.read(source);
    return trend;
  }
}
