/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.move.balance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.apache.flink.core.memory.DataInputDeserializer;
import org.apache.flink.core.memory.DataOutputSerializer;
import org.junit.jupiter.api.Test;

class MoveDecisionTest {

  private static final BalanceSettings SETTINGS =
      BalanceSettings.DEFAULT.withTimes(
          Duration.ofSeconds(10), Duration.ofSeconds(10), Duration.ofMinutes(1));

  private final MoveDecision decision = decision(SETTINGS, StateSizes.UNKNOWN);

  private static MoveDecision decision(BalanceSettings settings, StateSizes sizes) {
    return new MoveDecision(settings, sizes);
  }

  /** Two subtasks with four key groups each. */
  private static Loads two() {
    return new Loads(8, 2);
  }

  private MoveJudgement decide(Loads loads, long now) {
    return decide(decision, loads, now);
  }

  private static MoveJudgement decide(MoveDecision decision, Loads loads, long now) {
    LoadSnapshot snapshot = loads.snapshot();
    return decision.decide(snapshot, BalancePrediction.of(snapshot), false, now);
  }

  // ------------------------------------------------------------------------------------- moves

  @Test
  void theKeyThatClosesTheGapBestMoves() {
    Loads loads =
        two().with(1, 0, 4_000).with(2, 1, 2_000).with(3, 2, 1_000).with(4, 3, 500).withTail(500);

    MoveJudgement moved = decide(loads, 0);

    // 9500 and 2000: of the gap of 7500, 4000 closes all but 500
    assertThat(moved.verdict()).isEqualTo(MoveVerdict.MOVE);
    assertThat(moved.moves()).extracting(KeyMove::key).containsExactly(Loads.key(1));
    assertThat(moved.after().degree()).isCloseTo(5_500 / 6_000.0, within(1e-9));
    assertThat(moved.reason())
        .isEqualTo(
            "moving 1 key(s) changes the balance from 0.21 (+65 % compute time) to 0.92 (+4 %"
                + " compute time)");
  }

  @Test
  void aMoveSaysFromWhereToWhereAndTakesTheLeastLoadedKeyGroup() {
    Loads loads = two().with(1, 3, 3_000).with(2, 0, 3_000).withTail(100);
    loads.with(3, 4, 30).with(4, 5, 20).with(5, 7, 10);

    KeyMove move = decide(loads, 0).moves().get(0);

    assertThat(move.fromSubtask()).isZero();
    assertThat(move.toSubtask()).isEqualTo(1);
    assertThat(move.toKeyGroup()).isEqualTo(6);
    assertThat(move.records()).isEqualTo(3_000);
    assertThat(List.of(0, 3)).contains(move.fromKeyGroup());
  }

  /** So that it need not be remembered as moved. */
  @Test
  void aKeyThatReturnsGoesToWhereTheStrategyPutsIt() {
    Loads one = two().with(1, 0, 4_000).with(2, 1, 2_000).with(3, 2, 1_000).withTail(500);
    assertThat(decide(one.withBase(1, 6), 0).moves())
        .extracting(KeyMove::toKeyGroup)
        .containsExactly(6);
    // not that of the subtask that it leaves
    assertThat(decide(one.withBase(1, 3), 0).moves())
        .extracting(KeyMove::toKeyGroup)
        .containsExactly(4);

    Loads exchange = two().with(1, 0, 5_000).with(2, 1, 5_000).with(3, 4, 4_000).with(4, 5, 1_900);
    exchange.withBase(1, 7).withBase(2, 7).withBase(3, 3).withBase(4, 3);
    assertThat(decide(exchange, 0).moves()).extracting(KeyMove::toKeyGroup).containsExactly(7, 3);
  }

  @Test
  void keysThatMoveTogetherGetKeyGroupsOfTheirOwn() {
    Loads loads = two().withTail(10);
    for (int key = 0; key < 20; key++) {
      loads.with(key, key % 4, 1_000);
    }
    List<KeyMove> moves = decide(loads, 0).moves();
    assertThat(moves).hasSizeBetween(8, 10);
    for (int keyGroup = 4; keyGroup < 8; keyGroup++) {
      assertThat(moves).extracting(KeyMove::toKeyGroup).contains(keyGroup);
    }
  }

  @Test
  void keysChangePlacesWhereNoneFitsAlone() {
    Loads loads = two().with(1, 0, 5_000).with(2, 1, 4_000).with(3, 4, 3_000).with(4, 5, 1_000);
    MoveJudgement moved = decide(loads, 0); // 9000 and 4000: 5000 and 4000 are no better elsewhere
    loads.carryOut(moved);
    assertThat(moved.verdict()).isEqualTo(MoveVerdict.MOVE);
    assertThat(moved.moves()).hasSize(2);
    assertThat(loads.balance().degree()).isEqualTo(6_000 / 7_000.0);
  }

  @Test
  void anEmptySubtaskGetsAKeyThoughAnotherStaysEmpty() {
    // the balance degree is 0 before and after, but the busiest subtask has half
    Loads loads = new Loads(12, 3).with(1, 0, 3_000).with(2, 1, 3_000);
    MoveJudgement moved = decide(loads, 0);
    assertThat(moved.verdict()).isEqualTo(MoveVerdict.MOVE);
    assertThat(moved.moves()).hasSize(1);
    loads.carryOut(moved);
    assertThat(loads.snapshot().subtasks().most()).isEqualTo(3_000);
  }

  // ------------------------------------------------------------------------------------ refusals

  private static void assertNothing(MoveJudgement decision, MoveVerdict verdict, String reason) {
    assertThat(decision.verdict()).isEqualTo(verdict);
    assertThat(decision.moves()).isEmpty();
    assertThat(decision.reason()).startsWith(reason);
  }

  @Test
  void tooFewRecordsSayNothing() {
    assertNothing(
        decide(two().with(1, 0, 400).with(2, 1, 399), 0),
        MoveVerdict.TOO_FEW_RECORDS,
        "too few records: at least 400 per subtask are needed");
  }

  @Test
  void whatIsEvenEnoughStays() {
    assertNothing(
        decide(two().with(1, 0, 1_000).with(2, 1, 600).with(3, 4, 1_000), 0),
        MoveVerdict.BALANCED,
        "balanced: the threshold is 0.60");
  }

  @Test
  void movesGoOnToTheirGoalAboveTheThreshold() {
    Loads loads = two().with(1, 0, 1_500).with(2, 1, 700).with(3, 4, 1_500); // 0.68
    assertThat(decide(loads, 0).verdict()).isEqualTo(MoveVerdict.BALANCED);
    LoadSnapshot snapshot = loads.snapshot();
    MoveJudgement more = decision.decide(snapshot, BalancePrediction.of(snapshot), true, 0);
    assertNothing(more, MoveVerdict.NO_KEY_TO_MOVE, "no key to move");

    loads.with(4, 2, 350).with(2, 1, 350);
    snapshot = loads.snapshot();
    more = decision.decide(snapshot, BalancePrediction.of(snapshot), true, 0);
    loads.carryOut(more);
    assertThat(loads.balance().degree()).isEqualTo(1);
    snapshot = loads.snapshot();
    assertNothing(
        decision.decide(snapshot, BalancePrediction.of(snapshot), true, 0),
        MoveVerdict.BALANCED,
        "balanced: moves end at 0.90");
  }

  @Test
  void afterASyncTheLoadSettles() {
    Loads loads = two().with(1, 0, 3_000).with(2, 1, 3_000);
    decision.done(decide(loads, 0), 0);
    assertNothing(
        decide(loads, 9_999), MoveVerdict.SETTLING, "settling: the last Sync was less than");
    assertThat(decide(loads, 10_000).verdict()).isEqualTo(MoveVerdict.MOVE);
  }

  @Test
  void noPlacementHelpsAgainstAKeyAboveAFairShare() {
    assertNothing(
        decide(two().with(1, 0, 9_000).with(2, 4, 500).withTail(100), 0),
        MoveVerdict.KEY_ABOVE_FAIR_SHARE,
        "one key is above a fair share: it alone has 87 % of the records, and a subtask's fair"
            + " share is 50 %. No placement can even this out; 'exchange'='local-merge' can");
  }

  @Test
  void whatIsBesideAKeyAboveAFairShareIsMovedAway() {
    Loads loads = two().with(1, 0, 9_000).with(2, 1, 3_000).withTail(100);
    MoveJudgement moved = decide(loads, 0);
    assertThat(moved.moves()).extracting(KeyMove::key).containsExactly(Loads.key(2));
    loads.carryOut(moved);
    assertThat(decide(loads, 0).verdict()).isEqualTo(MoveVerdict.KEY_ABOVE_FAIR_SHARE);
  }

  @Test
  void aSmallGainIsNotWorthIt() {
    Loads loads = two().withTail(1_000);
    for (int keyGroup = 0; keyGroup < 4; keyGroup++) {
      loads.with(10 + keyGroup, keyGroup, 60);
    }
    MoveDecision strict =
        decision(SETTINGS.withThreshold(0.95).withMinimumGain(0.5), StateSizes.UNKNOWN);
    assertNothing(
        decide(strict, loads, 0),
        MoveVerdict.GAIN_TOO_SMALL,
        "gain too small: moving 2 key(s) would change the balance to");
  }

  @Test
  void whatNoKeyIsKnownForCannotBeMoved() {
    LoadSnapshot tail = new LoadSnapshot(2, new double[] {5_000, 1_000}, List.of(), Map.of());
    assertNothing(
        decision.decide(tail, BalancePrediction.of(tail), false, 0),
        MoveVerdict.NO_KEY_TO_MOVE,
        "no key to move");
  }

  // --------------------------------------------------------------------------- caps and grace time

  @Test
  void aSyncMovesNoMoreKeysAndBytesThanItsCaps() {
    Loads loads = two().withTail(10);
    for (int key = 0; key < 40; key++) {
      loads.with(key, key % 4, 1_000);
    }
    MoveDecision fewKeys = decision(SETTINGS.withCaps(5, 1L << 30), key -> 10);
    assertThat(decide(fewKeys, loads, 0).moves()).hasSize(5);
    MoveDecision fewBytes = decision(SETTINGS.withCaps(64, 79), key -> 10);
    assertThat(decide(fewBytes, loads, 0).moves()).hasSize(7);
  }

  @Test
  void whatIsTooMuchForOneSyncTakesSeveralThoughEachGainsLittle() {
    Loads loads = two().withTail(10);
    for (int key = 0; key < 200; key++) {
      loads.with(key, key % 4, 1_000);
    }
    // two of two hundred keys: by itself such a Sync would gain too little
    MoveDecision two = decision(SETTINGS.withCaps(64, 20), key -> 10);

    int syncs = 0;
    for (long now = 0; loads.balance().degree() < SETTINGS.threshold(); now += 20_000) {
      MoveJudgement decision = decide(two, loads, now);
      assertThat(decision.moves()).hasSize(2);
      assertThat(decision.reason())
          .startsWith("moving 2 key(s), as many as one Sync may move, changes the balance from");
      loads.carryOut(decision);
      two.done(decision, now);
      syncs++;
    }

    assertThat(syncs).isGreaterThan(20);
  }

  @Test
  void aKeyThatIsTooLargeStaysAndOthersMove() {
    Loads loads = two().with(1, 0, 3_000).with(2, 1, 2_900).withTail(100);
    MoveDecision sized =
        decision(SETTINGS.withCaps(64, 100), key -> key.equals(Loads.key(1)) ? 101 : 100);
    assertThat(decide(sized, loads, 0).moves())
        .extracting(KeyMove::key)
        .containsExactly(Loads.key(2));
  }

  @Test
  void aKeyDoesNotGoBackWithinTheGraceTime() {
    Loads loads = two().with(1, 0, 3_000).with(2, 1, 3_000).withTail(10);
    MoveJudgement first = decide(loads, 0);
    assertThat(first.moves()).hasSize(1);
    loads.carryOut(first);
    decision.done(first, 0);

    // the other key becomes idle, and the moved key has all the load of its subtask
    long moved = first.moves().get(0).key().equals(Loads.key(1)) ? 1 : 2;
    loads.with(3 - moved, loads.keyGroups.get(3 - moved), 1);
    loads.with(3, 4, 2_500);

    List<KeyMove> within = decide(loads, 59_999).moves();
    assertThat(within).extracting(KeyMove::key).containsExactly(Loads.key(3));
    loads.with(3, 4, 1);
    loads.with(4, 4, 2_800);
    assertThat(decide(loads, 60_000).moves())
        .extracting(KeyMove::key)
        .containsAnyOf(Loads.key(moved), Loads.key(4));
  }

  @Test
  void withinTheGraceTimeAKeyMayGoOnToAThirdSubtask() {
    Loads loads = new Loads(12, 3).with(1, 0, 3_000).with(2, 1, 3_000).with(3, 8, 2_900);
    MoveJudgement first = decide(loads, 0);
    loads.carryOut(first);
    decision.done(first, 0);
    KeyMove move = first.moves().get(0);
    assertThat(move.toSubtask()).isEqualTo(1);

    // both its old and its current subtask are heavily loaded now
    long moved = move.key().equals(Loads.key(1)) ? 1 : 2;
    loads.with(4, 4, 3_100).with(3, 8, 10);
    MoveJudgement second = decide(loads, 20_000);
    assertThat(second.moves()).extracting(KeyMove::key).containsExactly(Loads.key(moved));
    assertThat(second.moves().get(0).toSubtask()).isEqualTo(2);
  }

  @Test
  void whatLeftBeforeTheGraceTimeIsForgottenWhileAStrategyIsSet() throws IOException {
    for (int key = 0; key < 5; key++) {
      long now = key * 60_000L;
      LoadSnapshot loads = two().with(key, 0, 3_000).snapshot();
      decision.done(decision.decide(loads, TargetStrategy.HASH, any -> 4, true, now), now);
    }

    DataOutputSerializer out = new DataOutputSerializer(64);
    decision.write(out);
    DataInputDeserializer in = new DataInputDeserializer(out.getCopyOfBuffer());
    in.skipBytesToRead(Long.BYTES); // the end of the settling time
    assertThat(in.readInt()).isEqualTo(1);
  }
}
