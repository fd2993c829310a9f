/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.planner.metadata;

import java.time.Duration;
import java.util.Optional;
import javax.annotation.Nullable;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.Calc;
import org.apache.calcite.rel.core.Union;
import org.apache.calcite.util.ImmutableBitSet;
import org.apache.flink.table.planner.calcite.FlinkTypeFactory;
import org.apache.flink.table.planner.plan.nodes.calcite.WatermarkAssigner;
import org.apache.flink.table.planner.plan.nodes.physical.stream.StreamPhysicalDataStreamScan;
import org.apache.flink.table.planner.plan.nodes.physical.stream.StreamPhysicalExchange;
import org.apache.flink.table.planner.plan.nodes.physical.stream.StreamPhysicalGlobalWindowAggregate;
import org.apache.flink.table.planner.plan.nodes.physical.stream.StreamPhysicalGroupWindowAggregate;
import org.apache.flink.table.planner.plan.nodes.physical.stream.StreamPhysicalTableSourceScan;
import org.apache.flink.table.planner.plan.nodes.physical.stream.StreamPhysicalWindowAggregate;
import org.apache.flink.table.planner.plan.nodes.physical.stream.StreamPhysicalWindowJoin;
import org.apache.flink.table.planner.plan.nodes.physical.stream.StreamPhysicalWindowRank;
import org.apache.flink.table.planner.plan.nodes.physical.stream.StreamPhysicalWindowTableFunction;
import org.apache.flink.table.planner.plan.schema.TableSourceTable;
import org.trilink.planner.decision.Decision;
import org.trilink.planner.flink.FlinkTables;

/**
 * Where a column's event time comes from, and so how far the rows of one key may be out of its
 * order: the only class that determines this, so that rules need not search the plan themselves.
 *
 * <p>A time is followed from a column down to the WATERMARK clause of its table, or to an operator
 * whose results are in order of it ({@link ResultOrder}), through nodes that hand on rows as they
 * come ({@link ColumnTrace}).
 */
public final class EventTimeOrigin {

  /**
   * The least delay of a key's watermark behind a row, as another row of the key may have the same
   * time.
   */
  public static final Duration TIE = Duration.ofMillis(1);

  private final String description;
  private final Optional<Duration> delay;
  private final Duration leastDelay;
  private final KeySequence sequence;
  @Nullable private final RelNode resultsOf;

  /** Whether the times are instants that windows of local times were given. */
  private final boolean followsClocks;

  private EventTimeOrigin(
      String description,
      Optional<Duration> delay,
      Duration leastDelay,
      KeySequence sequence,
      @Nullable RelNode resultsOf,
      boolean followsClocks) {
    this.description = description;
    this.delay = delay;
    this.leastDelay = leastDelay;
    this.sequence = sequence;
    this.resultsOf = resultsOf;
    this.followsClocks = followsClocks;
  }

  /**
   * Follows a column of a physical relation. Refused if the rows of a key may be in any order of
   * that time.
   *
   * @param keys the columns that make up a key of the operator concerned
   */
  public static Decision<EventTimeOrigin> of(RelNode rel, int column, ImmutableBitSet keys) {
    return of(ColumnTrace.follow(rel, column, keys));
  }

  static Decision<EventTimeOrigin> of(ColumnTrace trace) {
    String reordering = trace.reordering();
    return reordering == null
        ? atBottom(trace)
        : atBottom(trace).flatMap(origin -> reordered(origin, reordering));
  }

  /** Decides on rows of a key that may have lost the order from below. */
  private static Decision<EventTimeOrigin> reordered(EventTimeOrigin origin, String reordering) {
    return origin.resultsOf == null
        ? unknownDelay(reordering + ", so the delay is unknown", KeySequence.several(reordering))
        : Decision.refuse(
            String.format(
                "%s, so that results of %s lose their order; not supported yet",
                reordering, PlanNames.operator(origin.resultsOf)));
  }

  private static Decision<EventTimeOrigin> atBottom(ColumnTrace trace) {
    RelNode rel = trace.rel();
    if (rel instanceof Union) {
      return ofUnion(trace);
    }
    boolean ofAnotherColumn =
        rel instanceof WatermarkAssigner
            && ((WatermarkAssigner) rel).rowtimeFieldIndex() != trace.column();
    if (!ofAnotherColumn && isOfSource(rel)) {
      return ofSource(trace, rel);
    }
    ResultOrder order = ResultOrder.of(rel, trace.column());
    if (order == null) {
      return unordered(rel);
    }
    if (!order.holdsWithin(trace.keys())) {
      return Decision.refuse(
          String.format(
              "it combines results of different keys of %s, which are at different event times;"
                  + " Flink's own operator handles this, because it waits for the watermark that %s"
                  + " forwards",
              PlanNames.operator(rel), PlanNames.operator(rel)));
    }
    Duration delay = order.oneRowATime() && !trace.multiplied() ? Duration.ZERO : TIE;
    String results = "results of " + PlanNames.operator(rel);
    return Decision.accept(
        new EventTimeOrigin(
            results + " in order",
            Optional.of(delay),
            delay,
            KeySequence.one(results),
            rel,
            isInstantOfWindow(trace)));
  }

  private static boolean isInstantOfWindow(ColumnTrace trace) {
    RelNode rel = trace.rel();
    boolean isOfWindow =
        rel instanceof StreamPhysicalWindowAggregate
            || rel instanceof StreamPhysicalGlobalWindowAggregate
            || rel instanceof StreamPhysicalGroupWindowAggregate
            || rel instanceof StreamPhysicalWindowRank
            || rel instanceof StreamPhysicalWindowJoin;
    return isOfWindow
        && FlinkTypeFactory.isTimestampLtzIndicatorType(
            rel.getRowType().getFieldList().get(trace.column()).getType());
  }

  /**
   * A node that computes a time attribute, other than those that {@link ResultOrder} knows: only a
   * table's computed column can be that, whose watermark was pushed into the scan below.
   */
  private static boolean isOfSource(RelNode rel) {
    return rel instanceof Calc
        || rel instanceof WatermarkAssigner
        || rel instanceof StreamPhysicalTableSourceScan
        || rel instanceof StreamPhysicalDataStreamScan;
  }

  private static Decision<EventTimeOrigin> ofSource(ColumnTrace trace, RelNode rel) {
    if (rel instanceof StreamPhysicalDataStreamScan) {
      return unknownDelay(
          "the program that created the DataStream assigns its watermarks, so the delay is"
              + " unknown",
          KeySequence.several("a program created the DataStream"));
    }
    if (rel instanceof Calc
        || rel instanceof WatermarkAssigner
        || rel instanceof StreamPhysicalExchange) {
      return ofSource(trace, rel.getInput(0));
    }
    if (!(rel instanceof StreamPhysicalTableSourceScan)) {
      return unordered(rel);
    }
    TableSourceTable table = rel.getTable().unwrap(TableSourceTable.class);
    Optional<Duration> delay = DeclaredDelay.of(FlinkTables.table(table).getResolvedSchema());
    String name = FlinkTables.name(table).getObjectName();
    KeySequence sequence = KeySequence.ofTable(trace.rel(), trace.keys());
    if (!delay.isPresent()) {
      return unknownDelay(
          "the WATERMARK of " + name + " is not of the form column - INTERVAL constant", sequence);
    }
    return Decision.accept(
        new EventTimeOrigin("WATERMARK of " + name, delay, TIE, sequence, null, false));
  }

  /** Inputs of a union are read at their own speeds. */
  private static Decision<EventTimeOrigin> ofUnion(ColumnTrace trace) {
    for (RelNode input : trace.rel().getInputs()) {
      ColumnTrace inInput = trace.continueIn(input, trace.column());
      Decision<EventTimeOrigin> one = of(inInput);
      if (one.refusal() != null) {
        return one;
      }
      if (!isOfSource(inInput.rel()) && !(inInput.rel() instanceof Union)) {
        return Decision.refuse(
            "UNION ALL combines results of "
                + PlanNames.operator(inInput.rel())
                + " with rows that may be at other event times; not supported yet");
      }
    }
    return unknownDelay(
        "UNION ALL combines tables that may be at different event times, so the delay is unknown",
        KeySequence.several("UNION ALL combines tables that are read at their own speeds"));
  }

  private static Decision<EventTimeOrigin> unknownDelay(String why, KeySequence sequence) {
    return Decision.accept(new EventTimeOrigin(why, Optional.empty(), TIE, sequence, null, false));
  }

  private static Decision<EventTimeOrigin> unordered(RelNode rel) {
    String why =
        rel instanceof StreamPhysicalWindowTableFunction
            ? "its time column is the time of a window, and rows of a window may arrive after rows"
                + " of a later window; not supported yet"
            : "its time column comes from "
                + PlanNames.operator(rel)
                + ", which does not emit a key's rows in the order of that column; not supported"
                + " yet";
    return Decision.refuse(why);
  }

  /** How far the rows of a key may be out of order, if the plan says so. */
  public Optional<Duration> delay() {
    return delay;
  }

  /**
   * The delay that is needed whatever is declared or set: rows of a key may share a time, and the
   * first of them must not make the others late. Zero only for results of which there is one a
   * time.
   */
  public Duration leastDelay() {
    return leastDelay;
  }

  /** Whether the rows of a key come in one sequence. */
  public KeySequence sequence() {
    return sequence;
  }

  /** The operator whose results the rows are, in their order; null if they come from a table. */
  @Nullable
  public RelNode resultsOf() {
    return resultsOf;
  }

  /**
   * Whether the rows are results with instants that windows of local times were given. Such results
   * are not in order when clocks go forward.
   */
  public boolean followsClocks() {
    return followsClocks;
  }

  /** For EXPLAIN: the origin, or why the delay is not known. */
  public String description() {
    return description;
  }
}
