/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.planner.placement;

import static org.assertj.core.api.Assertions.assertThat;

import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.Tag;
import net.jqwik.api.lifecycle.AfterContainer;
import net.jqwik.api.lifecycle.BeforeContainer;
import org.trilink.planner.testing.Changelog;
import org.trilink.planner.testing.trial.PlacedTrial;
import org.trilink.planner.testing.trial.RandomTrials;
import org.trilink.planner.testing.trial.Trial;
import org.trilink.planner.testing.trial.TrialCluster;

/** Random queries whose keys are placed by random strategies, on Trilink and on Flink. */
@Tag("slow")
@RandomTrials
class PlacementPropertyTest {

  private static TrialCluster cluster;

  @BeforeContainer
  static void start() throws Exception {
    cluster = new TrialCluster();
  }

  @AfterContainer
  static void stop() throws Exception {
    cluster.close();
  }

  @Provide
  Arbitrary<PlacedTrial> trials() {
    return PlacedTrial.trials();
  }

  @Provide
  Arbitrary<Trial> trialsUnderKeyLevelWatermarks() {
    return Trial.placedTrials();
  }

  @Property
  void yieldsForEveryKeyWhatStockFlinkYieldsForThatKeyAlone(
      @ForAll("trialsUnderKeyLevelWatermarks") Trial trial) throws Exception {
    assertThat(cluster.run(trial))
        .containsExactlyInAnyOrderElementsOf(cluster.runStockForEachKey(trial));
  }

  @Property
  void yieldsWhatStockFlinkYields(@ForAll("trials") PlacedTrial trial) throws Exception {
    assertThat(Changelog.materialize(cluster.run(trial)))
        .containsExactlyInAnyOrderElementsOf(Changelog.materialize(cluster.runStock(trial)));
  }
}
