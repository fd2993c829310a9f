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
import javax.annotation.Nullable;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.Values;
import org.apache.flink.table.planner.plan.nodes.physical.stream.StreamPhysicalChangelogNormalize;
import org.trilink.planner.hint.HintOption;
import org.trilink.planner.hint.HintOptions;
import org.trilink.planner.hint.PlanningAdvice;
import org.trilink.planner.hint.ResolvedOptions;
import org.trilink.planner.hint.TrilinkOptions;

/** The hints in force for one operator of the physical plan. */
public final class GoverningHints {

  private final RelNode operator;
  @Nullable private final HintLevel kind;
  private final OperatorAdvisor advisor;
  private final Set<HintUse> uses = new LinkedHashSet<>();
  private List<HintUse> queryHints;
  private Set<HintUse> tableHints;
  @Nullable private String conflict;

  private GoverningHints(RelNode operator, @Nullable HintLevel kind, OperatorAdvisor advisor) {
    this.operator = operator;
    this.kind = kind;
    this.advisor = advisor;
  }

  /**
   * Reads them from the leaves below.
   *
   * @param kind what hint level of the query the operator belongs to; null if to none, so that only
   *     tables' hints govern it
   * @param above how many of the same kind stand above this one
   */
  public static GoverningHints of(
      RelNode operator, @Nullable HintLevel kind, int above, HintScope scope) {
    GoverningHints governing = new GoverningHints(operator, kind, scope.advisor());
    for (RelNode input : operator.getInputs()) {
      governing.visit(input, above, 0, scope);
    }
    return governing;
  }

  /**
   * Finds the hints that govern an operator which gets its rows by key.
   *
   * @param above the nodes above it
   */
  public static GoverningHints ofKeyed(RelNode operator, List<RelNode> above, HintScope scope) {
    if (Plans.isFirstPhaseWithKeys(operator)) {
      // governed by what governs the last phase, which is the nearest level above
      int levels = Plans.levelsAmong(above, HintLevel.AGGREGATE);
      return of(operator, HintLevel.AGGREGATE, levels - 1, scope);
    }
    if (operator instanceof StreamPhysicalChangelogNormalize) {
      return of(operator, HintLevel.TABLE, 0, scope);
    }
    HintLevel level = Plans.hintLevel(operator);
    return of(operator, level, Plans.levelsAmong(above, level), scope);
  }

  private void visit(RelNode rel, int above, int below, HintScope scope) {
    if (rel instanceof Values) {
      return; // no table, so no table's hints
    }
    if (rel.getInputs().isEmpty()) {
      LeafHints hints = HintCarrier.read(rel, scope);
      if (hints == null) {
        add(new ArrayList<>(), new LinkedHashSet<>());
      } else {
        List<HintUse> ofQueries = queryHintsAt(hints, above, below);
        hints.hintsByTable().forEach(ofTable -> add(ofQueries, ofTable));
      }
      return;
    }
    for (RelNode input : rel.getInputs()) {
      int level = kind != null && Plans.hintLevel(rel) == kind ? 1 : 0;
      visit(input, above, below + level, scope);
    }
  }

  private void add(List<HintUse> ofQueries, Set<HintUse> ofTables) {
    uses.addAll(ofQueries);
    uses.addAll(ofTables);
    if (queryHints == null) {
      queryHints = ofQueries;
      tableHints = ofTables;
    }
    if (!merge(queryHints).equals(merge(ofQueries))) {
      conflict =
          "its inputs are queries with different TRILINK hints; put one hint on the SELECT around"
              + " them, or use table.optimizer.trilink.*";
    } else if (!options(tableHints).equals(options(ofTables)) || options(ofTables).size() > 1) {
      conflict = "the tables below it have different TRILINK hints; put one hint on SELECT instead";
    }
  }

  private static Set<HintOptions> options(Collection<HintUse> hints) {
    Set<HintOptions> options = new LinkedHashSet<>();
    for (HintUse hint : hints) {
      options.add(hint.options());
    }
    return options;
  }

  private List<HintUse> queryHintsAt(LeafHints leaf, int above, int below) {
    if (kind == null) {
      return new ArrayList<>();
    }
    List<List<HintUse>> levels = leaf.queryHints(kind);
    if (above + 1 + below == levels.size() && !leaf.levelsMayShift()) {
      return levels.get(below);
    }
    // The optimizer may have added or removed a level: levels cannot be told apart any more,
    // which does not matter as long as they all say the same.
    if (levels.stream().map(GoverningHints::merge).distinct().count() > 1) {
      levels.forEach(uses::addAll);
      conflict =
          "the optimizer rearranged the query's "
              + kind.plural()
              + ", so it is unknown which TRILINK hint belongs to which of them; use one hint for"
              + " all of them, or table.optimizer.trilink.*";
    }
    return levels.isEmpty() ? new ArrayList<>() : levels.get(0);
  }

  /** All hints that are handled by the decision for this operator. */
  public Set<HintUse> uses() {
    return uses;
  }

  /** Why the hints cannot be followed, null if they can. */
  @Nullable
  public String conflict() {
    return conflict;
  }

  /**
   * Refuses, because of the conflict, what the hints ask for: all of it, as none takes precedence;
   * and it is an error if any of them is strict.
   */
  public <D> Decision<D> refuse(HintOption<?> option, HintOptions session) {
    Set<String> asked = new LinkedHashSet<>();
    uses.forEach(use -> addTo(asked, option, use.options()));
    if (asked.isEmpty()) {
      addTo(asked, option, session);
    }
    return StrictHints.refuse(String.join(" and ", asked), conflict, isAnyStrict(session));
  }

  private boolean isAnyStrict(HintOptions session) {
    HintOptions others =
        uses.stream().anyMatch(GoverningHints::saysStrict) ? HintOptions.EMPTY : session;
    return isAskedFor(TrilinkOptions.STRICT, true, others);
  }

  private static boolean saysStrict(HintUse use) {
    return use.options().get(TrilinkOptions.STRICT).isPresent();
  }

  private static <T> void addTo(Set<String> asked, HintOption<T> option, HintOptions options) {
    if (options.has(option)) {
      asked.add(
          option.name() + "=" + options.get(option).map(option::show).orElse(HintOption.AUTO));
    }
  }

  /** Whether any of the hints, or else the session, sets this. */
  public <T> boolean isAskedFor(HintOption<T> option, T value, HintOptions session) {
    for (HintUse use : uses) {
      if (use.options().get(option).filter(value::equals).isPresent()) {
        return true;
      }
    }
    return session.get(option).filter(value::equals).isPresent();
  }

  /** Whether any of the hints, or else the session, sets this to {@code auto}. */
  public boolean isAuto(HintOption<?> option, HintOptions session) {
    return session.isAuto(option) || uses.stream().anyMatch(use -> use.options().isAuto(option));
  }

  /** Whether any of the hints, or else the session, asks for advice on what nobody sets. */
  public boolean isAdviceOn(HintOptions session) {
    return isAskedFor(TrilinkOptions.ADVICE, PlanningAdvice.ON, session);
  }

  /** Whether any of the hints, or else the session, sets this to anything. */
  public boolean isSet(HintOption<?> option, HintOptions session) {
    return session.has(option) || uses.stream().anyMatch(use -> use.options().has(option));
  }

  /** The options in force, with advice for those that are left to it. */
  public ResolvedOptions resolve(HintOptions session) {
    return new ResolvedOptions(
        new ArrayList<>(options(queryHints == null ? new ArrayList<>() : queryHints)),
        merge(tableHints == null ? new ArrayList<>() : tableHints),
        session,
        given -> advisor.advise(operator, given));
  }

  /** The tables' hints, whatever queries say. Not to be used if there is a conflict. */
  public HintOptions ofTables() {
    return merge(tableHints == null ? new ArrayList<>() : tableHints);
  }

  public static HintOptions merge(Collection<HintUse> strongestFirst) {
    return HintOptions.merge(options(strongestFirst));
  }
}
