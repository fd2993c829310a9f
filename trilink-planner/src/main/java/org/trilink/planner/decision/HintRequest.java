/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.planner.decision;

import java.util.Objects;

/** The request of one hint on one subject. It is handled when an operator applies or refuses it. */
public final class HintRequest {

  private final HintUse use;
  private final HintSubject subject;

  public HintRequest(HintUse use, HintSubject subject) {
    this.use = use;
    this.subject = subject;
  }

  public HintUse use() {
    return use;
  }

  public HintSubject subject() {
    return subject;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof HintRequest
        && use.equals(((HintRequest) other).use)
        && subject == ((HintRequest) other).subject;
  }

  @Override
  public int hashCode() {
    return Objects.hash(use, subject);
  }
}
