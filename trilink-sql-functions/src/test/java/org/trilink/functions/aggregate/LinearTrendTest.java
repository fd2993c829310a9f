/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.functions.aggregate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.trilink.functions.aggregate.ExactTrend.Point;

class LinearTrendTest {

  private static final long NOW = 1_700_000_000_000L;

  private final Random random = new Random(7);

  private List<Point> points(int count, long start, long span, double level, double noise) {
    List<Point> points = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      points.add(
          new Point(
              level + noise * random.nextGaussian(), start + (long) (random.nextDouble() * span)));
    }
    return points;
  }

  private static LinearTrend of(List<Point> points) {
    LinearTrend trend = new LinearTrend();
    points.forEach(point -> trend.add(point.value(), point.time()));
    return trend;
  }

  private static void assertSlope(LinearTrend trend, List<Point> points) {
    double expected = ExactTrend.slopePerHour(points);
    assertThat(trend.slopePerHour()).isCloseTo(expected, within(Math.abs(expected) * 1e-12));
  }

  @ParameterizedTest
  @CsvSource({
    // start, span in ms, level, noise
    "0, 3600000, 0, 1",
    "1700000000000, 60000, 230, 1.5",
    "1700000000000, 1000, 230, 0.001",
    "1700000000000, 20, 1e9, 1e-3",
    "-62135596800000, 315537897599999, 230, 10",
    "1700000000000, 86400000, 0, 1e-300",
    "1700000000000, 86400000, 0, 1e200",
  })
  void isTheExactSlope(long start, long span, double level, double noise) {
    List<Point> points = points(1000, start, span, level, noise);
    assertSlope(of(points), points);
  }

  @Test
  void aLineHasItsOwnSlope() {
    LinearTrend trend = new LinearTrend();
    for (int minute = 0; minute < 600; minute++) {
      trend.add(230 - 0.25 * minute, NOW + minute * 60_000L);
    }
    assertThat(trend.slopePerHour()).isEqualTo(-15.0);
  }

  @Test
  void mergesAsIfItHadSeenAll() {
    for (int round = 0; round < 50; round++) {
      List<Point> points = points(500, NOW, 3_600_000, 1e6, 1);
      LinearTrend merged = new LinearTrend();
      int from = 0;
      while (from < points.size()) {
        int to = Math.min(points.size(), from + random.nextInt(100));
        LinearTrend part = of(points.subList(from, to));
        Double before = part.slopePerHour();
        merged.merge(part);
        assertThat(part.slopePerHour()).isEqualTo(before);
        from = to;
      }
      assertSlope(merged, points);
    }
  }

  @Test
  void takesPointsBack() {
    LinearTrend window = new LinearTrend();
    List<Point> points = points(20_000, NOW, 1, 230, 2);
    List<Point> timed = new ArrayList<>();
    for (int i = 0; i < points.size(); i++) {
      timed.add(new Point(points.get(i).value(), NOW + i * 997L));
      window.add(timed.get(i).value(), timed.get(i).time());
      if (i >= 10) {
        window.remove(timed.get(i - 10).value(), timed.get(i - 10).time());
      }
    }
    assertSlope(window, timed.subList(timed.size() - 10, timed.size()));
    for (Point point : timed.subList(timed.size() - 10, timed.size() - 1)) {
      window.remove(point.value(), point.time());
    }
    assertThat(window.slopePerHour()).isNull();
  }

  @Test
  void takesBackWhatAnotherPartHasSeen() {
    List<Point> points = points(100, NOW, 60_000, 230, 2);
    LinearTrend all = of(points);
    LinearTrend changes = new LinearTrend();
    changes.add(1, NOW + 5);
    points.subList(0, 60).forEach(point -> changes.remove(point.value(), point.time()));
    LinearTrend merged = new LinearTrend();
    merged.merge(changes);
    merged.merge(all);
    List<Point> left = new ArrayList<>(points.subList(60, 100));
    left.add(new Point(1, NOW + 5));
    assertSlope(merged, left);
  }

  @Test
  void needsTwoDistinctTimes() {
    LinearTrend trend = new LinearTrend();
    assertThat(trend.slopePerHour()).isNull();
    trend.add(1, NOW);
    assertThat(trend.slopePerHour()).isNull();
    trend.add(2, NOW);
    assertThat(trend.slopePerHour()).isNull();
    trend.add(2, NOW + 1);
    assertThat(trend.slopePerHour()).isEqualTo(0.5 * 3_600_000);
    trend.remove(2, NOW + 1);
    assertThat(trend.slopePerHour()).isNull();
  }

  @Test
  void seesOneMillisecondInManyYears() {
    LinearTrend trend = new LinearTrend();
    trend.add(0, 0);
    for (int i = 0; i < 1000; i++) {
      trend.add(0, NOW);
    }
    trend.remove(0, 0);
    assertThat(trend.slopePerHour()).isNull();
    trend.add(1, NOW + 1);
    assertThat(trend.slopePerHour()).isEqualTo(3_600_000);
  }

  @Test
  void isNanWhileThereIsAnUnboundedValue() {
    for (double unbounded :
        new double[] {
          Double.NaN, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY, Double.MAX_VALUE, -1e281
        }) {
      LinearTrend trend = new LinearTrend();
      trend.add(1, NOW);
      trend.add(2, NOW + 3_600_000);
      trend.add(unbounded, NOW + 1);
      assertThat(trend.slopePerHour()).isNaN();
      trend.remove(unbounded, NOW + 1);
      assertThat(trend.slopePerHour()).isEqualTo(1);
    }
  }

  @Test
  void isTheSameBehindState() throws IOException {
    List<Point> points = points(300, NOW, 3_600_000, 230, 2);
    LinearTrend trend = of(points.subList(0, 200));
    LinearTrend restored = Serialized.restored(AccumulatorSerializer.LINEAR_TREND, trend);
    LinearTrend copy = AccumulatorSerializer.LINEAR_TREND.copy(trend);
    for (Point point : points.subList(200, 300)) {
      trend.add(point.value(), point.time());
      restored.add(point.value(), point.time());
    }
    assertThat(restored.slopePerHour()).isEqualTo(trend.slopePerHour());
    assertThat(copy.slopePerHour()).isEqualTo(of(points.subList(0, 200)).slopePerHour());
    assertThat(Serialized.bytes(AccumulatorSerializer.LINEAR_TREND, trend)).hasSize(90);
  }

  @Test
  void refusesStateOfALaterVersion() throws IOException {
    byte[] bytes = Serialized.bytes(AccumulatorSerializer.LINEAR_TREND, new LinearTrend());
    bytes[0] = 2;
    assertThatThrownBy(() -> Serialized.read(AccumulatorSerializer.LINEAR_TREND, bytes))
        .hasMessageContaining("reads version 1, but the state was written with version 2");
  }
}
