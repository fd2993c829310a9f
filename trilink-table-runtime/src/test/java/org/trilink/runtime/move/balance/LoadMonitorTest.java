/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.move.balance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.apache.flink.core.memory.DataInputDeserializer;
import org.apache.flink.core.memory.DataOutputSerializer;
import org.apache.flink.runtime.state.KeyGroupRangeAssignment;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.databind.JsonNode;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.databind.ObjectMapper;
import org.junit.jupiter.api.Test;

class LoadMonitorTest {

  private static final int MAX_PARALLELISM = 8;
  private static final long NOW = 1_000_000;
  private static final long SECOND = 1_000;

  private final LoadMonitor monitor = monitor(MonitorSettings.DEFAULT);

  private static LoadMonitor monitor(MonitorSettings settings) {
    return monitor(settings, 2);
  }

  private static LoadMonitor monitor(MonitorSettings settings, int parallelism) {
    return new LoadMonitor(
        settings, MAX_PARALLELISM, parallelism, LoadMonitorTest::strategy, StateSizes.UNKNOWN, NOW);
  }

  /**
   * A stub: modulo refuses, as for a key that is not an integer; n weights put all keys into group
   * n - 1.
   */
  private static KeyToKeyGroup strategy(TargetStrategy strategy, int[] weights) {
    if (strategy == TargetStrategy.MODULO) {
      throw new IllegalArgumentException("the key is k STRING");
    }
    if (weights != null && weights.length == MAX_PARALLELISM + 1) {
      throw new IllegalArgumentException("there are 9 weights, but only 8 key groups");
    }
    return strategy == TargetStrategy.WEIGHT
        ? key -> weights.length - 1
        : key -> KeyGroupRangeAssignment.assignToKeyGroup(key, MAX_PARALLELISM);
  }

  private static void apply(LoadMonitor monitor, String command) {
    monitor.apply(MonitorCommand.parse(command));
  }

  /**
   * Key groups 0 to 3 are on subtask 0, and have most of the load; one move makes the load even
   * enough.
   */
  private static Loads skewed() {
    return new Loads(MAX_PARALLELISM, 2)
        .with(1, 0, 4_000)
        .with(2, 1, 2_000)
        .with(3, 2, 1_000)
        .withTail(500);
  }

  /** A balance degree of 0.75, which a move of key 1 raises to 1. */
  private static Loads evenEnough() {
    return new Loads(MAX_PARALLELISM, 2)
        .with(1, 0, 500)
        .with(2, 1, 2_500)
        .withTail(250)
        .with(3, 4, 2_000);
  }

  private static Judgement lastOf(LoadMonitor monitor) {
    List<Judgement> judgements = monitor.history().judgements();
    return judgements.get(judgements.size() - 1);
  }

  // -------------------------------------------------------------------------------- from reports
  // to Syncs

  @Test
  void nothingIsDecidedBeforeAnythingHasCome() {
    assertThat(monitor.tick(NOW)).isNull();
    assertThat(monitor.history().judgements()).isEmpty();
    assertThat(monitor.balance().degree()).isOne();
  }

  @Test
  void skewLeadsToMovesAndTheseToAnEvenLoad() {
    monitor.report(skewed().report(), NOW);
    double before = monitor.balance().degree();

    MoveJudgement decision = monitor.tick(NOW);

    assertThat(decision.verdict()).isEqualTo(MoveVerdict.MOVE);
    assertThat(monitor.isSyncUnderWay()).isTrue();
    monitor.report(skewed().report(), NOW + 50 * SECOND);
    assertThat(monitor.tick(NOW + 50 * SECOND)).as("while one is under way").isNull();
    assertThat(monitor.forceDecision(NOW + 50 * SECOND).moves()).isEmpty();

    monitor.syncDone(decision, 12_345, 67, NOW + 51 * SECOND);

    assertThat(monitor.isSyncUnderWay()).isFalse();
    assertThat(monitor.balance().degree()).isGreaterThan(0.6).isGreaterThan(before);
    assertThat(monitor.history().judgements()).hasSize(1);
    PastSync sync = monitor.history().syncs().get(0);
    assertThat(sync.isDone()).isTrue();
    assertThat(sync.time()).isEqualTo(NOW + 51 * SECOND);
    assertThat(sync.keys()).isEqualTo(decision.moves().size());
    assertThat(sync.bytes()).isEqualTo(12_345);
    assertThat(sync.pause()).isEqualTo(67);
    assertThat(sync.before().degree()).isCloseTo(before, within(1e-9));
    assertThat(sync.after().degree()).isEqualTo(decision.after().degree());
  }

  @Test
  void whatCouldNotBeMovedIsTriedAgainAfterAPause() {
    monitor.report(skewed().report(), NOW);
    double before = monitor.balance().degree();
    MoveJudgement first = monitor.tick(NOW);

    monitor.syncNotDone(first, "some subtasks did not get ready in time", NOW + 5 * SECOND);

    assertThat(monitor.balance().degree()).isEqualTo(before);
    assertThat(monitor.history().syncs().get(0).isDone()).isFalse();
    assertThat(monitor.history().syncs().get(0).outcome()).contains("did not get ready");
    assertThat(monitor.tick(NOW + 10 * SECOND)).isNull();
    assertThat(lastOf(monitor).verdict()).isEqualTo(MoveVerdict.SETTLING);
    MoveJudgement second = monitor.tick(NOW + 20 * SECOND);
    assertThat(second.moves())
        .extracting(KeyMove::key)
        .containsExactlyElementsOf(first.moves().stream().map(KeyMove::key).toList());
  }

  @Test
  void onlyTheDecisionUnderWayCanEnd() {
    monitor.report(skewed().report(), NOW);
    MoveJudgement decision = monitor.tick(NOW);
    monitor.syncDone(decision, 0, 0, NOW);
    assertThatThrownBy(() -> monitor.syncDone(decision, 0, 0, NOW))
        .isInstanceOf(IllegalStateException.class);
    assertThatThrownBy(() -> monitor.syncNotDone(decision, "", NOW))
        .isInstanceOf(IllegalStateException.class);
    assertThat(monitor.history().syncs()).hasSize(1);
  }

  // ----------------------------------------------------------------------------- several Syncs

  /**
   * 400 keys have 60 % of the records, and two more 20 % each, both on one of four subtasks: 0.27.
   */
  private static Loads twoBusyKeysOnOneSubtask() {
    Loads loads = new Loads(720, 4);
    for (int key = 0; key < 400; key++) {
      loads.with(key, 150);
    }
    return loads.with(1_000, 0, 20_000).with(1_001, 1, 20_000);
  }

  private static LoadMonitor ofFour(MonitorSettings settings) {
    return new LoadMonitor(settings, 720, 4, LoadMonitorTest::strategy, StateSizes.UNKNOWN, NOW);
  }

  /** The load goes on; returns the number of Syncs. */
  private static int run(LoadMonitor monitor, Loads loads, long from, long to) {
    int syncs = 0;
    for (long now = from; now < to; now += SECOND / 2) {
      monitor.report(loads.report(), now);
      MoveJudgement decision = monitor.tick(now);
      if (decision != null) {
        assertThat(decision.moves())
            .hasSizeLessThanOrEqualTo(monitor.settings().balance().maxKeys());
        loads.carryOut(decision);
        monitor.syncDone(decision, 0, 0, now);
        syncs++;
      }
    }
    return syncs;
  }

  /** The first Sync moves as many keys as it may, and ends above the threshold. */
  @Test
  void movesGoOnUntilTheirGoal() {
    LoadMonitor four = ofFour(MonitorSettings.DEFAULT);
    Loads loads = twoBusyKeysOnOneSubtask();
    assertThat(loads.balance().degree()).isLessThan(0.3);

    assertThat(run(four, loads, NOW, NOW + SECOND)).isOne();
    assertThat(loads.balance().degree()).isBetween(0.6, 0.75);
    assertThat(BalancePrediction.of(loads.snapshot()).bestDegree()).isEqualTo(1);
    int more = run(four, loads, NOW + SECOND, NOW + 60 * SECOND);

    assertThat(loads.balance().degree()).isGreaterThanOrEqualTo(0.9);
    assertThat(more).isBetween(1, 2);
    assertThat(four.history().judgements())
        .as("and then one that finds the goal, and no more")
        .hasSize(1 + more + 1);
  }

  /** By chance, keys that are few in a sample look busier than they are. */
  @Test
  void movesGoOnWhereTheLastOnesHaveGainedLessThanExpected() {
    LoadMonitor four =
        ofFour(
            MonitorSettings.DEFAULT.withBalance(
                BalanceSettings.DEFAULT.withCaps(1_000, Long.MAX_VALUE)));
    Loads loads = twoBusyKeysOnOneSubtask();
    four.report(loads.report(), NOW);
    MoveJudgement first = four.tick(NOW);
    assertThat(first.after().degree()).isGreaterThanOrEqualTo(0.9);
    loads.carryOut(first);
    four.syncDone(first, 0, 0, NOW);
    for (KeyMove move : first.moves()) {
      long key = Loads.number(move.key());
      loads.with(key, move.toKeyGroup(), loads.records.get(key) * 0.6);
    }
    assertThat(loads.balance().degree()).isBetween(0.6, 0.85);

    assertThat(run(four, loads, NOW + SECOND, NOW + 60 * SECOND)).isPositive();
    assertThat(loads.balance().degree())
        .as("so near to the goal that another Sync gains too little")
        .isGreaterThan(0.9 - BalanceSettings.DEFAULT.minimumGain());
  }

  /** Counts from before a Sync say nothing of what it has gained. */
  @Test
  void theGoalIsNotReachedWhileMovesSettle() {
    LoadMonitor periodic =
        ofFour(
            MonitorSettings.DEFAULT
                .withBalance(BalanceSettings.DEFAULT.withCaps(1_000, Long.MAX_VALUE))
                .withInterval(Duration.ofSeconds(1))
                .withTrigger(TriggerKind.PERIOD));
    Loads loads = twoBusyKeysOnOneSubtask();
    assertThat(run(periodic, loads, NOW, NOW + 5 * SECOND)).isOne();

    assertThat(loads.balance().degree()).isGreaterThanOrEqualTo(0.9);
    assertThat(periodic.history().judgements())
        .last()
        .extracting(Judgement::verdict)
        .isEqualTo(MoveVerdict.SETTLING);
  }

  /** After a Sync, nobody may send anything for hours. */
  @Test
  void tooFewRecordsAreNotJudgedEachSecond() {
    LoadMonitor hourly =
        ofFour(
            MonitorSettings.DEFAULT
                .withInterval(Duration.ofHours(1))
                .withTrigger(TriggerKind.PERIOD));
    Loads loads = twoBusyKeysOnOneSubtask();
    hourly.report(loads.report(), NOW);
    MoveJudgement first = hourly.forceDecision(NOW);
    hourly.syncDone(first, 0, 0, NOW);
    Loads few = new Loads(MAX_PARALLELISM, 4).with(1, 0, 10);
    long before = hourly.history().entries();
    for (long now = NOW + 600 * SECOND; now < NOW + 660 * SECOND; now += SECOND) {
      hourly.report(few.report(), now);
      assertThat(hourly.tick(now)).isNull();
    }

    assertThat(lastOf(hourly).verdict()).isEqualTo(MoveVerdict.TOO_FEW_RECORDS);
    assertThat(hourly.history().entries() - before).isBetween(1L, 6L);
  }

  @Test
  void movesGoOnWhateverTheTriggerIs() {
    LoadMonitor hourly =
        ofFour(
            MonitorSettings.DEFAULT
                .withInterval(Duration.ofHours(1))
                .withTrigger(TriggerKind.PERIOD));
    Loads loads = twoBusyKeysOnOneSubtask();
    assertThat(run(hourly, loads, NOW, NOW + 3_600 * SECOND)).isZero();
    run(hourly, loads, NOW + 3_600 * SECOND, NOW + 3_660 * SECOND);
    assertThat(loads.balance().degree()).isGreaterThanOrEqualTo(0.9);
  }

  @Test
  void movesDoNotGoOnWhileTheyAreFrozenOrTheMonitorIsOff() {
    LoadMonitor four = ofFour(MonitorSettings.DEFAULT);
    Loads loads = twoBusyKeysOnOneSubtask();
    run(four, loads, NOW, NOW + SECOND);
    apply(four, "{\"freeze\": true}");
    assertThat(run(four, loads, NOW + SECOND, NOW + 60 * SECOND)).isZero();
    apply(four, "{\"freeze\": false}");
    apply(four, "{\"monitor\": \"off\"}");
    assertThat(run(four, loads, NOW + 60 * SECOND, NOW + 120 * SECOND)).isZero();
    apply(four, "{\"monitor\": \"threshold\"}");
    assertThat(run(four, loads, NOW + 120 * SECOND, NOW + 180 * SECOND)).isPositive();
    assertThat(loads.balance().degree()).isGreaterThanOrEqualTo(0.9);
  }

  @Test
  void movesGoOnAfterAFailure() throws IOException {
    LoadMonitor four = ofFour(MonitorSettings.DEFAULT);
    Loads loads = twoBusyKeysOnOneSubtask();
    run(four, loads, NOW, NOW + SECOND);

    LoadMonitor restored = ofFour(MonitorSettings.DEFAULT);
    restore(restored, written(four), NOW + SECOND);
    run(restored, loads, NOW + SECOND, NOW + 60 * SECOND);
    assertThat(loads.balance().degree()).isGreaterThanOrEqualTo(0.9);
  }

  @Test
  void movesThatCouldNotBeMadeAreTriedAgainOnTheWayToTheGoal() {
    LoadMonitor four = ofFour(MonitorSettings.DEFAULT);
    Loads loads = twoBusyKeysOnOneSubtask();
    run(four, loads, NOW, NOW + SECOND);
    four.report(loads.report(), NOW + 20 * SECOND);
    four.syncNotDone(four.tick(NOW + 20 * SECOND), "not ready", NOW + 21 * SECOND);
    run(four, loads, NOW + 22 * SECOND, NOW + 60 * SECOND);
    assertThat(loads.balance().degree()).isGreaterThanOrEqualTo(0.9);
  }

  /** Below the goal, but above the threshold, nothing begins to move by itself. */
  @Test
  void oneSyncByCommandIsNotTheBeginningOfMore() {
    LoadMonitor small =
        monitor(MonitorSettings.DEFAULT.withBalance(BalanceSettings.DEFAULT.withCaps(1, 1 << 20)));
    Loads loads = new Loads(MAX_PARALLELISM, 2).withTail(1_000);
    for (int key = 0; key < 8; key++) {
      loads.with(key, key % 4, 200);
    }
    small.report(loads.report(), NOW);
    MoveJudgement forced = small.forceDecision(NOW);
    loads.carryOut(forced);
    small.syncDone(forced, 0, 0, NOW);
    assertThat(loads.balance().degree()).isBetween(0.6, 0.9);
    assertThat(run(small, loads, NOW + SECOND, NOW + 60 * SECOND)).isZero();
  }

  @Test
  void aForcedDecisionAsksNeitherForTheThresholdNorForThePause() {
    monitor.report(evenEnough().report(), NOW);
    assertThat(monitor.tick(NOW)).isNull();

    MoveJudgement forced = monitor.forceDecision(NOW);

    assertThat(forced.verdict()).isEqualTo(MoveVerdict.MOVE);
    monitor.syncNotDone(forced, "", NOW);
    assertThat(monitor.forceDecision(NOW).verdict()).isEqualTo(MoveVerdict.MOVE);
  }

  @Test
  void aForcedDecisionStillSaysWhyNothingMoves() {
    monitor.report(new Loads(MAX_PARALLELISM, 2).with(1, 0, 10).report(), NOW);
    assertThat(monitor.forceDecision(NOW).verdict()).isEqualTo(MoveVerdict.TOO_FEW_RECORDS);
    assertThat(lastOf(monitor).verdict()).isEqualTo(MoveVerdict.TOO_FEW_RECORDS);
    assertThat(monitor.isSyncUnderWay()).isFalse();
  }

  // ------------------------------------------------------------------------------------- commands

  @Test
  void whileFrozenNothingMovesAndTheHistorySaysWhy() {
    apply(monitor, "{\"freeze\": true}");
    monitor.report(skewed().report(), NOW);
    assertThat(monitor.tick(NOW)).isNull();
    assertThat(lastOf(monitor).reason())
        .isEqualTo("frozen: no key is moved until the command {\"freeze\": false}");
    assertThat(monitor.forceDecision(NOW).verdict()).isEqualTo(MoveVerdict.FROZEN);
    apply(monitor, "{\"freeze\": false}");
    assertThat(monitor.forceDecision(NOW).verdict()).isEqualTo(MoveVerdict.MOVE);
  }

  @Test
  void aThresholdAppliesToTheTriggerAndToTheDecision() {
    monitor.report(evenEnough().report(), NOW);
    assertThat(monitor.tick(NOW)).isNull();
    assertThat(monitor.history().judgements()).isEmpty();
    apply(monitor, "{\"threshold\": 0.9}");
    assertThat(monitor.tick(NOW + SECOND)).isNotNull();
  }

  @Test
  void triggersAreExchanged() {
    apply(monitor, "{\"monitor\": \"off\"}");
    monitor.report(skewed().report(), NOW);
    assertThat(monitor.tick(NOW)).isNull();
    assertThat(monitor.history().judgements()).isEmpty();

    apply(monitor, "{\"monitor\": \"period\", \"interval\": \"30 s\"}");
    monitor.tick(NOW + SECOND);
    monitor.tick(NOW + 30 * SECOND);
    assertThat(monitor.history().judgements()).isEmpty();
    monitor.report(evenEnough().report(), NOW + 31 * SECOND);
    monitor.tick(NOW + 31 * SECOND);
    assertThat(monitor.history().judgements()).hasSize(1);

    apply(monitor, "{\"monitor\": \"count\", \"records\": 11000}");
    monitor.report(skewed().report(), NOW + 32 * SECOND); // 11,000
    monitor.tick(NOW + 32 * SECOND);
    assertThat(monitor.history().judgements()).hasSize(2);
    monitor.tick(NOW + 33 * SECOND);
    assertThat(monitor.history().judgements()).hasSize(2);
  }

  @Test
  void aRefusedCommandChangesNothing() {
    String before = monitor.toJson("hash", 0, NOW);
    assertThatThrownBy(() -> apply(monitor, "{\"monitor\": \"period\"}"))
        .hasMessageStartingWith("The monitor 'period' needs an interval");
    assertThatThrownBy(() -> apply(monitor, "{\"set\": \"modulo\"}"))
        .hasMessage(
            "Keys cannot be placed by 'modulo': the key is k STRING. Set another strategy, such as"
                + " 'least-count'.");
    assertThatThrownBy(() -> apply(monitor, "{\"set\": \"weight\"}"))
        .hasMessageStartingWith("'weight' needs weights, but none are set. Set them first");
    assertThatThrownBy(() -> apply(monitor, "{\"weights\": [100, 0, 0, 0, 0, 0, 0, 0, 0]}"))
        .hasMessage(
            "Keys cannot be placed by 'weight': there are 9 weights, but only 8 key groups. Give one"
                + " weight per subtask.");
    assertThat(monitor.toJson("hash", 0, NOW)).isEqualTo(before);
  }

  @Test
  void anIntervalIsThatOfTheCommandOrTheQueryAndNotOfAnEarlierCommand() {
    apply(monitor, "{\"monitor\": \"period\", \"interval\": \"30 s\"}");
    apply(monitor, "{\"monitor\": \"off\"}");
    // after a restore the first setting would be lost
    assertThatThrownBy(() -> apply(monitor, "{\"monitor\": \"period\"}"))
        .hasMessageContaining("needs an interval");
    LoadMonitor planned = monitor(MonitorSettings.DEFAULT.withInterval(Duration.ofSeconds(20)));
    apply(planned, "{\"monitor\": \"period\"}");
    assertThat(planned.settings().interval()).isEqualTo(Duration.ofSeconds(20));
  }

  @Test
  void newWeightsMakeTheTallyOfTheOldOnesWorthless() {
    RecordCounter counter = new RecordCounter(MAX_PARALLELISM);
    LoadSampler sampler = new LoadSampler(1, Map.of("weight", (key, hash) -> 0), 2, 1);
    for (int i = 0; i < 20_000; i++) {
      sampler.record(Loads.key(i), Loads.key(i).hashCode());
      counter.count(i % MAX_PARALLELISM);
    }
    monitor.report(sampler.take(counter.take(), key -> 0, (key, base) -> base), NOW);
    assertThat(monitor.toJson("hash", 0, NOW)).contains("\"weight\":{\"degree\":0.0");
    apply(monitor, "{\"weights\": [50, 50]}");
    assertThat(monitor.toJson("hash", 0, NOW)).doesNotContain("\"weight\":{");
  }

  // ------------------------------------------------------------------------------------ strategies

  /**
   * Twenty keys, all on subtask 0, where hash places only some of them; the tail makes the load
   * even enough.
   */
  private static Loads allOnTheFirst() {
    Loads loads = new Loads(MAX_PARALLELISM, 2);
    for (int key = 0; key < 20; key++) {
      loads.with(key, key % 4, 1_000 + key);
    }
    return loads.withTail(20_000);
  }

  private static long onAnotherSubtaskThanHash(Loads loads) {
    LoadSnapshot snapshot = loads.snapshot();
    return snapshot.heavyKeys().stream()
        .filter(
            load ->
                snapshot.subtaskOf(load.keyGroup())
                    != snapshot.subtaskOf(
                        KeyGroupRangeAssignment.assignToKeyGroup(load.key(), MAX_PARALLELISM)))
        .count();
  }

  @Test
  void aStrategyThatIsSetGetsTheHeavyKeysSyncBySync() {
    LoadMonitor small =
        monitor(MonitorSettings.DEFAULT.withBalance(BalanceSettings.DEFAULT.withCaps(4, 1 << 20)));
    Loads loads = allOnTheFirst();
    long elsewhere = onAnotherSubtaskThanHash(loads);
    assertThat(elsewhere).isGreaterThan(4);
    small.report(loads.report(), NOW);
    assertThat(small.balance().degree()).as("even enough").isGreaterThan(0.6);
    assertThat(small.tick(NOW)).isNull();

    apply(small, "{\"set\": \"hash\"}");

    int moved = 0;
    int syncs = 0;
    for (long now = NOW; now < NOW + 120 * SECOND; now += SECOND) {
      loads.records.replaceAll((key, records) -> 1_000.0 + key);
      small.report(loads.report(), now);
      MoveJudgement decision = small.tick(now);
      if (decision != null) {
        assertThat(decision.moves()).hasSizeLessThanOrEqualTo(4);
        assertThat(decision.reason()).contains("key(s) to where 'hash' places them changes");
        loads.carryOut(decision);
        small.syncDone(decision, 0, 0, now);
        moved += decision.moves().size();
        syncs++;
      }
    }
    assertThat(onAnotherSubtaskThanHash(loads)).isZero();
    assertThat(moved).isEqualTo(elsewhere);
    assertThat(syncs).isEqualTo((elsewhere + 3) / 4);
    assertThat(lastOf(small).verdict()).isEqualTo(MoveVerdict.IN_PLACE);
    assertThat(lastOf(small).reason())
        .isEqualTo("all keys with many records are where 'hash' places them");
    assertThat(small.history().judgements()).as("and then no more").hasSizeLessThan(15);
  }

  @Test
  void lightKeysStayWhereTheyAre() {
    monitor.report(
        new Loads(MAX_PARALLELISM, 2).with(1, 0, 90).with(2, 5, 90).withTail(5_000).report(), NOW);
    apply(monitor, "{\"weights\": [0, 0, 0, 0, 0, 0, 0, 100]}");
    apply(monitor, "{\"set\": \"weight\"}");
    assertThat(monitor.tick(NOW)).isNull();
    assertThat(lastOf(monitor).verdict()).isEqualTo(MoveVerdict.IN_PLACE);
  }

  @Test
  void otherWeightsGiveKeysOtherPlaces() {
    Loads loads = new Loads(MAX_PARALLELISM, 2).with(1, 0, 900).withTail(5_000);
    monitor.report(loads.report(), NOW);
    apply(monitor, "{\"weights\": [100]}");
    apply(monitor, "{\"set\": \"weight\"}");
    assertThat(monitor.tick(NOW)).isNull();
    apply(monitor, "{\"weights\": [0, 0, 0, 0, 0, 100]}");
    MoveJudgement decision = monitor.tick(NOW);
    assertThat(decision.moves()).hasSize(1);
    assertThat(decision.moves().get(0).toKeyGroup()).isEqualTo(5);
  }

  @Test
  void aKeyWithTooMuchStateForASyncIsNotMovedAndThatIsSaid() {
    LoadMonitor large =
        new LoadMonitor(
            MonitorSettings.DEFAULT,
            MAX_PARALLELISM,
            2,
            LoadMonitorTest::strategy,
            key -> 1L << 40,
            NOW);
    large.report(allOnTheFirst().report(), NOW);
    apply(large, "{\"set\": \"hash\"}");
    assertThat(large.tick(NOW)).isNull();
    assertThat(lastOf(large).verdict()).isEqualTo(MoveVerdict.NO_KEY_TO_MOVE);
    assertThat(lastOf(large).reason()).contains("more state than the 67108864 bytes");
  }

  // ------------------------------------------------------------------------------------- snapshots

  private static byte[] written(LoadMonitor monitor) throws IOException {
    DataOutputSerializer out = new DataOutputSerializer(64);
    monitor.write(out);
    return out.getCopyOfBuffer();
  }

  private static List<String> restore(LoadMonitor monitor, byte[] snapshot, long now)
      throws IOException {
    return monitor.restore(new DataInputDeserializer(snapshot), now);
  }

  @Test
  void whatWasSetAndTheHistoryOutliveAFailure() throws IOException {
    monitor.report(skewed().report(), NOW);
    monitor.syncDone(monitor.tick(NOW), 12_345, 67, NOW);
    apply(monitor, "{\"set\": \"hash\"}");
    apply(monitor, "{\"monitor\": \"count\", \"records\": 5}");
    apply(monitor, "{\"threshold\": 0.3}");
    apply(monitor, "{\"threshold\": 0.4}");
    apply(monitor, "{\"sample-rate\": 0.5}");
    apply(monitor, "{\"weights\": [30, 70]}");
    apply(monitor, "{\"set\": \"weight\"}");
    apply(monitor, "{\"freeze\": true}");

    LoadMonitor restored = monitor(MonitorSettings.DEFAULT);
    assertThat(restore(restored, written(monitor), NOW)).isEmpty();

    assertThat(restored.settings()).usingRecursiveComparison().isEqualTo(monitor.settings());
    assertThat(restored.settings().balance().threshold()).isEqualTo(0.4);
    assertThat(restored.plannedSettings().balance().threshold()).isEqualTo(0.6);
    assertThat(restored.target()).isEqualTo(TargetStrategy.WEIGHT);
    assertThat(restored.isFrozen()).isTrue();
    assertThat(restored.history().toText()).isEqualTo(monitor.history().toText());
    assertThat(restored.setAtRunTime()).hasSize(6);
    assertThat(written(restored)).isEqualTo(written(monitor));
  }

  @Test
  void aKeyDoesNotGoBackAfterAFailureEither() throws IOException {
    monitor.report(skewed().report(), NOW);
    MoveJudgement decision = monitor.tick(NOW);
    monitor.syncDone(decision, 0, 0, NOW);
    long moved = Loads.number(decision.moves().get(0).key());
    byte[] snapshot = written(monitor);
    // both are equally good; then the lighter one is moved
    Loads loads =
        new Loads(MAX_PARALLELISM, 2).with(moved, 4, 2_950).with(77, 5, 3_500).withTail(900);

    LoadMonitor restored = monitor(MonitorSettings.DEFAULT);
    restore(restored, snapshot, NOW + SECOND);
    restored.report(loads.report(), NOW + 60 * SECOND);
    assertThat(restored.tick(NOW + 60 * SECOND).moves())
        .extracting(move -> Loads.number(move.key()))
        .containsExactly(77L);

    LoadMonitor later = monitor(MonitorSettings.DEFAULT);
    restore(later, snapshot, NOW + SECOND);
    later.report(loads.report(), NOW + 301 * SECOND);
    assertThat(later.tick(NOW + 301 * SECOND).moves())
        .as("after the grace time")
        .extracting(move -> Loads.number(move.key()))
        .containsExactly(moved);
  }

  @Test
  void theClockOfAnotherMachineDoesNotMakeItWaitForLonger() throws IOException {
    monitor.report(skewed().report(), NOW);
    monitor.syncDone(monitor.tick(NOW), 0, 0, NOW);
    LoadMonitor restored = monitor(MonitorSettings.DEFAULT);
    long earlier = NOW - 3_600 * SECOND;
    restore(restored, written(monitor), earlier);
    restored.report(skewed().report(), earlier + 11 * SECOND);
    assertThat(restored.tick(earlier + 11 * SECOND)).isNotNull();
  }

  @Test
  void atAnotherParallelismSubtasksHaveOtherNumbers() throws IOException {
    monitor.report(skewed().report(), NOW);
    MoveJudgement decision = monitor.tick(NOW);
    monitor.syncDone(decision, 0, 0, NOW);
    apply(monitor, "{\"threshold\": 0.9}");
    LoadMonitor restored = monitor(MonitorSettings.DEFAULT, 4);
    restore(restored, written(monitor), NOW);
    assertThat(restored.settings().balance().threshold()).isEqualTo(0.9);
    long moved = Loads.number(decision.moves().get(0).key());
    Loads loads =
        new Loads(MAX_PARALLELISM, 4)
            .with(moved, 6, 2_000)
            .with(77, 7, 1_500)
            .with(78, 2, 2_000)
            .with(79, 4, 2_000)
            .withTail(200);
    restored.report(loads.report(), NOW + 20 * SECOND);
    MoveJudgement back = restored.tick(NOW + 20 * SECOND);
    assertThat(back.moves().get(0).toSubtask()).as("which it had left, by its number").isZero();
  }

  @Test
  void whatTheQueryDoesNotAllowAnyMoreIsToldAndTheRestApplies() throws IOException {
    LoadMonitor former = monitor(MonitorSettings.DEFAULT.withWeights(40, 60));
    apply(former, "{\"set\": \"weight\"}");
    apply(former, "{\"threshold\": 0.5}");
    LoadMonitor restored = monitor(MonitorSettings.DEFAULT);
    assertThat(restore(restored, written(former), NOW))
        .singleElement()
        .asString()
        .startsWith("{\"set\":\"weight\"}: 'weight' needs weights, but none are set");
    assertThat(restored.target()).isEqualTo(TargetStrategy.AUTO);
    assertThat(restored.settings().balance().threshold()).isEqualTo(0.5);
    assertThat(restored.setAtRunTime()).hasSize(1);
  }

  @Test
  void theLongestCommandFitsIntoASnapshot() throws IOException {
    apply(monitor, "{\"weights\": [100" + ",0".repeat(8_000) + "]}");
    LoadMonitor restored = monitor(MonitorSettings.DEFAULT);
    assertThat(restore(restored, written(monitor), NOW)).isEmpty();
    assertThat(restored.settings().weights()).hasSize(8_001);
  }

  // ---------------------------------------------------------------------------------------- status

  @Test
  void theStatusTellsAllButKeysAndSecrets() throws IOException {
    LoadMonitor watched =
        monitor(MonitorSettings.DEFAULT.withControl("redis://user:hunter2@host/0/channel"));
    watched.report(
        new Loads(MAX_PARALLELISM, 2).with(1, 0, 6_000).with(2, 4, 1_000).withTail(250).report(),
        NOW);
    apply(watched, "{\"sample-rate\": 0.2}");
    watched.tick(NOW);

    String text = watched.toJson("modulo", 7, NOW);

    JsonNode status = new ObjectMapper().readTree(text);
    assertThat(status.get("base").textValue()).isEqualTo("modulo");
    assertThat(status.get("strategy").textValue()).isEqualTo("auto");
    assertThat(status.get("movedKeys").intValue()).isEqualTo(7);
    assertThat(status.get("frozen").booleanValue()).isFalse();
    assertThat(status.get("syncUnderWay").booleanValue()).isFalse();
    assertThat(status.get("monitor").get("trigger").textValue()).isEqualTo("threshold");
    assertThat(status.get("monitor").get("threshold").doubleValue()).isEqualTo(0.6);
    assertThat(status.get("monitor").get("sampleRate").doubleValue()).isEqualTo(0.2);
    assertThat(status.get("monitor").get("control").textValue())
        .isEqualTo("redis://user:***@host/0/channel");
    assertThat(status.get("setAtRunTime")).hasToString("[{\"sample-rate\":0.2}]");
    assertThat(status.get("balance").get("degree").doubleValue()).isCloseTo(2 / 7.0, within(1e-9));
    assertThat(status.get("loads"))
        .hasToString(
            "[{\"subtask\":0,\"records\":7000,\"share\":0.7777777777777778},"
                + "{\"subtask\":1,\"records\":2000,\"share\":0.2222222222222222}]");
    assertThat(status.get("predictions").get("least-count").get("degree").doubleValue())
        .isEqualTo(0.5);
    assertThat(status.get("bestDegree").doubleValue()).isEqualTo(0.5);
    assertThat(status.get("advice").textValue())
        .isEqualTo(
            "one key is above a fair share: it alone has 67 % of the records, and a subtask's fair"
                + " share is 50 %. No placement can even this out; 'exchange'='local-merge' can");
    assertThat(status.get("history")).hasSize(1);
    assertThat(status.get("syncs")).isEmpty();
    assertThat(text).doesNotContain("hunter2");
  }

  @Test
  void theStatusTellsOfSyncs() throws IOException {
    monitor.report(skewed().report(), NOW);
    monitor.syncDone(monitor.tick(NOW), 12_345, 67, NOW + SECOND);
    JsonNode sync = new ObjectMapper().readTree(monitor.toJson("hash", 1, NOW)).get("syncs").get(0);
    assertThat(sync.get("time").longValue()).isEqualTo(NOW + SECOND);
    assertThat(sync.get("done").booleanValue()).isTrue();
    assertThat(sync.get("keys").intValue()).isEqualTo(1);
    assertThat(sync.get("bytes").longValue()).isEqualTo(12_345);
    assertThat(sync.get("pauseMillis").longValue()).isEqualTo(67);
    assertThat(sync.get("after").get("degree").doubleValue())
        .isGreaterThan(sync.get("before").get("degree").doubleValue());
  }

  @Test
  void withFewRecordsTheStatusGivesNoAdvice() throws IOException {
    monitor.report(new Loads(MAX_PARALLELISM, 2).with(1, 0, 5).report(), NOW);
    JsonNode status = new ObjectMapper().readTree(monitor.toJson("hash", 0, NOW));
    assertThat(status.get("enoughRecords").booleanValue()).isFalse();
    assertThat(status.get("advice").isNull()).isTrue();
  }
}
