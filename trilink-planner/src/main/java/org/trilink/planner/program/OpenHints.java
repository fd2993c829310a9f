package org.trilink.planner.program;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** The hints of a plan that no operator has answered yet. */
final class OpenHints {

  private final HintScope scope;
  private final Set<HintQuestion> answered = new LinkedHashSet<>();

  OpenHints(HintScope scope) {
    this.scope = scope;
  }

  /** An operator has heeded, or refused, what these hints say on a subject. */
  void answer(Collection<HintUse> uses, HintSubject subject) {
    uses.forEach(use -> answered.add(new HintQuestion(use, subject)));
  }

  List<HintQuestion> questions() {
    List<HintQuestion> open = new ArrayList<>(scope.questions());
    open.removeAll(answered);
    return open;
  }
}
