/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.planner.decision;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.WeakHashMap;
import javax.annotation.Nullable;
import javax.annotation.concurrent.GuardedBy;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.hint.RelHint;
import org.trilink.planner.hint.HintOptions;
import org.trilink.planner.hint.HintSecrets;
import org.trilink.planner.hint.PlanningAdvice;
import org.trilink.planner.hint.TrilinkOptions;

/**
 * The hints of one plan: collected by the first program, read by the last. One instance per plan.
 */
public final class HintScope {

  private final Set<HintRequest> requests = new LinkedHashSet<>();
  private final List<LeafHints> leaves = new ArrayList<>();
  private final SharedPlans sharedPlans;
  private final HintSecrets secrets;
  private final OperatorAdvisor advisor;
  private final boolean ignoresHints;
  private final Set<HintRequest> handledBelow = new HashSet<>();

  /** The hints of tables in shared sub-plans. */
  private final Set<HintUse> usesBelow = new LinkedHashSet<>();

  private List<HintUse> hintsOfSink = Collections.emptyList();

  /**
   * Creates it.
   *
   * @param secrets what the session's hints hide
   * @param advisor for options that are left to advice
   */
  public HintScope(SharedPlans sharedPlans, HintSecrets secrets, OperatorAdvisor advisor) {
    this(sharedPlans, secrets, advisor, false);
  }

  private HintScope(
      SharedPlans sharedPlans, HintSecrets secrets, OperatorAdvisor advisor, boolean ignoresHints) {
    this.sharedPlans = sharedPlans;
    this.secrets = secrets;
    this.advisor = advisor;
    this.ignoresHints = ignoresHints;
  }

  /**
   * A scope in which hints must be right but have no options, so that only the session's count, and
   * in which nothing is sampled.
   */
  public static HintScope ignoringHints(HintSecrets secrets) {
    return new HintScope(new SharedPlans(), secrets, OperatorAdvisor.NONE, true);
  }

  OperatorAdvisor advisor() {
    return advisor;
  }

  /** The options of a hint of the plan, with what is hidden in it. */
  public HintOptions options(RelHint hint) {
    HintOptions options = HintOptions.parse(hint, secrets);
    return ignoresHints ? HintOptions.EMPTY : options;
  }

  /** Registers the hint, so that it is reported as applied, refused or without effect. */
  public void add(HintUse use) {
    if (ignoresHints) {
      return;
    }
    HintSubject.of(use.options()).forEach(subject -> add(new HintRequest(use, subject)));
  }

  public void add(HintRequest request) {
    requests.add(request);
  }

  Set<HintRequest> requests() {
    return requests;
  }

  /**
   * Takes hints as handled by the shared sub-plan below where that has handled copies of them: the
   * Table API merges projections upon a hinted query into it, so that the hint itself is above what
   * is shared.
   *
   * @param uses in force above the sub-plan
   */
  public void addHandledBelow(Collection<HintUse> uses, RelNode subPlan) {
    for (HintRequest copy : sharedPlans.handledCopies(subPlan)) {
      uses.stream()
          .filter(use -> use.options().equals(copy.use().options()))
          .forEach(use -> handledBelow.add(new HintRequest(use, copy.subject())));
    }
  }

  Set<HintRequest> handledBelow() {
    return handledBelow;
  }

  /**
   * Makes the hints of a shared sub-plan's tables known, which hold above it as well. Those that it
   * has not handled are to be handled above.
   */
  public void addShared(RelNode subPlan) {
    sharedPlans.hintsByTable(subPlan).forEach(usesBelow::addAll);
    sharedPlans.unhandled(subPlan).forEach(this::add);
  }

  /** All hints that may be in force somewhere in the plan. */
  public Set<HintUse> uses() {
    Set<HintUse> uses = new LinkedHashSet<>(usesBelow);
    requests.forEach(request -> uses.add(request.use()));
    return uses;
  }

  /** Whether any hint, or the session, asks for advice on what nobody sets. */
  public boolean isAdviceOnAnywhere(HintOptions session) {
    return isAdviceOn(session) || uses().stream().anyMatch(use -> isAdviceOn(use.options()));
  }

  private static boolean isAdviceOn(HintOptions place) {
    return place.get(TrilinkOptions.ADVICE).filter(PlanningAdvice.ON::equals).isPresent();
  }

  /** Returns the number under which {@link #leaf} finds them; equal hints get the same. */
  public int register(LeafHints hints) {
    int index = leaves.indexOf(hints);
    if (index >= 0) {
      return index;
    }
    leaves.add(hints);
    return leaves.size() - 1;
  }

  LeafHints leaf(int number) {
    return leaves.get(number);
  }

  public SharedPlans sharedPlans() {
    return sharedPlans;
  }

  /** The hints of the SELECT whose rows are written to a table, the innermost first. */
  public List<HintUse> hintsOfSink() {
    return hintsOfSink;
  }

  public void setHintsOfSink(List<HintUse> hints) {
    hintsOfSink = hints;
  }

  /**
   * The hints of sub-plans that several statements share, and what these need of their results.
   * Flink optimizes such a sub-plan by itself and shows the plans above it an opaque table. It
   * plans all statements of a set twice, so that in the second round a sub-plan knows of those
   * above.
   */
  public static final class SharedPlans {

    private static final Set<Set<HintUse>> NO_TABLES =
        Collections.singleton(Collections.emptySet());

    @GuardedBy("this")
    private final Map<RelNode, Set<Set<HintUse>>> tableHints = new WeakHashMap<>();

    @GuardedBy("this")
    private final Map<RelNode, Set<HintRequest>> unhandled = new WeakHashMap<>();

    @GuardedBy("this")
    private final Map<RelNode, Set<HintRequest>> handledCopies = new WeakHashMap<>();

    @GuardedBy("this")
    private final Map<String, String> orderNeededBy = new HashMap<>();

    /** Clears what statements need, before others are planned. */
    public synchronized void forgetNeeds() {
      orderNeededBy.clear();
    }

    /**
     * Records that a statement goes by the order in which an operator's results of a key arrive.
     *
     * @param operator its identity in both rounds
     * @param consumer what goes by it, for messages
     */
    public synchronized void needOrder(String operator, String consumer) {
      orderNeededBy.putIfAbsent(operator, consumer);
    }

    /**
     * The consumer in another statement that goes by the order of an operator's results, for
     * messages; null if there is none.
     */
    @Nullable
    public synchronized String orderNeededBy(String operator) {
      return orderNeededBy.get(operator);
    }

    /**
     * Keeps them.
     *
     * @param hints of each table, be they none
     */
    public synchronized void put(
        RelNode root,
        Set<Set<HintUse>> hints,
        Collection<HintRequest> notHandled,
        Collection<HintRequest> handled) {
      Set<HintRequest> open = new LinkedHashSet<>(notHandled);
      open.removeIf(request -> hints.stream().noneMatch(table -> table.contains(request.use())));
      tableHints.put(root, hints);
      unhandled.put(root, open);
      Set<HintRequest> copies = new LinkedHashSet<>(handled);
      copies.removeIf(request -> !request.use().isCopy());
      handledCopies.put(root, copies);
    }

    /** The hints of each table in a shared sub-plan, be they none; empty if it reads no table. */
    public synchronized Set<Set<HintUse>> hintsByTable(RelNode root) {
      return tableHints.getOrDefault(root, NO_TABLES);
    }

    /** The requests that it has handled of hints that stand at none of its nodes. */
    synchronized Set<HintRequest> handledCopies(RelNode root) {
      return handledCopies.getOrDefault(root, Collections.emptySet());
    }

    /** The requests of the table hints that were not handled in the shared sub-plan itself. */
    synchronized Set<HintRequest> unhandled(RelNode root) {
      return unhandled.getOrDefault(root, Collections.emptySet());
    }
  }
}
