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
import org.apache.flink.table.planner.plan.nodes.calcite.WatermarkAssigner;
import org.apache.flink.table.planner.plan.nodes.physical.stream.StreamPhysicalDataStreamScan;
import org.apache.flink.table.planner.plan.nodes.physical.stream.StreamPhysicalExchange;
import org.apache.flink.table.planner.plan.nodes.physical.stream.StreamPhysicalTableSourceScan;
import org.apache.flink.table.planner.plan.nodes.physical.stream.StreamPhysicalWindowTableFunction;
import org.apache.flink.table.planner.plan.schema.TableSourceTable;

/**
 * Where a column's event time comes from, and so how far the rows of one key may be out of its
 * order: the only class that determines this, so that rules need not search the plan themselves.
 *
 * <p>A time is followed from a column down to the WATERMARK clause of its table, or to an operator
 * whose results are in order of it ({@link ResultOrder}), through nodes that hand on rows as they
 * come ({@link ColumnTrace}).
 */
public final class EventTimeOrigin {

  private static final Duration TIE = Duration.ofMillis(1);

  private final String description;
  private final Optional<Duration> delay;
  @Nullable private final RelNode resultsOf;
  @Nullable private final String obstacle;

  private EventTimeOrigin(
      String description,
      Optional<Duration> delay,
      @Nullable RelNode resultsOf,
      @Nullable String obstacle) {
    this.description = description;
    this.delay = delay;
    this.resultsOf = resultsOf;
    this.obstacle = obstacle;
  }

  /**
   * Follows a column of a physical relation.
   *
   * @param keys the columns that make up a key of the operator concerned
   */
  public static EventTimeOrigin of(RelNode rel, int column, ImmutableBitSet keys) {
    return of(ColumnTrace.follow(rel, column, keys));
  }

  static EventTimeOrigin of(ColumnTrace trace) {
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
      return obstacle(
          String.format(
              "it combines results of different keys of %s, which are at different event times;"
                  + " Flink's own operator handles this, because it waits for the watermark that %s"
                  + " forwards",
              PlanNames.operator(rel), PlanNames.operator(rel)));
    }
    boolean ties = !order.oneRowATime() || trace.multiplied();
    return new EventTimeOrigin(
        "results of " + PlanNames.operator(rel) + " in order",
        Optional.of(ties ? TIE : Duration.ZERO),
        rel,
        null);
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

  private static EventTimeOrigin ofSource(ColumnTrace trace, RelNode rel) {
    if (rel instanceof StreamPhysicalDataStreamScan) {
      return unknownDelay(
          "the program that created the DataStream assigns its watermarks, so the delay is"
              + " unknown");
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
    Optional<Duration> delay = WatermarkDelay.of(table.catalogTable().getResolvedSchema());
    String name = table.tableIdentifier().getObjectName();
    if (!delay.isPresent()) {
      return unknownDelay(
          "the WATERMARK of " + name + " is not of the form column - INTERVAL constant");
    }
    boolean ties = trace.multiplied() && delay.get().isZero();
    return new EventTimeOrigin("WATERMARK of " + name, ties ? Optional.of(TIE) : delay, null, null);
  }

  /** Inputs of a union are read at their own speeds. */
  private static EventTimeOrigin ofUnion(ColumnTrace trace) {
    for (RelNode input : trace.rel().getInputs()) {
      ColumnTrace inInput = trace.continueIn(input, trace.column());
      EventTimeOrigin one = of(inInput);
      if (one.obstacle != null) {
        return one;
      }
      if (!isOfSource(inInput.rel()) && !(inInput.rel() instanceof Union)) {
        return obstacle(
            "UNION ALL combines results of "
                + PlanNames.operator(inInput.rel())
                + " with rows that may be at other event times; not supported yet");
      }
    }
    return unknownDelay(
        "UNION ALL combines tables that may be at different event times, so the delay is unknown");
  }

  private static EventTimeOrigin unknownDelay(String why) {
    return new EventTimeOrigin(why, Optional.empty(), null, null);
  }

  private static EventTimeOrigin unordered(RelNode rel) {
    String why =
        rel instanceof StreamPhysicalWindowTableFunction
            ? "its time column is the time of a window, and rows of a window may arrive after rows"
                + " of a later window; not supported yet"
            : "its time column comes from "
                + PlanNames.operator(rel)
                + ", which does not emit a key's rows in the order of that column; not supported"
                + " yet";
    return obstacle(why);
  }

  private static EventTimeOrigin obstacle(String why) {
    return new EventTimeOrigin("", Optional.empty(), null, why);
  }

  /** Why the rows of a key may be in any order of that time, null if that is not so. */
  @Nullable
  public String obstacle() {
    return obstacle;
  }

  /** How far the rows of a key may be out of order, if the plan says so. */
  public Optional<Duration> delay() {
    return delay;
  }

  /** The operator whose results the rows are, in their order; null if they come from a table. */
  @Nullable
  public RelNode resultsOf() {
    return resultsOf;
  }

  /** For EXPLAIN: the origin, or why the delay is not known. */
  public String description() {
    return description;
  }
}
