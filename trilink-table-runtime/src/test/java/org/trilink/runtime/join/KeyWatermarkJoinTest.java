/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.join;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.Function;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.flink.streaming.api.watermark.Watermark;
import org.apache.flink.streaming.runtime.watermarkstatus.WatermarkStatus;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.runtime.operators.join.FlinkJoinType;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.trilink.runtime.harness.KeyedOperatorHarness;
import org.trilink.runtime.harness.KeyedOperatorHarness.KeyedOperator;
import org.trilink.runtime.watermark.InputTime;
import org.trilink.runtime.watermark.KeyWatermarkOperatorFactory;
import org.trilink.runtime.watermark.KeyWatermarkPolicy;
import org.trilink.runtime.watermark.RecordsBeyondMaxLead;
import org.trilink.runtime.window.RandomReadings;
import org.trilink.runtime.window.Reading;
import org.trilink.runtime.window.StateBackends;

/**
 * Joins under a watermark per key, over keys that are far apart: each key gets the results of
 * Flink's operator when it runs for that key alone.
 */
@Tag("slow")
class KeyWatermarkJoinTest {

  private static final int SEEDS_ON_HEAP = 12;
  private static final int SEEDS_ON_ROCKSDB = 2;

  private static final long START = 10_000; // Flink's interval join treats times up to 0 as late
  private static final long PACE = 10;

  /** The maximum step back of {@link RandomReadings}, as a delay with which no row is late. */
  private static final long ORDERED = 8 * PACE;

  private static final long MORE_THAN_KEYS_ARE_APART = 25_000;

  private static final long[] DELAYS = {0, 5, 40, ORDERED};

  private static IntStream seeds(StateBackends backend) {
    return IntStream.rangeClosed(
        1, backend == StateBackends.HEAP ? SEEDS_ON_HEAP : SEEDS_ON_ROCKSDB);
  }

  private static <T> Stream<Arguments> onBackends(Stream<T> joins) {
    return joins.flatMap(
        join ->
            Stream.of(StateBackends.HEAP, StateBackends.ROCKSDB)
                .map(backend -> Arguments.of(join, backend)));
  }

  private static KeyedOperator underKeyWatermarks(KeyedOperator join, int timeIndex, long delay) {
    return underKeyWatermarks(join, timeIndex, delay, KeyWatermarkPolicy.UNBOUNDED);
  }

  private static KeyedOperator underKeyWatermarks(
      KeyedOperator join, int timeIndex, long delay, long maxSkew) {
    return underKeyWatermarks(join, timeIndex, delay, KeyWatermarkPolicy.ofMaxSkew(maxSkew));
  }

  private static KeyedOperator underKeyWatermarks(
      KeyedOperator join, int timeIndex, long delay, KeyWatermarkPolicy policy) {
    return underKeyWatermarks(join, InputTime.rowtime(timeIndex, delay), policy);
  }

  private static KeyedOperator underKeyWatermarks(
      KeyedOperator join, InputTime time, KeyWatermarkPolicy policy) {
    return join.wrappedBy(factory -> new KeyWatermarkOperatorFactory(factory, policy, time, time));
  }

  private static KeyedOperator underKeyWatermarks(WindowJoin join, long delay) {
    InputTime time = InputTime.rowtime(WindowJoin.TIME, delay);
    return underKeyWatermarks(
        join,
        time.ofWindows(WindowJoin.WINDOW_END, ZoneOffset.UTC),
        KeyWatermarkPolicy.ofMaxSkew(KeyWatermarkPolicy.UNBOUNDED));
  }

  // --------------------------------------------------------------------------- interval join

  static Stream<Arguments> intervalJoins() {
    return onBackends(
        Stream.of(
            IntervalJoin.of(FlinkJoinType.INNER, -20, 30),
            IntervalJoin.of(FlinkJoinType.LEFT, 5, 25),
            IntervalJoin.of(FlinkJoinType.RIGHT, -25, -5),
            IntervalJoin.of(FlinkJoinType.FULL, -20, 30)));
  }

  @ParameterizedTest(name = "{0} on {1}")
  @MethodSource("intervalJoins")
  void intervalJoinGivesPerKeyWhatTheDefinitionSays(IntervalJoin join, StateBackends backend)
      throws Exception {
    for (int seed : seeds(backend).toArray()) {
      long delay = DELAYS[seed % DELAYS.length];
      try (KeyedOperatorHarness ours = openUnderKeyWatermarks(join.ours(), delay, backend)) {
        Map<String, IntervalJoinModel> models = new HashMap<>();
        KeyTimes times = new KeyTimes(delay);
        for (Input input : inputs(seed, IntervalJoin::row)) {
          input.feed(ours);
          assertThat(ours.output())
              .as("%s, seed %s, %s", join, seed, input)
              .containsExactlyInAnyOrderElementsOf(of(input, join, models, times));
        }
        List<String> expected = new ArrayList<>();
        for (IntervalJoinModel model : models.values()) {
          expected.addAll(model.watermark(Long.MAX_VALUE));
        }
        end(ours);
        assertThat(ours.rows())
            .as("%s, seed %s, at the end", join, seed)
            .containsExactlyInAnyOrderElementsOf(expected);
        assertThat(ours.stateEntries()).isZero();
      }
    }
  }

  /** With the subtask's watermark as the floor, in any order of the rows of a key. */
  @ParameterizedTest(name = "{0}")
  @EnumSource(StateBackends.class)
  void aboveTheFloorItFindsAllMatchesThatFlinkFinds(StateBackends backend) throws Exception {
    IntervalJoin join = IntervalJoin.of(FlinkJoinType.INNER, -20, 30);
    int found = 0;
    for (int seed : seeds(StateBackends.HEAP).toArray()) {
      long skew = seed % 2 == 0 ? KeyWatermarkPolicy.UNBOUNDED : 12_000;
      KeyedOperator withFloor =
          underKeyWatermarks(
              join.ours(),
              IntervalJoin.TIME,
              DELAYS[seed % DELAYS.length],
              KeyWatermarkPolicy.ofMaxSkew(skew).withOrder(true, false));
      Random random = new Random(seed);
      long watermark = START;
      try (KeyedOperatorHarness ours = KeyedOperatorHarness.open(withFloor, backend);
          KeyedOperatorHarness flinks =
              KeyedOperatorHarness.open(join.stock(), StateBackends.HEAP)) {
        for (Input input : inputs(seed, IntervalJoin::row)) {
          input.feed(ours);
          input.feed(flinks);
          if (random.nextInt(6) == 0) {
            watermark += random.nextInt(600);
            for (KeyedOperatorHarness operator : List.of(ours, flinks)) {
              operator.watermark1(watermark);
              operator.watermark2(watermark);
            }
          }
        }
        end(ours);
        end(flinks);
        List<String> lost = new ArrayList<>(flinks.rows());
        found += lost.size();
        ours.rows().forEach(lost::remove);
        assertThat(lost).as("seed %s", seed).isEmpty();
        assertThat(ours.stateEntries()).isZero();
      }
    }
    assertThat(found).isPositive();
  }

  /** An input that has ended holds back neither the keys that it had nor those that come later. */
  @ParameterizedTest(name = "{0} on {1}")
  @MethodSource("intervalJoins")
  void anInputThatHasEndedHoldsBackNoKey(IntervalJoin join, StateBackends backend)
      throws Exception {
    for (int seed : seeds(backend).toArray()) {
      long delay = DELAYS[seed % DELAYS.length];
      try (KeyedOperatorHarness ours = openUnderKeyWatermarks(join.ours(), delay, backend)) {
        Map<String, IntervalJoinModel> models = new HashMap<>();
        KeyTimes times = new KeyTimes(delay);
        List<Input> inputs = inputs(seed, IntervalJoin::row);
        List<String> expected = new ArrayList<>();
        for (Input input : inputs.subList(0, inputs.size() / 2)) {
          input.feed(ours);
          expected.addAll(of(input, join, models, times));
        }
        ours.watermark2(Long.MAX_VALUE);
        times.endRight();
        models.forEach((key, model) -> expected.addAll(model.watermark(times.watermark(key))));
        for (Input input : inputs.subList(inputs.size() / 2, inputs.size())) {
          if (input.isLeft) {
            input.feed(ours);
            expected.addAll(of(input, join, models, times));
          }
        }
        assertThat(ours.rows())
            .as("%s, seed %s", join, seed)
            .containsExactlyInAnyOrderElementsOf(expected);
      }
    }
  }

  private static List<String> of(
      Input input, IntervalJoin join, Map<String, IntervalJoinModel> models, KeyTimes times) {
    IntervalJoinModel model =
        models.computeIfAbsent(input.key(), key -> new IntervalJoinModel(join));
    List<String> rows =
        new ArrayList<>(input.isLeft ? model.left(input.row) : model.right(input.row));
    times.see(input);
    rows.addAll(model.watermark(times.watermark(input.key())));
    return rows;
  }

  @Test
  void anInputThatHasEndedHoldsBackNoGroupOfKeys() throws Exception {
    IntervalJoin join = IntervalJoin.of(FlinkJoinType.LEFT, -20, 30);
    KeyWatermarkPolicy policy =
        KeyWatermarkPolicy.ofMillis(KeyWatermarkPolicy.UNBOUNDED, KeyWatermarkPolicy.NEVER, 2);
    try (KeyedOperatorHarness ours =
        KeyedOperatorHarness.open(
            underKeyWatermarks(join.ours(), IntervalJoin.TIME, 0, policy), StateBackends.HEAP)) {
      ours.process1(IntervalJoin.row("a", 1, START));
      ours.process1(IntervalJoin.row("a", 2, START + 1_000));
      assertThat(ours.rows()).isEmpty();
      ours.watermark2(Long.MAX_VALUE);
      assertThat(ours.rows()).hasSize(1);
      ours.process1(IntervalJoin.row("b", 3, START));
      ours.process1(IntervalJoin.row("b", 4, START + 1_000));
      assertThat(ours.rows()).hasSize(1);
    }
  }

  @ParameterizedTest(name = "{0} on {1}")
  @MethodSource("intervalJoins")
  void intervalJoinEqualsStockPerKeyIfNoRowIsLate(IntervalJoin join, StateBackends backend)
      throws Exception {
    for (int seed : seeds(backend).toArray()) {
      List<Input> inputs = inputs(seed, IntervalJoin::row);
      List<String> expected = intervalJoinOfEachKeyAlone(join, inputs);
      assertThat(expected).hasSizeGreaterThan(50);
      assertThat(allRows(join.ours(), inputs, backend))
          .as("%s, seed %s", join, seed)
          .containsExactlyInAnyOrderElementsOf(expected);
    }
  }

  @ParameterizedTest(name = "{0} on {1}")
  @MethodSource("intervalJoins")
  void noRowIsBehindTheWatermarkThatMaxSkewForwards(IntervalJoin join, StateBackends backend)
      throws Exception {
    List<Input> inputs = inputs(1, IntervalJoin::row);
    List<String> expected = intervalJoinOfEachKeyAlone(join, inputs);
    try (KeyedOperatorHarness ours =
        KeyedOperatorHarness.open(
            underKeyWatermarks(join.ours(), IntervalJoin.TIME, ORDERED, MORE_THAN_KEYS_ARE_APART),
            backend)) {
      long latest = Long.MIN_VALUE;
      for (Input input : inputs) {
        input.feed(ours);
        latest = Math.max(latest, input.reading.time());
        ours.watermark1(latest - ORDERED);
        ours.watermark2(latest - ORDERED);
      }
      end(ours);
      assertThat(ours.stateEntries()).isZero();
      List<Object> output = ours.output();
      assertThat(IntervalJoin.behindWatermark(output)).isEmpty();
      assertThat(output.stream().filter(Watermark.class::isInstance)).hasSizeGreaterThan(10);
      assertThat(output.stream().filter(String.class::isInstance).map(String.class::cast))
          .containsExactlyInAnyOrderElementsOf(expected);
    }
  }

  /** Shows why there is a separate interval join. */
  @Test
  void stockIntervalJoinLosesMatchesUnderKeyWatermarks() throws Exception {
    IntervalJoin join = IntervalJoin.of(FlinkJoinType.INNER, -20, 30);
    List<Input> inputs = inputs(1, IntervalJoin::row);
    List<String> expected = intervalJoinOfEachKeyAlone(join, inputs);
    List<String> rows = allRows(join.stock(), inputs, StateBackends.HEAP);
    assertThat(rows).hasSizeLessThan(expected.size() / 2);
  }

  private static List<String> allRows(KeyedOperator join, List<Input> inputs, StateBackends backend)
      throws Exception {
    try (KeyedOperatorHarness harness = openUnderKeyWatermarks(join, ORDERED, backend)) {
      for (Input input : inputs) {
        input.feed(harness);
      }
      end(harness);
      return harness.rows();
    }
  }

  private static KeyedOperatorHarness openUnderKeyWatermarks(
      KeyedOperator join, long delay, StateBackends backend) throws Exception {
    return KeyedOperatorHarness.open(underKeyWatermarks(join, IntervalJoin.TIME, delay), backend);
  }

  private static List<String> intervalJoinOfEachKeyAlone(IntervalJoin join, List<Input> inputs)
      throws Exception {
    List<String> rows = new ArrayList<>();
    for (String key : inputs.stream().map(Input::key).distinct().toList()) {
      KeyTimes times = new KeyTimes(ORDERED);
      try (KeyedOperatorHarness stock =
          KeyedOperatorHarness.open(join.stock(), StateBackends.HEAP)) {
        for (Input input : inputs) {
          if (input.key().equals(key)) {
            input.feed(stock);
            times.see(input);
            times.tell(stock, key);
          }
        }
        end(stock);
        rows.addAll(stock.rows());
      }
    }
    return rows;
  }

  // ---------------------------------------------------------------------- rows from the future

  /** Rows from the future, of one side or of both, do not change the results of other rows. */
  @ParameterizedTest(name = "dropped: {0}")
  @ValueSource(booleans = {false, true})
  void rowsFromTheFutureMakeNoOthersLate(boolean drops) throws Exception {
    IntervalJoin join = IntervalJoin.of(FlinkJoinType.FULL, -20, 30);
    KeyWatermarkPolicy policy =
        KeyWatermarkPolicy.ofMaxSkew(KeyWatermarkPolicy.UNBOUNDED)
            .withMaxLead(MORE_THAN_KEYS_ARE_APART, drops);
    for (int seed = 1; seed <= SEEDS_ON_HEAP; seed++) {
      try (KeyedOperatorHarness alone = openUnderKeyWatermarks(join.ours(), 0, StateBackends.HEAP);
          KeyedOperatorHarness guarded =
              KeyedOperatorHarness.open(
                  underKeyWatermarks(join.ours(), IntervalJoin.TIME, 0, policy),
                  StateBackends.HEAP)) {
        guarded.watermark1(START);
        guarded.watermark2(START);
        int future = 0;
        for (Input input : inputs(seed, IntervalJoin::row)) {
          if (seed % 4 > 0 && future < 20) {
            future++; // of the left, of the right, of both in turn
            RowData row = IntervalJoin.row(input.key(), 1_000 + future, future * 1_000_000L);
            boolean isLeft = seed % 4 == 1 || (seed % 4 == 3 && future % 2 == 0);
            new Input(isLeft, input.reading(), row).feed(guarded);
          }
          input.feed(alone);
          input.feed(guarded);
        }
        assertThat(guarded.counter(RecordsBeyondMaxLead.NAME)).isEqualTo(future);
        end(alone);
        end(guarded);
        List<String> expected = alone.rows();
        assertThat(guarded.rows())
            .as("seed %s", seed)
            .hasSize(expected.size() + (drops ? 0 : future))
            .containsAll(expected);
      }
    }
  }

  /** Whether a row is too far ahead depends on the watermark of its own input. */
  @Test
  void aSideMayBeFarAheadOfTheOther() throws Exception {
    IntervalJoin join = IntervalJoin.of(FlinkJoinType.FULL, -20, 30);
    KeyWatermarkPolicy policy =
        KeyWatermarkPolicy.ofMaxSkew(KeyWatermarkPolicy.UNBOUNDED).withMaxLead(100, true);
    try (KeyedOperatorHarness operator =
        KeyedOperatorHarness.open(
            underKeyWatermarks(join.ours(), IntervalJoin.TIME, 0, policy), StateBackends.HEAP)) {
      operator.watermark1(START);
      operator.watermark2(2 * START);
      operator.process2(IntervalJoin.row("a", 1, 2 * START + 100));
      operator.process1(IntervalJoin.row("a", 2, START + 100));
      assertThat(operator.counter(RecordsBeyondMaxLead.NAME)).isZero();
      operator.process1(IntervalJoin.row("a", 3, 2 * START));
      operator.process2(IntervalJoin.row("a", 4, 2 * START + 101));
      assertThat(operator.counter(RecordsBeyondMaxLead.NAME)).isEqualTo(2);
    }
  }

  // ----------------------------------------------------------------------------- window join

  @Test
  void isIdleIfBothInputsAre() throws Exception {
    KeyedOperator join =
        underKeyWatermarks(new WindowJoin(FlinkJoinType.INNER), WindowJoin.TIME, 0, 0);
    try (KeyedOperatorHarness ours = KeyedOperatorHarness.open(join, StateBackends.HEAP)) {
      ours.status1(WatermarkStatus.IDLE);
      ours.watermark2(100);
      assertThat(ours.output()).containsExactly(new Watermark(100));
      ours.status2(WatermarkStatus.IDLE);
      assertThat(ours.output()).containsExactly(WatermarkStatus.IDLE);
      ours.status1(WatermarkStatus.ACTIVE);
      assertThat(ours.output()).containsExactly(WatermarkStatus.ACTIVE);
      ours.watermark1(200);
      assertThat(ours.output()).containsExactly(new Watermark(200));
      ours.status1(WatermarkStatus.IDLE);
      assertThat(ours.output()).containsExactly(WatermarkStatus.IDLE);
      ours.status2(WatermarkStatus.ACTIVE);
      ours.watermark2(300);
      assertThat(ours.output()).containsExactly(WatermarkStatus.ACTIVE, new Watermark(300));
    }
  }

  static Stream<Arguments> windowJoins() {
    return onBackends(
        Stream.of(FlinkJoinType.INNER, FlinkJoinType.FULL, FlinkJoinType.ANTI)
            .map(WindowJoin::new));
  }

  @ParameterizedTest(name = "{0} on {1}")
  @MethodSource("windowJoins")
  void stockWindowJoinEqualsItselfPerKey(WindowJoin join, StateBackends backend) throws Exception {
    for (int seed : seeds(backend).toArray()) {
      long delay = DELAYS[seed % DELAYS.length];
      List<Input> inputs = inputs(seed, WindowJoin::row);
      Map<String, KeyedOperatorHarness> alone = new HashMap<>();
      KeyTimes times = new KeyTimes(delay);
      try (KeyedOperatorHarness wrapped =
          KeyedOperatorHarness.open(underKeyWatermarks(join, delay), backend)) {
        for (Input input : inputs) {
          if (!alone.containsKey(input.key())) {
            alone.put(input.key(), KeyedOperatorHarness.open(join, StateBackends.HEAP));
          }
          KeyedOperatorHarness stock = alone.get(input.key());
          input.feed(wrapped);
          input.feed(stock);
          times.see(input);
          times.tell(stock, input.key());
          assertThat(wrapped.output())
              .as("%s, seed %s, %s", join, seed, input)
              .isEqualTo(stock.rows());
        }
        end(wrapped);
        List<String> expected = new ArrayList<>();
        for (KeyedOperatorHarness stock : alone.values()) {
          end(stock);
          expected.addAll(stock.rows());
        }
        assertThat(wrapped.rows())
            .as("%s, seed %s, at the end", join, seed)
            .containsExactlyInAnyOrderElementsOf(expected);
        long dropped = 0;
        for (String late : List.of("leftNumLateRecordsDropped", "rightNumLateRecordsDropped")) {
          assertThat(wrapped.counter(late))
              .isEqualTo(alone.values().stream().mapToLong(stock -> stock.counter(late)).sum());
          dropped += wrapped.counter(late);
        }
        assertThat(wrapped.counter("numRecordsBehindKeyWatermark")).isEqualTo(dropped);
        assertThat(wrapped.stateEntries()).isZero();
      } finally {
        for (KeyedOperatorHarness stock : alone.values()) {
          stock.close();
        }
      }
    }
  }

  // ----------------------------------------------------------------------------------- input

  private static void end(KeyedOperatorHarness join) throws Exception {
    join.watermark1(Long.MAX_VALUE);
    join.watermark2(Long.MAX_VALUE);
  }

  private record Input(boolean isLeft, Reading reading, RowData row) {

    String key() {
      return reading.key();
    }

    void feed(KeyedOperatorHarness join) throws Exception {
      if (isLeft) {
        join.process1(row);
      } else {
        join.process2(row);
      }
    }
  }

  private interface Rows {

    RowData row(String key, long id, long time);
  }

  private static List<Input> inputs(int seed, Rows rows) {
    Random random = new Random(seed);
    RandomReadings readings = new RandomReadings(seed, 3, START, PACE);
    List<Input> inputs = new ArrayList<>();
    for (int id = 0; id < 300; id++) {
      Reading reading = readings.next();
      RowData row = rows.row(reading.key(), id, reading.time());
      inputs.add(new Input(random.nextBoolean(), reading, row));
    }
    return inputs;
  }

  /** The event time of both sides of each key. */
  private static final class KeyTimes {

    private final long delay;
    private final Map<String, Long> left = new HashMap<>();
    private final Map<String, Long> right = new HashMap<>();
    private boolean rightHasEnded;

    KeyTimes(long delay) {
      this.delay = delay;
    }

    void see(Input input) {
      (input.isLeft ? left : right).merge(input.key(), input.reading.time() - delay, Math::max);
    }

    long watermark(String key) {
      Function<Map<String, Long>, Long> side = times -> times.getOrDefault(key, Long.MIN_VALUE);
      return rightHasEnded ? side.apply(left) : Math.min(side.apply(left), side.apply(right));
    }

    void endRight() {
      rightHasEnded = true;
    }

    void tell(KeyedOperatorHarness join, String key) throws Exception {
      join.watermark1(watermark(key));
      join.watermark2(watermark(key));
    }
  }
}
