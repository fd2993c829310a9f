/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.advice.measure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.trilink.advice.measure.GeneratedReports.SECOND;

import java.time.ZoneOffset;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class LossByGrainTest {

  private static final Deadline MINUTES =
      Deadline.ofWindows(60 * SECOND, 60 * SECOND, 0, ZoneOffset.UTC);

  @Test
  void keysOfOneGatewayMayShareAWatermark() {
    GeneratedReports reports = new GeneratedReports();
    for (int key = 0; key < 30; key++) {
      reports.add(0, key, 600, key < 20 ? 0 : 180 * SECOND);
    }
    int[] gateways = IntStream.range(0, 30).map(key -> key / 10).toArray(); // the key groups

    List<LossByGrain> grains = LossByGrain.of(reports.sample(1), MINUTES, 1, 1, false, gateways);

    assertThat(grains).extracting(LossByGrain::keysPerGroup).containsExactly(1, 10);
    assertThat(grains).extracting(LossByGrain::groups).containsExactly(30, 3);
    assertThat(grains).extracting(grain -> grain.late().late()).containsExactly(0L, 0L);
    assertThat(grains).extracting(LossByGrain::isHalfFull).containsExactly(true, true);
  }

  @Test
  void keysThatAreFarApartMayNot() {
    GeneratedReports reports = new GeneratedReports();
    for (int key = 0; key < 30; key++) {
      reports.add(0, key, 600, key % 2 == 0 ? 0 : 180 * SECOND);
    }

    List<LossByGrain> grains = LossByGrain.of(reports.sample(1), MINUTES, 1, 1, false, new int[30]);

    assertThat(grains).extracting(LossByGrain::keysPerGroup).containsExactly(1, 10, 100);
    assertThat(grains.get(0).late().late()).isZero();
    assertThat(grains.get(1).late().share()).isBetween(0.45, 0.5);
    assertThat(grains.get(2).groups()).isEqualTo(1);
    assertThat(grains.get(2).isHalfFull()).isFalse(); // 30 keys of 100
  }
}
