/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.launcher.local;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class ReportedKeyLoadTest {

  @Test
  void measures() {
    ReportedKeyLoad load =
        new ReportedKeyLoad(
            "Match(partitionBy=[k]) -> Sink", List.of(30L, 10L, 20L), List.of(3L, 4L, 2L));

    assertThat(load.least()).isEqualTo(10);
    assertThat(load.most()).isEqualTo(30);
    assertThat(load.mean()).isEqualTo(20);
    assertThat(load.balanceDegree()).isEqualTo(1 / 3.0);
    assertThat(load.extraComputeTime()).isEqualTo(0.5);
    assertThat(load.leastKeys()).hasValue(2);
    assertThat(load.mostKeys()).hasValue(4);
  }

  @Test
  void nothingIsBalanced() {
    ReportedKeyLoad load = new ReportedKeyLoad("Match", List.of(0L, 0L), List.of());

    assertThat(load.balanceDegree()).isEqualTo(1);
    assertThat(load.extraComputeTime()).isZero();
    assertThat(load.mostKeys()).isEmpty();
  }

  @Test
  void readsTheOperatorsName() {
    ReportedKeyLoad placed =
        new ReportedKeyLoad(
            "GroupAggregate[partition=org.x.Mine](groupBy=[k]) -> Sink", List.of(), List.of());
    ReportedKeyLoad stock =
        new ReportedKeyLoad("GroupAggregate(groupBy=[k]) -> Sink", List.of(), List.of());

    assertThat(placed.kind()).isEqualTo("GroupAggregate");
    assertThat(placed.partition()).isEqualTo("org.x.Mine");
    assertThat(stock.kind()).isEqualTo("GroupAggregate");
    assertThat(stock.partition()).isEqualTo("hash");
  }
}
