/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.planner.hint;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Assume;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.Tag;
import net.jqwik.api.lifecycle.AfterContainer;
import net.jqwik.api.lifecycle.BeforeContainer;
import net.jqwik.api.statistics.Statistics;
import org.apache.flink.util.FileUtils;
import org.trilink.planner.testing.Changelog;
import org.trilink.planner.testing.trial.HintedRun;
import org.trilink.planner.testing.trial.HintedTrial;
import org.trilink.planner.testing.trial.RandomTrials;
import org.trilink.planner.testing.trial.TrialCluster;

/**
 * Random queries in random forms with random options, whether they suit the query or not: refused
 * with a reason, or as stock Flink.
 */
@Tag("slow")
@RandomTrials
class HintCombinationsPropertyTest {

  private static TrialCluster cluster;
  private static Path folder;

  @BeforeContainer
  static void start() throws Exception {
    cluster = new TrialCluster();
    folder = Files.createTempDirectory("hints");
  }

  @AfterContainer
  static void stop() throws Exception {
    cluster.close();
    FileUtils.deleteDirectory(folder.toFile());
  }

  @Provide
  Arbitrary<HintedTrial> trials() {
    return HintedTrial.trials();
  }

  @Property
  void yieldsWhatStockFlinkYieldsOrIsRefusedWithAReason(@ForAll("trials") HintedTrial trial)
      throws Exception {
    HintedRun run = cluster.plan(trial);
    if (run.failure().isPresent()) {
      Assume.that(run.canBePlannedByStockFlink());
      assertThat(run.failure().get()).containsPattern("TRILINK hint|table\\.optimizer\\.trilink");
      Statistics.collect("error");
      return;
    }
    assertThat(run.untold()).as("silent in%n%s", run.plan()).isEmpty();
    assertThat(trial.isStrict() && run.hasAdvice()).as("strict%n%s", run.plan()).isFalse();
    List<String> expected =
        Collections.nCopies(
                trial.copies(), Changelog.materialize(cluster.runStock(trial, run.isByKey())))
            .stream()
            .flatMap(List::stream)
            .toList();
    assertThat(Changelog.materialize(run.results(folder)))
        .containsExactlyInAnyOrderElementsOf(expected);
    Statistics.collect(run.isByKey() ? "by key" : run.hasAdvice() ? "advice" : "in order");
  }
}
