/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.planner.decision;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** The hints of a plan that no operator has answered yet. */
public final class UnresolvedHints {

  private final HintScope scope;
  private final Set<HintRequest> answered = new LinkedHashSet<>();

  public UnresolvedHints(HintScope scope) {
    this.scope = scope;
  }

  /** An operator has heeded, or refused, what these hints say on a subject. */
  public void answer(Collection<HintUse> uses, HintSubject subject) {
    uses.forEach(use -> answered.add(new HintRequest(use, subject)));
  }

  public List<HintRequest> questions() {
    List<HintRequest> open = new ArrayList<>(scope.questions());
    open.removeAll(answered);
    return open;
  }
}
