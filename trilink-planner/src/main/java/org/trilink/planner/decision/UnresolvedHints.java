/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.planner.decision;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** The hint requests of a plan that no operator has handled yet. */
public final class UnresolvedHints {

  private final HintScope scope;
  private final Set<HintRequest> handled = new LinkedHashSet<>();

  public UnresolvedHints(HintScope scope) {
    this.scope = scope;
  }

  /** Marks what these hints say on a subject as handled: an operator has applied or refused it. */
  public void markHandled(Collection<HintUse> uses, HintSubject subject) {
    uses.forEach(use -> handled.add(new HintRequest(use, subject)));
  }

  public Set<HintRequest> handled() {
    return Collections.unmodifiableSet(handled);
  }

  public List<HintRequest> unhandled() {
    List<HintRequest> unhandled = new ArrayList<>(scope.requests());
    unhandled.removeAll(handled);
    unhandled.removeAll(scope.handledBelow());
    return unhandled;
  }
}
