/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.planner.keywatermark;

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
import org.trilink.planner.testing.trial.RandomTrials;
import org.trilink.planner.testing.trial.TopicRuns;
import org.trilink.planner.testing.trial.TopicTrial;
import org.trilink.planner.testing.trial.TrialCluster;

/**
 * Random topics whose partitions are read in random orders, on Trilink and on Flink: whatever the
 * topic looks like, no record is dropped that Flink keeps, and none of a key whose records are in
 * order.
 */
@Tag("slow")
@Tag("smoke")
@RandomTrials
class KeyWatermarkFloorPropertyTest {

  private static TrialCluster cluster;
  private static Path folder;

  @BeforeContainer
  static void start() throws Exception {
    cluster = new TrialCluster();
    folder = Files.createTempDirectory("key-watermark-floor");
  }

  @AfterContainer
  static void stop() throws Exception {
    cluster.close();
    FileUtils.deleteDirectory(folder.toFile());
  }

  @Provide
  Arbitrary<TopicTrial> onHeap() {
    return TopicTrial.trials(false);
  }

  @Provide
  Arbitrary<TopicTrial> onHeapRescaled() {
    return TopicTrial.rescaled(false);
  }

  @Provide
  Arbitrary<TopicTrial> onHeapRestarted() {
    return TopicTrial.restarted(false);
  }

  @Provide
  Arbitrary<TopicTrial> onRocksDb() {
    return TopicTrial.trials(true);
  }

  @Provide
  Arbitrary<TopicTrial> onRocksDbRescaled() {
    return TopicTrial.rescaled(true);
  }

  @Provide
  Arbitrary<TopicTrial> onRocksDbRestarted() {
    return TopicTrial.restarted(true);
  }

  @Property
  void onTheHeap(@ForAll("onHeap") TopicTrial trial) throws Exception {
    assertDropsNothingThatFlinkKeeps(trial);
  }

  @Property
  void onTheHeapRescaled(@ForAll("onHeapRescaled") TopicTrial trial) throws Exception {
    assertDropsNothingThatFlinkKeeps(trial);
  }

  @Property
  void onTheHeapRestarted(@ForAll("onHeapRestarted") TopicTrial trial) throws Exception {
    assertDropsNothingThatFlinkKeeps(trial);
  }

  @Property
  void onRocksDb(@ForAll("onRocksDb") TopicTrial trial) throws Exception {
    assertDropsNothingThatFlinkKeeps(trial);
  }

  @Property
  void onRocksDbRescaled(@ForAll("onRocksDbRescaled") TopicTrial trial) throws Exception {
    assertDropsNothingThatFlinkKeeps(trial);
  }

  @Property
  void onRocksDbRestarted(@ForAll("onRocksDbRestarted") TopicTrial trial) throws Exception {
    assertDropsNothingThatFlinkKeeps(trial);
  }

  private static void assertDropsNothingThatFlinkKeeps(TopicTrial trial) throws Exception {
    TopicRuns runs = new TopicRuns(cluster, trial);
    List<String> results = runs.run(folder);
    long kept = trial.kept(results);
    if (trial.isComparable()) {
      long keptByFlink = trial.kept(runs.runStock());
      assertThat(Long.toBinaryString(keptByFlink & ~kept)).as("lost").isEqualTo("0");
    }
    assertThat(Long.toBinaryString(trial.notBehind() & ~kept)).as("not behind").isEqualTo("0");
    assertThat(Long.toBinaryString(trial.inOrder() & ~kept)).as("of keys in order").isEqualTo("0");
    assertThat(trial.twice(results)).isEmpty();
    assertThat(trial.windows(results)).containsExactlyInAnyOrderElementsOf(trial.windowsOf(kept));
  }
}
