/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.benchmark.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class FaultScheduleTest {

  private static final int STEPS = 600;
  private static final Set<FaultKind> ALL = EnumSet.allOf(FaultKind.class);

  @Test
  void theSameSeedMakesTheSameFaults() {
    assertThat(steps(ALL, true, 7)).isEqualTo(steps(ALL, true, 7));
    assertThat(steps(ALL, true, 7)).isNotEqualTo(steps(ALL, true, 8));
  }

  @Test
  void everyKindComesBeforeOneOfThemComesAgain() {
    List<FaultKind> kinds = steps(ALL, true, 1).stream().map(FaultSchedule.Step::kind).toList();

    for (int round = 0; round < STEPS / ALL.size(); round++) {
      assertThat(kinds.subList(round * ALL.size(), (round + 1) * ALL.size()))
          .containsExactlyInAnyOrderElementsOf(ALL);
    }
  }

  @Test
  void aKindComesAtAllOfItsMomentsAndAtNoOther() {
    assertThat(moments(FaultKind.KILL_TM, true)).containsExactlyInAnyOrder(Moment.values());
    assertThat(moments(FaultKind.DROP_CHECKPOINT, true)).containsOnly(Moment.IN_CHECKPOINT);
    assertThat(moments(FaultKind.SAVEPOINT_RESCALE, true)).containsOnly(Moment.ANY_TIME);
  }

  @Test
  void noSyncIsHitWhereNoKeyMoves() {
    assertThat(moments(FaultKind.KILL_TM, false))
        .containsExactlyInAnyOrder(Moment.ANY_TIME, Moment.IN_CHECKPOINT, Moment.IN_RESTORE);
  }

  private static Set<Moment> moments(FaultKind kind, boolean keysMove) {
    Set<Moment> moments = EnumSet.noneOf(Moment.class);
    steps(Set.of(kind), keysMove, 3).forEach(step -> moments.add(step.moment()));
    return moments;
  }

  private static List<FaultSchedule.Step> steps(Set<FaultKind> kinds, boolean keysMove, long seed) {
    FaultSchedule schedule = new FaultSchedule(kinds, keysMove, seed);
    return Stream.generate(schedule::next).limit(STEPS).toList();
  }
}
