/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.benchmark.peers;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Path;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.trilink.benchmark.embedded.PartOfBenchmark;
import org.trilink.benchmark.result.Trial;
import org.trilink.benchmark.run.BenchOptions;
import org.trilink.launcher.local.CommandFailure;
import org.trilink.launcher.local.TrilinkHome;

/**
 * Peers as the benchmark runs them, with few rows: half of the keys late, every result the
 * oracle's. Peers whose jars Maven has not loaded before are left out; CI has it load them.
 */
class PeersIT {

  private static final BenchOptions OPTIONS = PartOfBenchmark.quick(20_000);

  @TempDir private Path folder;

  /** The first of them counts as measured before. */
  @Test
  void allRowsAreRightWherePeersWait() {
    assertRight(EnumSet.of(Peer.GEO_STYLE, Peer.PROCESSOR_IN_MEMORY));
  }

  @Test
  @Tag("nightly")
  void allRowsAreRightWhereOneOfEachKindWaits() {
    assertRight(
        EnumSet.of(Peer.FLINK_1_20, Peer.GEO_STYLE, Peer.PROCESSOR_IN_MEMORY, Peer.DSL_ROCKSDB));
  }

  private void assertRight(Set<Peer> peers) {
    PeersBenchmark benchmark = new PeersBenchmark(loaded(peers));
    List<Trial> trials = benchmark.trials(OPTIONS);
    assumeTrue(
        trials.size() > 1, "needs a peer's jars: mvn -f benchmark-sql/peers/flink-1.20 package");

    new PartOfBenchmark("peers", folder).assertMeasuresWhatIsLeft(OPTIONS, trials, benchmark::run);
  }

  private static Set<Peer> loaded(Set<Peer> peers) {
    PeerJars.PEERS_OF_PROJECTS.forEach(
        (project, its) -> {
          try {
            List<Path> unused =
                PeerProject.named(project, TrilinkHome.current(), List.of("mvn", "--offline"))
                    .build();
          } catch (CommandFailure notLoaded) {
            System.err.println("left out: " + its + ", as " + notLoaded.getMessage());
            peers.removeAll(its);
          }
        });
    return peers;
  }
}
