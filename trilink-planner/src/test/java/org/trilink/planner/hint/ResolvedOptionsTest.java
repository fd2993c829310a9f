/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.planner.hint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.trilink.planner.hint.TrilinkOptions.ADVICE;
import static org.trilink.planner.hint.TrilinkOptions.EXCHANGE;
import static org.trilink.planner.hint.TrilinkOptions.LOCAL_MERGE_SLOT;
import static org.trilink.planner.hint.TrilinkOptions.PARTITION;
import static org.trilink.planner.hint.TrilinkOptions.STRICT;
import static org.trilink.planner.hint.TrilinkOptions.WATERMARK;
import static org.trilink.planner.hint.TrilinkOptions.WATERMARK_DELAY;
import static org.trilink.planner.hint.TrilinkOptions.WATERMARK_KEYS_PER_GROUP;
import static org.trilink.planner.hint.TrilinkOptions.WATERMARK_MAX_SKEW;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ResolvedOptionsTest {

  private static final HintOptions TEN_SECONDS = delay("10 s");
  private static final HintOptions TWENTY_SECONDS = delay("20 s");
  private static final HintOptions THIRTY_SECONDS = delay("30 s");

  @Test
  void theQueryHintGoesFirst() {
    var resolved = new ResolvedOptions(TEN_SECONDS, TWENTY_SECONDS, THIRTY_SECONDS);

    assertThat(resolved.get(WATERMARK_DELAY)).isEqualTo(Duration.ofSeconds(10));
    assertThat(resolved.origin(WATERMARK_DELAY)).isEqualTo(Origin.QUERY_HINT);
    assertThat(resolved.describe()).isEqualTo("watermark.delay=10 s (query hint)");
  }

  @Test
  void theTableHintGoesBeforeTheSession() {
    var resolved = new ResolvedOptions(HintOptions.EMPTY, TWENTY_SECONDS, THIRTY_SECONDS);

    assertThat(resolved.get(WATERMARK_DELAY)).isEqualTo(Duration.ofSeconds(20));
    assertThat(resolved.origin(WATERMARK_DELAY)).isEqualTo(Origin.TABLE_HINT);
    assertThat(resolved.describe()).isEqualTo("watermark.delay=20 s (table hint)");
  }

  @Test
  void theSessionGoesBeforeTheDefault() {
    var resolved = new ResolvedOptions(HintOptions.EMPTY, HintOptions.EMPTY, THIRTY_SECONDS);

    assertThat(resolved.get(WATERMARK_DELAY)).isEqualTo(Duration.ofSeconds(30));
    assertThat(resolved.origin(WATERMARK_DELAY)).isEqualTo(Origin.SESSION);
    assertThat(resolved.describe()).isEqualTo("watermark.delay=30 s (session)");
  }

  @Test
  void theDefaultHoldsIfNobodySetsAnything() {
    var resolved = new ResolvedOptions(HintOptions.EMPTY, HintOptions.EMPTY, HintOptions.EMPTY);

    assertThat(resolved.get(WATERMARK)).isEqualTo(WatermarkGrain.SUBTASK);
    assertThat(resolved.get(WATERMARK_KEYS_PER_GROUP)).isEqualTo(1);
    assertThat(resolved.get(WATERMARK_MAX_SKEW)).isNull();
    assertThat(resolved.get(STRICT)).isFalse();
    assertThat(resolved.origin(WATERMARK)).isEqualTo(Origin.DEFAULT);
    assertThat(resolved.explicit()).isEmpty();
    assertThat(resolved.describe()).isEmpty();
  }

  @Test
  void eachOptionIsResolvedByItself() {
    HintOptions query = HintOptions.parse(Map.of("strict", "false", "watermark", "key"));
    HintOptions table = HintOptions.parse(Map.of("watermark", "subtask", "watermark.delay", "3 s"));
    HintOptions session =
        HintOptions.parse(Map.of("strict", "true", "watermark.max-skew", "300 s"));
    var resolved = new ResolvedOptions(query, table, session);

    assertThat(resolved.get(WATERMARK)).isEqualTo(WatermarkGrain.KEY);
    assertThat(resolved.get(WATERMARK_DELAY)).isEqualTo(Duration.ofSeconds(3));
    assertThat(resolved.get(WATERMARK_MAX_SKEW)).isEqualTo(Duration.ofMinutes(5));
    assertThat(resolved.explicit())
        .isEqualTo(List.of(WATERMARK, WATERMARK_DELAY, WATERMARK_MAX_SKEW, STRICT));
    assertThat(resolved.describe())
        .isEqualTo(
            "watermark=key (query hint), watermark.delay=3 s (table hint),"
                + " watermark.max-skew=5 min (session), strict=false (query hint)");
    assertThat(resolved).hasToString(resolved.describe());
  }

  @Test
  void aDefaultThatIsSetHidesWhatIsSetBelow() {
    HintOptions query = HintOptions.parse(Map.of("watermark", "subtask"));
    HintOptions session = HintOptions.parse(Map.of("watermark", "key"));
    var resolved = new ResolvedOptions(query, HintOptions.EMPTY, session);

    assertThat(resolved.get(WATERMARK)).isEqualTo(WatermarkGrain.SUBTASK);
    assertThat(resolved.origin(WATERMARK)).isEqualTo(Origin.QUERY_HINT);
  }

  private static final HintOptions AUTO_EXCHANGE = HintOptions.parse(Map.of("exchange", "auto"));
  private static final HintOptions AUTO_WATERMARK = HintOptions.parse(Map.of("watermark", "auto"));
  private static final HintOptions ADVICE_ON = HintOptions.parse(Map.of("advice", "on"));

  /** The options that a sample recommends in these tests. */
  private static AdvisedOptions.Builder advised() {
    return new AdvisedOptions.Builder()
        .choose("watermark", "watermark", "key", "38 % are late")
        .choose("watermark", "watermark.delay", "2 s", "a key's records are 2 s apart")
        .choose("exchange", "exchange", "local-merge", "one row for 51.4 records")
        .choose("partition", "partition", "least-key", "more even");
  }

  @Test
  void anAdvisedValueTakesThePlaceOfAuto() {
    var resolved =
        new ResolvedOptions(
            AUTO_EXCHANGE, HintOptions.EMPTY, HintOptions.EMPTY, given -> advised().build());

    assertThat(resolved.get(EXCHANGE)).isEqualTo(ExchangeStrategy.LOCAL_MERGE);
    assertThat(resolved.origin(EXCHANGE)).isEqualTo(Origin.ADVICE);
    assertThat(resolved.describe())
        .isEqualTo("exchange=local-merge (advice: one row for 51.4 records)");
    assertThat(resolved.describeChoice(EXCHANGE)).isEqualTo("exchange=auto (query hint)");
  }

  @Test
  void withAutoOnlyTheOptionIsLeftToAdviceAndWhatBelongsToIt() {
    var resolved =
        new ResolvedOptions(
            HintOptions.EMPTY, AUTO_WATERMARK, HintOptions.EMPTY, given -> advised().build());

    assertThat(resolved.explicit()).isEqualTo(List.of(WATERMARK, WATERMARK_DELAY));
    assertThat(resolved.get(WATERMARK_DELAY)).isEqualTo(Duration.ofSeconds(2));
    assertThat(resolved.isLeftToAdvice(EXCHANGE)).isFalse();
    assertThat(resolved.get(PARTITION).kind()).isEqualTo(PlacementStrategy.Kind.HASH);
  }

  @Test
  void autoHidesWhatIsSetBelow() {
    HintOptions session = HintOptions.parse(Map.of("exchange", "global-merge"));
    var resolved =
        new ResolvedOptions(
            AUTO_EXCHANGE,
            HintOptions.EMPTY,
            session,
            given -> new AdvisedOptions.Builder().decline("exchange", "few keys").build());

    assertThat(resolved.get(EXCHANGE)).isEqualTo(ExchangeStrategy.SHUFFLE);
    assertThat(resolved.origin(EXCHANGE)).isEqualTo(Origin.DEFAULT);
  }

  @Test
  void whatIsSetAboveHidesAutoAndNothingIsSampled() {
    HintOptions query = HintOptions.parse(Map.of("exchange", "shuffle"));
    var resolved =
        new ResolvedOptions(
            query, HintOptions.EMPTY, AUTO_EXCHANGE, ResolvedOptionsTest::notToBeAsked);

    assertThat(resolved.get(EXCHANGE)).isEqualTo(ExchangeStrategy.SHUFFLE);
    assertThat(resolved.origin(EXCHANGE)).isEqualTo(Origin.QUERY_HINT);
    assertThat(resolved.isLeftToAdvice(EXCHANGE)).isFalse();
  }

  @Test
  void nothingIsSampledForOptionsThatAreNotLeftToAdvice() {
    var resolved =
        new ResolvedOptions(
            AUTO_EXCHANGE, HintOptions.EMPTY, HintOptions.EMPTY, ResolvedOptionsTest::notToBeAsked);

    assertThat(resolved.get(WATERMARK)).isEqualTo(WatermarkGrain.SUBTASK);
    assertThat(resolved.get(WATERMARK_KEYS_PER_GROUP)).isEqualTo(1);
    assertThat(resolved.get(STRICT)).isFalse();
    assertThat(resolved.get(LOCAL_MERGE_SLOT)).isNull();
  }

  private static AdvisedOptions notToBeAsked(ResolvedOptions given) {
    throw new AssertionError("A sample is taken for " + given);
  }

  @Test
  void withAdviceOnWhatNobodySetsIsLeftToIt() {
    HintOptions query = HintOptions.parse(Map.of("watermark", "key", "partition", "modulo"));
    var resolved =
        new ResolvedOptions(query, HintOptions.EMPTY, ADVICE_ON, given -> advised().build());

    assertThat(resolved.describe())
        .isEqualTo(
            "watermark=key (query hint), watermark.delay=2 s (advice: a key's records are 2 s"
                + " apart), partition=modulo (query hint), exchange=local-merge (advice: one row"
                + " for 51.4 records), advice=on (session)");
    assertThat(resolved.describeChoice(EXCHANGE)).isEqualTo("advice=on (session)");
  }

  @Test
  void whatBelongsToAnotherValueThanTheOneInForceIsNotApplied() {
    HintOptions query = HintOptions.parse(Map.of("watermark", "subtask"));
    AdvisedOptions ahead =
        advised()
            .choose("exchange", "exchange", "ahead-keyby", "partitioned")
            .choose("exchange", "partition", "modulo", "its partitioner")
            .build();
    HintOptions session = HintOptions.parse(Map.of("advice", "on", "exchange", "local-merge"));
    var resolved = new ResolvedOptions(query, HintOptions.EMPTY, session, given -> ahead);

    assertThat(resolved.get(WATERMARK_DELAY)).isNull();
    assertThat(resolved.get(PARTITION).kind()).isEqualTo(PlacementStrategy.Kind.HASH);
    assertThat(resolved.origin(PARTITION)).isEqualTo(Origin.DEFAULT);
  }

  @Test
  void keysShareAWatermarkOnlyWhereThatIsLeftToAdvice() {
    AdvisedOptions grain =
        advised()
            .choose("watermark.keys-per-group", "watermark.keys-per-group", "100", "none late")
            .build();
    HintOptions auto = HintOptions.parse(Map.of("watermark.keys-per-group", "auto"));

    assertThat(
            new ResolvedOptions(HintOptions.EMPTY, HintOptions.EMPTY, ADVICE_ON, given -> grain)
                .get(WATERMARK_KEYS_PER_GROUP))
        .isEqualTo(1);
    assertThat(
            new ResolvedOptions(auto, HintOptions.EMPTY, HintOptions.EMPTY, given -> grain)
                .describe())
        .isEqualTo("watermark.keys-per-group=100 (advice: none late)");
  }

  @Test
  void withoutASampleAutoIsTheDefault() {
    var resolved =
        new ResolvedOptions(
            AUTO_EXCHANGE,
            HintOptions.EMPTY,
            ADVICE_ON,
            given -> AdvisedOptions.unknown("the topic is empty"));

    assertThat(resolved.get(EXCHANGE)).isEqualTo(ExchangeStrategy.SHUFFLE);
    assertThat(resolved.get(WATERMARK)).isEqualTo(WatermarkGrain.SUBTASK);
    assertThat(resolved.explicit()).isEqualTo(List.of(ADVICE));
    assertThat(resolved.advised().obstacle()).isEqualTo("the topic is empty");
  }

  @Test
  void adviceIsAskedForOnceAndGetsWhatIsSet() {
    List<ResolvedOptions> asked = new ArrayList<>();
    HintOptions query = HintOptions.parse(Map.of("watermark.delay", "3 s", "exchange", "auto"));
    var resolved =
        new ResolvedOptions(
            query,
            HintOptions.EMPTY,
            ADVICE_ON,
            given -> {
              asked.add(given);
              return advised().build();
            });

    resolved.describe();
    resolved.lenient().get(EXCHANGE);

    assertThat(asked).hasSize(1);
    assertThat(asked.get(0).describe())
        .isEqualTo("watermark.delay=3 s (query hint), advice=on (session)");
    assertThat(asked.get(0).isLeftToAdvice(EXCHANGE)).isTrue();
  }

  @Test
  void detailsAreMeantForTheOptionWhereItIsLeftToAdvice() {
    HintOptions slot = HintOptions.parse(Map.of("local-merge.slot", "1 s"));
    HintOptions slotAndAdvice =
        HintOptions.parse(Map.of("local-merge.slot", "1 s", "advice", "on"));

    assertThat(
            new ResolvedOptions(AUTO_EXCHANGE, HintOptions.EMPTY, slot, given -> advised().build())
                .isMeantFor(EXCHANGE, LOCAL_MERGE_SLOT))
        .as("of the session, for a hint with auto")
        .isFalse();
    assertThat(
            new ResolvedOptions(
                    HintOptions.EMPTY, HintOptions.EMPTY, slotAndAdvice, given -> advised().build())
                .isMeantFor(EXCHANGE, LOCAL_MERGE_SLOT))
        .isTrue();
  }

  @Test
  void detailsOfAnOuterQueryMayBeMeantForOtherQueries() {
    HintOptions shuffle = HintOptions.parse(Map.of("exchange", "shuffle"));
    HintOptions merge =
        HintOptions.parse(Map.of("exchange", "local-merge", "local-merge.slot", "1 s"));
    ResolvedOptions inShuffle = nested(shuffle, merge);

    assertThat(inShuffle.get(EXCHANGE)).isEqualTo(ExchangeStrategy.SHUFFLE);
    assertThat(inShuffle.get(LOCAL_MERGE_SLOT)).isEqualTo(Duration.ofSeconds(1));
    assertThat(inShuffle.isMeantFor(EXCHANGE, LOCAL_MERGE_SLOT)).isFalse();
    assertThat(inShuffle.lenient().isMeantFor(EXCHANGE, LOCAL_MERGE_SLOT)).isFalse();
    assertThat(nested(merge, shuffle).isMeantFor(EXCHANGE, LOCAL_MERGE_SLOT)).isTrue();
    assertThat(nested(HintOptions.EMPTY, merge).isMeantFor(EXCHANGE, LOCAL_MERGE_SLOT)).isTrue();
  }

  private static ResolvedOptions nested(HintOptions inner, HintOptions outer) {
    return new ResolvedOptions(
        List.of(inner, outer),
        HintOptions.EMPTY,
        HintOptions.EMPTY,
        ResolvedOptionsTest::notToBeAsked);
  }

  @Test
  void detailsOfTheSessionAreOfNoHint() {
    HintOptions merge =
        HintOptions.parse(Map.of("exchange", "local-merge", "local-merge.slot", "1 s"));
    HintOptions shuffle = HintOptions.parse(Map.of("exchange", "shuffle"));
    HintOptions slot = HintOptions.parse(Map.of("local-merge.slot", "1 s"));
    HintOptions none = HintOptions.EMPTY;

    assertThat(isHinted(none, none, merge)).isFalse();
    assertThat(isHinted(none, slot, shuffle)).as("may be for other operators").isFalse();
    assertThat(isHinted(slot, shuffle, merge)).as("may be for other operators").isFalse();
    assertThat(isHinted(slot, none, shuffle)).isTrue();
    assertThat(isHinted(slot, shuffle, none)).isTrue();
    assertThat(isHinted(none, merge, shuffle)).isTrue();
    assertThat(isHinted(shuffle, merge, none)).isFalse();
    assertThat(isHinted(none, slot, none)).isTrue();
  }

  private static boolean isHinted(HintOptions query, HintOptions table, HintOptions session) {
    return new ResolvedOptions(query, table, session).isHintedFor(EXCHANGE, LOCAL_MERGE_SLOT);
  }

  @Test
  void aMissingLevelIsNoNull() {
    assertThatThrownBy(() -> new ResolvedOptions(HintOptions.EMPTY, null, HintOptions.EMPTY))
        .isInstanceOf(NullPointerException.class)
        .hasMessage("table");
  }

  private static HintOptions delay(String text) {
    return HintOptions.parse(Map.of("watermark.delay", text));
  }
}
