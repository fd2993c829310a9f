/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.planner.keywatermark;

import static org.assertj.core.api.Assertions.assertThat;

import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.Tag;
import net.jqwik.api.lifecycle.AfterContainer;
import net.jqwik.api.lifecycle.BeforeContainer;
import org.trilink.planner.testing.trial.RandomTrials;
import org.trilink.planner.testing.trial.Trial;
import org.trilink.planner.testing.trial.TrialCluster;

/**
 * Random queries over random inputs in which keys are apart, on Trilink and key by key on Flink.
 */
@Tag("slow")
@RandomTrials
class KeyWatermarkPropertyTest {

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
  Arbitrary<Trial> trials() {
    return Trial.trials();
  }

  @Property
  void yieldsForEveryKeyWhatStockFlinkYieldsForThatKeyAlone(@ForAll("trials") Trial trial)
      throws Exception {
    assertThat(cluster.run(trial))
        .containsExactlyInAnyOrderElementsOf(cluster.runStockForEachKey(trial));
  }
}
