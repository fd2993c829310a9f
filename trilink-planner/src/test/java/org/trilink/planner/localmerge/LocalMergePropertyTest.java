/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.planner.localmerge;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.Tag;
import net.jqwik.api.lifecycle.AfterContainer;
import net.jqwik.api.lifecycle.BeforeContainer;
import org.apache.flink.util.FileUtils;
import org.trilink.planner.testing.Changelog;
import org.trilink.planner.testing.trial.MergedTrial;
import org.trilink.planner.testing.trial.RandomTrials;
import org.trilink.planner.testing.trial.TrialCluster;

/**
 * Random queries whose records are merged before the exchange, by random triggers, on Trilink and
 * on Flink; some of the jobs fail halfway, some are continued at another parallelism.
 */
@Tag("slow")
@RandomTrials
class LocalMergePropertyTest {

  private static TrialCluster cluster;
  private static Path folder;

  @BeforeContainer
  static void start() throws Exception {
    cluster = new TrialCluster();
    folder = Files.createTempDirectory("local-merge");
  }

  @AfterContainer
  static void stop() throws Exception {
    cluster.close();
    FileUtils.deleteDirectory(folder.toFile());
  }

  @Provide
  Arbitrary<MergedTrial> trialsByKey() {
    return MergedTrial.trialsByKey();
  }

  @Provide
  Arbitrary<MergedTrial> trialsBySubtask() {
    return MergedTrial.trialsBySubtask();
  }

  @Property
  void yieldsForEveryKeyWhatStockFlinkYieldsForThatKeyAlone(
      @ForAll("trialsByKey") MergedTrial trial) throws Exception {
    assertThat(cluster.run(trial, folder))
        .containsExactlyInAnyOrderElementsOf(cluster.runStockForEachKey(trial.keyByKey()));
  }

  @Property
  void yieldsWhatStockFlinkYields(@ForAll("trialsBySubtask") MergedTrial trial) throws Exception {
    List<String> expected = Changelog.materialize(cluster.runStock(trial));
    assertThat(Changelog.materialize(cluster.run(trial, folder)))
        .containsExactlyInAnyOrderElementsOf(expected);
  }
}
