/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.planner.decision;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class DecisionTest {

  private static final Decision<Integer> NONE = Decision.none();
  private static final Decision<Integer> ACCEPTED = Decision.accept(1);
  private static final Decision<Integer> IN_PART = Decision.acceptInPart(1, "not all");
  private static final Decision<Integer> REFUSED = Decision.refuse("why");

  @Test
  void isNoneOnlyIfNothingWasDecided() {
    assertThat(NONE.isNone()).isTrue();
    assertThat(ACCEPTED.isNone()).isFalse();
    assertThat(IN_PART.isNone()).isFalse();
    assertThat(REFUSED.isNone()).isFalse();
  }

  @Test
  void aRemarkDecidesNothingAndStays() {
    Decision<Integer> remark = Decision.remark("why not");

    assertThat(remark.isNone()).isTrue();
    assertThat(remark.remark()).isEqualTo("why not");
    assertThat(remark.map(String::valueOf).remark()).isEqualTo("why not");
    assertThat(remark.flatMap(one -> Decision.accept("2")).remark()).isEqualTo("why not");
    assertThat(remark.explained(reason -> "x refused: " + reason).remark()).isEqualTo("why not");
    assertThat(REFUSED.remark()).isNull();
  }

  @Test
  void mapsWhatIsAcceptedAndKeepsTheReason() {
    assertIs(NONE.map(String::valueOf), null, null);
    assertIs(ACCEPTED.map(String::valueOf), "1", null);
    assertIs(IN_PART.map(String::valueOf), "1", "not all");
    assertIs(REFUSED.map(String::valueOf), null, "why");
  }

  @Test
  void goesOnWithWhatIsAcceptedOnly() {
    assertIs(NONE.flatMap(one -> Decision.accept("2")), null, null);
    assertIs(REFUSED.flatMap(one -> Decision.accept("2")), null, "why");
    assertIs(ACCEPTED.flatMap(one -> Decision.accept("2")), "2", null);
    assertIs(ACCEPTED.flatMap(one -> Decision.refuse("then")), null, "then");
    assertThat(ACCEPTED.flatMap(one -> NONE).isNone()).isTrue();
  }

  @Test
  void aLaterRefusalSaysMoreThanThatOfAPart() {
    assertIs(IN_PART.flatMap(one -> Decision.accept("2")), "2", "not all");
    assertIs(IN_PART.flatMap(one -> Decision.refuse("then")), null, "then");
  }

  @Test
  void explainsTheReasonIfThereIsOne() {
    assertIs(REFUSED.explained(reason -> "x refused: " + reason), null, "x refused: why");
    assertIs(IN_PART.explained(reason -> "x refused: " + reason), 1, "x refused: not all");
    assertIs(ACCEPTED.explained(reason -> "x refused: " + reason), 1, null);
  }

  private static void assertIs(Decision<?> decision, Object accepted, String refusal) {
    assertThat(decision.accepted()).isEqualTo(accepted);
    assertThat(decision.refusal()).isEqualTo(refusal);
  }
}
