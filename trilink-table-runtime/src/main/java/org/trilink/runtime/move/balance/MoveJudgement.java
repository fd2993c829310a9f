/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.move.balance;

import java.util.Collections;
import java.util.List;
import java.util.Locale;

/** Says which keys are to be moved, or why none are. */
public final class MoveJudgement {

  private final MoveVerdict verdict;
  private final String reason;
  private final List<KeyMove> moves;
  private final Balance after;

  MoveJudgement(MoveVerdict verdict, String reason, List<KeyMove> moves, Balance after) {
    this.verdict = verdict;
    this.reason = reason;
    this.moves = Collections.unmodifiableList(moves);
    this.after = after;
  }

  /** No moves. */
  static MoveJudgement none(MoveVerdict verdict, Balance now, String reason, Object... figures) {
    return new MoveJudgement(
        verdict, String.format(Locale.ROOT, reason, figures), Collections.emptyList(), now);
  }

  public MoveVerdict verdict() {
    return verdict;
  }

  /**
   * The reason as text, with figures, and with advice if the user should do something. It names no
   * key.
   */
  public String reason() {
    return reason;
  }

  /** Each key once; empty unless the verdict is {@link MoveVerdict#MOVE}. */
  public List<KeyMove> moves() {
    return moves;
  }

  /** The balance expected after the moves. */
  public Balance after() {
    return after;
  }
}
