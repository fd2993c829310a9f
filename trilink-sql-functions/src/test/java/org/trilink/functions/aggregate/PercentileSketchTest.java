/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.functions.aggregate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.Arrays;
import java.util.Random;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.apache.datasketches.kll.KllSketch;
import org.junit.jupiter.api.Test;

class PercentileSketchTest {

  private static final double[] PERCENTILES = {0, 0.01, 0.25, 0.5, 0.9, 0.99, 1};

  private final Random random = new Random(11);

  private static PercentileSketch of(double percentile, double... values) {
    PercentileSketch sketch = new PercentileSketch();
    sketch.choose(percentile);
    for (double value : values) {
      sketch.add(value);
    }
    return sketch;
  }

  /** The least value that at least the part p of the values does not exceed. */
  private static double exact(double percentile, double[] values) {
    double[] sorted = values.clone();
    Arrays.sort(sorted);
    return sorted[Math.max(1, (int) Math.ceil(percentile * sorted.length)) - 1];
  }

  @Test
  void isExactForSmallGroups() {
    for (int size = 1; size <= PercentileSketch.EXACT_VALUES; size += 7) {
      double[] values = random.doubles(size, -100, 100).toArray();
      for (double percentile : PERCENTILES) {
        assertThat(of(percentile, values).value()).isEqualTo(exact(percentile, values));
      }
    }
  }

  /** In doubles 0.07 * 100, 0.28 * 100 and 0.55 * 100 are a bit more than these numbers. */
  @Test
  void takesThePercentileAsItIsWritten() {
    double[] hundred = IntStream.rangeClosed(1, 100).asDoubleStream().toArray();
    assertThat(of(0.07, hundred).value()).isEqualTo(7);
    assertThat(of(0.28, hundred).value()).isEqualTo(28);
    assertThat(of(0.55, hundred).value()).isEqualTo(55);
    assertThat(of(0.57, hundred).value()).isEqualTo(57);
    assertThat(of(0.571, hundred).value()).isEqualTo(58);
  }

  /** The library's bound on the rank's error, which 99 of 100 results keep. */
  @Test
  void keepsTheErrorBound() {
    double bound = KllSketch.getNormalizedRankError(PercentileSketch.EXACT_VALUES, false);
    assertThat(bound).isBetween(0.0067, 0.0068);
    int results = 0;
    int outside = 0;
    for (int round = 0; round < 60; round++) {
      double[] values = random.doubles(20_000, -1, 1).map(x -> x * x * x).toArray();
      double[] sorted = values.clone();
      Arrays.sort(sorted);
      for (double percentile : PERCENTILES) {
        double error = rankError(of(percentile, values).value(), percentile, sorted);
        assertThat(error).isLessThan(2 * bound);
        results++;
        outside += error > bound ? 1 : 0;
      }
    }
    assertThat(outside).isLessThan(results / 20);
  }

  private static double rankError(double value, double percentile, double[] sorted) {
    int rank = Math.abs(Arrays.binarySearch(sorted, value) + 1);
    return Math.abs((double) rank / sorted.length - percentile);
  }

  @Test
  void leastAndGreatestAreExact() {
    double[] values = random.doubles(10_000).toArray();
    assertThat(of(0, values).value()).isEqualTo(exact(0, values));
    assertThat(of(1, values).value()).isEqualTo(exact(1, values));
  }

  @Test
  void mergesSmallAndLarge() {
    for (int[] sizes : new int[][] {{10, 20}, {390, 20}, {5000, 20}, {20, 5000}, {5000, 7000}}) {
      double[] left = random.doubles(sizes[0]).toArray();
      double[] right = random.doubles(sizes[1]).toArray();
      PercentileSketch merged = of(0.3, left);
      PercentileSketch other = of(0.3, right);
      Double before = other.value();
      merged.merge(other);
      assertThat(other.value()).isEqualTo(before);
      double[] all = Arrays.copyOf(left, left.length + right.length);
      System.arraycopy(right, 0, all, left.length, right.length);
      if (all.length <= PercentileSketch.EXACT_VALUES) {
        assertThat(merged.value()).isEqualTo(exact(0.3, all));
      } else {
        double[] sorted = all.clone();
        Arrays.sort(sorted);
        assertThat(rankError(merged.value(), 0.3, sorted)).isLessThan(0.0136);
      }
    }
  }

  @Test
  void takesThePercentileOfWhatIsMerged() {
    PercentileSketch merged = new PercentileSketch();
    merged.merge(of(0.5, 1, 2, 3));
    merged.merge(new PercentileSketch());
    assertThat(merged.value()).isEqualTo(2);
  }

  @Test
  void nanIsGreaterThanNumbers() {
    double nan = Double.NaN;
    assertThat(of(0.5, 1, nan, 2, 3).value()).isEqualTo(2);
    assertThat(of(0.75, 1, nan, 2, 3).value()).isEqualTo(3);
    assertThat(of(0.76, 1, nan, 2, 3).value()).isNaN();
    assertThat(of(0, nan).value()).isNaN();
    double[] many = random.doubles(10_000).map(x -> x < 0.5 ? nan : x).toArray();
    assertThat(of(0.4, many).value()).isBetween(0.88, 0.92);
    assertThat(of(0.6, many).value()).isNaN();
  }

  @Test
  void infiniteValuesAreValues() {
    assertThat(of(0, Double.NEGATIVE_INFINITY, 1, Double.POSITIVE_INFINITY).value())
        .isEqualTo(Double.NEGATIVE_INFINITY);
    double[] many = random.doubles(10_000).map(x -> 1 / Math.floor(4 * x)).toArray();
    assertThat(of(1, many).value()).isEqualTo(Double.POSITIVE_INFINITY);
  }

  @Test
  void zeroHasNoSign() {
    assertThat(Double.doubleToRawLongBits(of(0, -0.0, 1).value())).isZero();
    double[] many = new double[1000];
    Arrays.fill(many, -0.0);
    assertThat(Double.doubleToRawLongBits(of(0.5, many).value())).isZero();
  }

  @Test
  void isNullWithoutValues() {
    assertThat(new PercentileSketch().value()).isNull();
    assertThat(of(0.5).value()).isNull();
  }

  @Test
  void refusesTwoPercentiles() {
    PercentileSketch sketch = of(0.5, 1);
    assertThatThrownBy(() -> sketch.choose(0.9))
        .hasMessage(
            "APPROX_PERCENTILE: p must be the same in all rows of a group, but is 0.5 and 0.9.");
    assertThatThrownBy(() -> sketch.merge(of(0.9, 1))).hasMessageContaining("0.5 and 0.9");
  }

  @Test
  void isTheSameBehindState() throws IOException {
    for (int size : new int[] {0, 3, 400, 401, 100_000}) {
      double[] values = random.doubles(size).toArray();
      PercentileSketch sketch = of(0.9, values);
      sketch.add(Double.NaN);
      Supplier<PercentileSketch> copy = () -> AccumulatorSerializer.PERCENTILE_SKETCH.copy(sketch);
      PercentileSketch restored =
          Serialized.restored(AccumulatorSerializer.PERCENTILE_SKETCH, sketch);
      assertThat(restored.value()).isEqualTo(sketch.value());
      assertThat(copy.get().value()).isEqualTo(sketch.value());
      assertThat(Serialized.bytes(AccumulatorSerializer.PERCENTILE_SKETCH, restored))
          .isEqualTo(Serialized.bytes(AccumulatorSerializer.PERCENTILE_SKETCH, sketch))
          .hasSizeLessThan(10_000);
      Double before = sketch.value();
      restored.add(5);
      copy.get().add(5);
      assertThat(sketch.value()).isEqualTo(before);
    }
  }
}
