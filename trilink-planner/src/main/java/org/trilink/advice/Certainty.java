/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.advice;

import java.util.ArrayList;
import java.util.List;
import org.trilink.advice.operator.EventWindows;
import org.trilink.advice.operator.OperatorFacts;
import org.trilink.advice.operator.Texts;

/** Says what a sample cannot show, as reservations about the advice. */
final class Certainty {

  /** Windows that a sample has to span, for what is late to be seen. */
  private static final int WINDOWS = 3;

  /** With fewer, shares are rough. */
  private static final int FEW_RECORDS = 10_000;

  private static final double MANY_SEEN_ONCE = 0.1;

  private Certainty() {}

  /** The reservations, as sentences; the general one at the end. */
  static List<String> of(OperatorFacts facts) {
    List<String> reservations = new ArrayList<>();
    if (facts.records().size() < FEW_RECORDS) {
      reservations.add(
          "The sample is small: only " + Texts.number(facts.records().size()) + " records.");
    }
    EventWindows windows = facts.operator().windows();
    long span = facts.records().eventTimeSpan();
    if (windows != null && facts.disorder() != null && span < WINDOWS * windows.size()) {
      reservations.add(
          String.format(
              "It spans %s of event time, and a window is %s long: with more records (--records) it"
                  + " would see more windows end.",
              Texts.duration(span), Texts.duration(windows.size())));
    }
    int seenOnce = facts.frequencies().seenOnce();
    if (seenOnce > MANY_SEEN_ONCE * facts.frequencies().keys()) {
      reservations.add(
          String.format(
              "%s of %s keys have one record, so the topic has more keys than the sample.",
              Texts.number(seenOnce), Texts.number(facts.frequencies().keys())));
    }
    if (facts.lateBySubtask() != null) {
      reservations.add(
          facts.catchUp() == null
              ? "Late records are those of a job that keeps up with its input. One that catches up"
                  + " gets a watermark every 200 ms only, and may lose fewer."
              : "Flink's watermark comes every 200 ms only: a job that catches up may lose fewer"
                  + " records, and between both orders of reading any number.");
    }
    reservations.add("What happens seldom, or at other times of the day, a sample does not show.");
    return reservations;
  }
}
