/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.move.balance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;

class ObservedLoadsTest {

  private static final int MAX_PARALLELISM = 8;
  private static final int PARALLELISM = 2;
  private static final long HALF_LIFE = 10_000;
  private static final Offset<Double> EXACT = within(1e-6);

  private final ObservedLoads observed =
      new ObservedLoads(MAX_PARALLELISM, PARALLELISM, Duration.ofMillis(HALF_LIFE), 0);

  private static Loads loads() {
    return new Loads(MAX_PARALLELISM, PARALLELISM);
  }

  private static double records(LoadSnapshot snapshot, long key) {
    return snapshot.heavyKeys().stream()
        .filter(load -> load.key().equals(Loads.key(key)))
        .mapToDouble(KeyLoad::records)
        .sum();
  }

  @Test
  void reportsAddUp() {
    observed.add(loads().with(1, 0, 100).with(2, 5, 30).report(), 0);
    observed.add(loads().with(1, 0, 50).withTail(10).report(), 0);

    LoadSnapshot snapshot = observed.snapshot(0);

    assertThat(records(snapshot, 1)).isCloseTo(150, EXACT);
    assertThat(records(snapshot, 2)).isCloseTo(30, EXACT);
    assertThat(snapshot.subtasks().load(0)).isCloseTo(190, EXACT);
    assertThat(snapshot.subtasks().load(1)).isCloseTo(70, EXACT);
    assertThat(observed.balance().degree()).isCloseTo(70 / 190.0, EXACT);
  }

  @Test
  void aRecordCountsHalfAfterEachHalfLife() {
    observed.add(loads().with(1, 0, 800).report(), 0);
    assertThat(records(observed.snapshot(HALF_LIFE), 1)).isCloseTo(400, EXACT);
    observed.add(loads().with(1, 0, 100).report(), HALF_LIFE);
    assertThat(records(observed.snapshot(2 * HALF_LIFE), 1)).isCloseTo(250, EXACT);
    assertThat(observed.snapshot(3 * HALF_LIFE).subtasks().total()).isCloseTo(125, EXACT);
  }

  /** Weights would be infinite after some thousand half-lives. */
  @Test
  void yearsDoNotMatter() {
    long year = Duration.ofDays(365).toMillis();
    observed.add(loads().with(1, 0, 1e9).report(), 0);
    for (int years = 1; years <= 3; years++) {
      observed.add(loads().with(2, 5, 100).report(), years * year);
    }
    LoadSnapshot snapshot = observed.snapshot(3 * year);
    assertThat(records(snapshot, 1)).isZero();
    assertThat(records(snapshot, 2)).isCloseTo(100, EXACT);
    assertThat(snapshot.subtasks().total()).isCloseTo(100, EXACT);
  }

  @Test
  void aClockThatStepsBackStandsStill() {
    observed.add(loads().with(1, 0, 100).report(), HALF_LIFE);
    observed.add(loads().with(1, 0, 100).report(), 0);
    assertThat(records(observed.snapshot(0), 1)).isCloseTo(200, EXACT);
    assertThat(records(observed.snapshot(2 * HALF_LIFE), 1)).isCloseTo(100, EXACT);
  }

  @Test
  void aMovedKeyTakesItsLoadWithIt() {
    observed.add(loads().with(1, 0, 100).with(2, 0, 50).report(), 0);
    observed.moved(Loads.key(1), 7);
    observed.moved(Loads.key(3), 7); // not known

    LoadSnapshot snapshot = observed.snapshot(0);

    assertThat(snapshot.keyGroupRecords()).containsExactly(50, 0, 0, 0, 0, 0, 0, 100);
    assertThat(snapshot.heavyKeys().get(0).keyGroup()).isEqualTo(7);
  }

  @Test
  void aReportThatHasAKeyElsewhereMovesItsLoad() {
    observed.add(loads().with(1, 0, 100).report(), 0);
    observed.add(loads().with(1, 7, 20).report(), 0);
    assertThat(observed.snapshot(0).keyGroupRecords()).containsExactly(0, 0, 0, 0, 0, 0, 0, 120);
  }

  @Test
  void keysNeverHaveMoreThanTheirKeyGroup() {
    LoadSnapshot snapshot =
        new LoadSnapshot(
            PARALLELISM,
            new double[] {30, 0, 0, 0, 9, 0, 0, 0},
            List.of(
                new KeyLoad(Loads.key(1), 0, 0, 40),
                new KeyLoad(Loads.key(2), 0, 0, 20),
                new KeyLoad(Loads.key(3), 4, 4, 8),
                new KeyLoad(Loads.key(4), 5, 5, 8)),
            Map.of());
    assertThat(snapshot.heavyKeys()).extracting(KeyLoad::records).containsExactly(20.0, 10.0, 8.0);
  }

  @Test
  void theLightestKeysAreForgottenWhenThereAreTooMany() {
    Loads many = loads();
    int keys = ObservedLoads.MAX_KEYS + 1;
    for (int key = 1; key <= keys; key++) {
      many.with(key, key % MAX_PARALLELISM, key);
    }
    observed.add(many.report(), 0);
    List<KeyLoad> known = observed.snapshot(0).heavyKeys();
    assertThat(known).hasSize(ObservedLoads.MAX_KEYS * 3 / 4);
    assertThat(known.get(0).records()).isEqualTo(keys);
    assertThat(known.get(known.size() - 1).records()).isEqualTo(keys - known.size() + 1);
  }

  @Test
  void talliesAddUpAndAge() {
    LoadReport report =
        new LoadReport(
            RecordCounts.NONE, List.of(), new String[] {"hash"}, new int[][] {{300, 100}});
    observed.add(report, 0);
    observed.add(report, HALF_LIFE);
    SubtaskLoads tally = observed.snapshot(HALF_LIFE).tallies().get("hash");
    assertThat(tally.load(0)).isCloseTo(450, EXACT);
    assertThat(tally.balance().degree()).isCloseTo(1 / 3.0, EXACT);
  }
}
