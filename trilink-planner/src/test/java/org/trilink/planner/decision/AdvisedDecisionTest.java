/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.planner.decision;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.trilink.planner.hint.TrilinkOptions.EXCHANGE;

import java.util.Map;
import org.apache.flink.table.api.ValidationException;
import org.junit.jupiter.api.Test;
import org.trilink.planner.hint.AdvisedOptions;
import org.trilink.planner.hint.HintOptions;
import org.trilink.planner.hint.ResolvedOptions;

class AdvisedDecisionTest {

  private static final HintOptions AUTO =
      HintOptions.parse(Map.of("exchange", "auto", "strict", "true"));
  private static final HintOptions ADVICE_ON =
      HintOptions.parse(Map.of("advice", "on", "strict", "true"));

  private static final AdvisedOptions LOCAL_MERGE =
      new AdvisedOptions.Builder()
          .choose("exchange", "exchange", "local-merge", "one row for 50 records")
          .build();
  private static final AdvisedOptions DECLINED =
      new AdvisedOptions.Builder().decline("exchange", "local-merge: it saves nothing").build();
  private static final AdvisedOptions UNKNOWN = AdvisedOptions.unknown("the topic is empty");

  private static ResolvedOptions of(HintOptions query, AdvisedOptions advised) {
    return new ResolvedOptions(query, HintOptions.EMPTY, HintOptions.EMPTY, given -> advised);
  }

  private static Decision<String> refused(ResolvedOptions options) {
    return StrictHints.refuse("exchange=local-merge", "it has no keys", options);
  }

  @Test
  void whatIsAdvisedAndAcceptedIsPlanned() {
    Decision<String> decision =
        AdvisedDecision.of(EXCHANGE, of(AUTO, LOCAL_MERGE), options -> Decision.accept("merge"));

    assertThat(decision.accepted()).isEqualTo("merge");
    assertThat(decision.remark()).isNull();
  }

  @Test
  void whatIsAdvisedAndRefusedIsARemarkEvenIfRefusalsAreErrors() {
    Decision<String> decision =
        AdvisedDecision.of(EXCHANGE, of(AUTO, LOCAL_MERGE), AdvisedDecisionTest::refused);

    assertThat(decision.isNone()).isTrue();
    assertThat(decision.remark())
        .isEqualTo(
            "exchange=auto (query hint): shuffle, as local-merge is advised, and cannot be planned:"
                + " it has no keys");
  }

  @Test
  void optionsThatContradictWhatIsAdvisedAreARemark() {
    Decision<String> decision =
        AdvisedDecision.of(
            EXCHANGE,
            of(ADVICE_ON, LOCAL_MERGE),
            options -> {
              throw new ValidationException("the slot is wrong");
            });

    assertThat(decision.remark())
        .isEqualTo(
            "advice=on (query hint): exchange=shuffle, as local-merge is advised, and cannot be"
                + " planned: the slot is wrong");
  }

  @Test
  void whatIsSetAndRefusedIsARefusal() {
    HintOptions set = HintOptions.parse(Map.of("exchange", "local-merge"));
    HintOptions strict = HintOptions.parse(Map.of("exchange", "local-merge", "strict", "true"));

    assertThat(
            AdvisedDecision.of(EXCHANGE, of(set, UNKNOWN), AdvisedDecisionTest::refused).refusal())
        .isEqualTo("exchange=local-merge refused: it has no keys");
    assertThatThrownBy(
            () -> AdvisedDecision.of(EXCHANGE, of(strict, UNKNOWN), AdvisedDecisionTest::refused))
        .isInstanceOf(ValidationException.class);
  }

  @Test
  void stockFlinksValueIsExplainedByTheSample() {
    assertThat(AdvisedDecision.stock(EXCHANGE, of(AUTO, DECLINED)).remark())
        .isEqualTo("exchange=auto (query hint): shuffle, as local-merge: it saves nothing");
    assertThat(AdvisedDecision.stock(EXCHANGE, of(ADVICE_ON, DECLINED)).remark())
        .isEqualTo("advice=on (query hint): exchange=shuffle, as local-merge: it saves nothing");
    assertThat(
            AdvisedDecision.stock(EXCHANGE, of(AUTO, new AdvisedOptions.Builder().build()))
                .remark())
        .isEqualTo(
            "exchange=auto (query hint): shuffle, as nothing in the sample speaks for another"
                + " value");
  }

  @Test
  void withoutASampleAutoIsRefused() {
    HintOptions auto = HintOptions.parse(Map.of("exchange", "auto"));

    assertThat(AdvisedDecision.stock(EXCHANGE, of(auto, UNKNOWN)).refusal())
        .isEqualTo("exchange=auto refused: the topic is empty");
    assertThatThrownBy(() -> AdvisedDecision.stock(EXCHANGE, of(AUTO, UNKNOWN)))
        .isInstanceOf(ValidationException.class)
        .hasMessageContaining("exchange=auto refused: the topic is empty");
  }

  @Test
  void withoutASampleAdviceHasNoEffect() {
    assertThat(AdvisedDecision.stock(EXCHANGE, of(ADVICE_ON, UNKNOWN)).remark())
        .isEqualTo("advice=on (query hint) has no effect here: the topic is empty");
  }

  @Test
  void whatNobodyLeavesToAdviceIsNoConcernOfIt() {
    HintOptions set = HintOptions.parse(Map.of("advice", "on", "exchange", "shuffle"));

    Decision<String> decision = AdvisedDecision.stock(EXCHANGE, of(set, UNKNOWN));

    assertThat(decision.isNone()).isTrue();
    assertThat(decision.remark()).isNull();
  }
}
