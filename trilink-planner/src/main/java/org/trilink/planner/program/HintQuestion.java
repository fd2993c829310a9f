package org.trilink.planner.program;

import java.util.Objects;

/** What one hint asks for on one subject. It is answered when an operator heeds or refuses it. */
final class HintQuestion {

  private final HintUse use;
  private final HintSubject subject;

  HintQuestion(HintUse use, HintSubject subject) {
    this.use = use;
    this.subject = subject;
  }

  HintUse use() {
    return use;
  }

  HintSubject subject() {
    return subject;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof HintQuestion
        && use.equals(((HintQuestion) other).use)
        && subject == ((HintQuestion) other).subject;
  }

  @Override
  public int hashCode() {
    return Objects.hash(use, subject);
  }
}
