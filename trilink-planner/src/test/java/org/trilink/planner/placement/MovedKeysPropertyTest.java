/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.planner.placement;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.Tag;
import net.jqwik.api.lifecycle.AddLifecycleHook;
import net.jqwik.api.lifecycle.AfterContainer;
import net.jqwik.api.lifecycle.BeforeContainer;
import net.jqwik.api.lifecycle.PropagationMode;
import net.jqwik.api.statistics.Statistics;
import org.apache.flink.util.FileUtils;
import org.trilink.planner.testing.Changelog;
import org.trilink.planner.testing.RowsSource;
import org.trilink.planner.testing.trial.Input;
import org.trilink.planner.testing.trial.MergedTrial;
import org.trilink.planner.testing.trial.PlacedTrial;
import org.trilink.planner.testing.trial.RandomTrials;
import org.trilink.planner.testing.trial.Trial;
import org.trilink.planner.testing.trial.TrialCluster;
import org.trilink.runtime.placement.SyncDrill;

/**
 * Random queries, on Trilink with keys that are moved all the time, and on Flink; some of the jobs
 * fail halfway, some are continued at another parallelism.
 */
@Tag("slow")
@RandomTrials
@AddLifecycleHook(value = FewerTrials.class, propagateTo = PropagationMode.ALL_DESCENDANTS)
class MovedKeysPropertyTest {

  /**
   * The minimum percentage of trials with Syncs. It is far below the expected value: a build runs
   * only some trials, and in many of them few rows reach an exchange in time.
   */
  private static final double LEAST_WITH_SYNCS = 10;

  private static TrialCluster cluster;
  private static Path folder;

  @BeforeContainer
  static void start() throws Exception {
    System.setProperty(SyncDrill.PROPERTY, "true");
    cluster = new TrialCluster();
    folder = Files.createTempDirectory("moved-keys");
  }

  @AfterContainer
  static void stop() throws Exception {
    System.clearProperty(SyncDrill.PROPERTY);
    RowsSource.setPace(null);
    cluster.close();
    FileUtils.deleteDirectory(folder.toFile());
  }

  @Provide
  Arbitrary<PlacedTrial> trials() {
    return PlacedTrial.movedTrials();
  }

  @Provide
  Arbitrary<Trial> trialsUnderKeyLevelWatermarks() {
    return Trial.movedTrials();
  }

  @Provide
  Arbitrary<MergedTrial> mergedTrials() {
    return MergedTrial.movedTrials();
  }

  @Property
  void yieldsWhatStockFlinkYields(@ForAll("trials") PlacedTrial trial) throws Exception {
    List<String> expected = Changelog.materialize(cluster.runStock(trial));
    assertThat(Changelog.materialize(whileKeysMove(trial.input(), () -> cluster.run(trial))))
        .containsExactlyInAnyOrderElementsOf(expected);
  }

  @Property
  void yieldsForEveryKeyWhatStockFlinkYieldsForThatKeyAlone(
      @ForAll("trialsUnderKeyLevelWatermarks") Trial trial) throws Exception {
    List<String> expected = cluster.runStockForEachKey(trial);
    assertThat(whileKeysMove(trial.input(), () -> cluster.run(trial)))
        .containsExactlyInAnyOrderElementsOf(expected);
  }

  @Property
  void yieldsWhatStockFlinkYieldsBehindLocalMerge(@ForAll("mergedTrials") MergedTrial trial)
      throws Exception {
    List<String> expected = Changelog.materialize(cluster.runStock(trial));
    assertThat(
            Changelog.materialize(whileKeysMove(trial.input(), () -> cluster.run(trial, folder))))
        .containsExactlyInAnyOrderElementsOf(expected);
  }

  private static List<String> whileKeysMove(Input input, Job job) throws Exception {
    int before = SyncDrill.done();
    RowsSource.setPace(new TrialPace(Math.max(input.t().size(), input.u().size())));
    try {
      return job.run();
    } finally {
      RowsSource.setPace(null);
      Statistics.label("Syncs")
          .collect(SyncDrill.done() - before >= TrialPace.SYNCS ? "enough" : "few")
          .coverage(
              coverage -> coverage.check("enough").percentage(share -> share >= LEAST_WITH_SYNCS));
    }
  }

  private interface Job {
    List<String> run() throws Exception;
  }
}
