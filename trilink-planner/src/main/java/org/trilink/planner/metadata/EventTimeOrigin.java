package org.trilink.planner.metadata;

import java.time.Duration;
import java.util.Optional;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.Calc;
import org.apache.calcite.rel.core.Union;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexProgram;
import org.apache.flink.table.planner.plan.nodes.calcite.WatermarkAssigner;
import org.apache.flink.table.planner.plan.nodes.physical.stream.StreamPhysicalCorrelateBase;
import org.apache.flink.table.planner.plan.nodes.physical.stream.StreamPhysicalDataStreamScan;
import org.apache.flink.table.planner.plan.nodes.physical.stream.StreamPhysicalDropUpdateBefore;
import org.apache.flink.table.planner.plan.nodes.physical.stream.StreamPhysicalExchange;
import org.apache.flink.table.planner.plan.nodes.physical.stream.StreamPhysicalIntermediateTableScan;
import org.apache.flink.table.planner.plan.nodes.physical.stream.StreamPhysicalLookupJoin;
import org.apache.flink.table.planner.plan.nodes.physical.stream.StreamPhysicalMiniBatchAssigner;
import org.apache.flink.table.planner.plan.nodes.physical.stream.StreamPhysicalTableSourceScan;
import org.apache.flink.table.planner.plan.schema.TableSourceTable;
import org.trilink.planner.node.physical.StreamPhysicalAdvice;
import org.trilink.planner.node.physical.StreamPhysicalKeyWatermarkRequest;

/**
 * Where a column's event time comes from: the one place that knows, so that rules need not search
 * the plan themselves.
 *
 * <p>An event time is followed from a column down to the WATERMARK clause of its table, through
 * operators that hand on rows as they come. Operators that hold rows back or make new ones end the
 * search: behind them, the rows of a key need not be in any order of that time.
 */
public final class EventTimeOrigin {

  private final boolean fromSource;
  private final String description;
  private final Optional<Duration> delay;

  private EventTimeOrigin(boolean fromSource, String description, Optional<Duration> delay) {
    this.fromSource = fromSource;
    this.description = description;
    this.delay = delay;
  }

  /** Follows a column of a physical relation. */
  public static EventTimeOrigin of(RelNode rel, int column) {
    if (rel instanceof Calc) {
      return throughCalc((Calc) rel, column);
    }
    if (rel instanceof StreamPhysicalExchange
        || rel instanceof StreamPhysicalMiniBatchAssigner
        || rel instanceof StreamPhysicalDropUpdateBefore
        || rel instanceof StreamPhysicalAdvice) {
      return of(rel.getInput(0), column);
    }
    if (rel instanceof StreamPhysicalIntermediateTableScan) {
      return of(((StreamPhysicalIntermediateTableScan) rel).intermediateTable().relNode(), column);
    }
    if (rel instanceof Union) {
      return throughUnion(rel, column);
    }
    if (addsColumnsToEachRow(rel) && column < rel.getInput(0).getRowType().getFieldCount()) {
      return of(rel.getInput(0), column);
    }
    if (rel instanceof WatermarkAssigner
        && ((WatermarkAssigner) rel).rowtimeFieldIndex() != column) {
      return derived(rel);
    }
    if (rel instanceof StreamPhysicalTableSourceScan || rel instanceof WatermarkAssigner) {
      return ofSource(rel);
    }
    if (rel instanceof StreamPhysicalDataStreamScan) {
      return unknownDelay("the program that made the DataStream assigns its watermarks");
    }
    return derived(rel);
  }

  private static boolean addsColumnsToEachRow(RelNode rel) {
    return rel instanceof StreamPhysicalCorrelateBase || rel instanceof StreamPhysicalLookupJoin;
  }

  private static EventTimeOrigin throughCalc(Calc calc, int column) {
    RexProgram program = calc.getProgram();
    RexNode expression = program.expandLocalRef(program.getProjectList().get(column));
    if (expression instanceof RexInputRef) {
      return of(calc.getInput(), ((RexInputRef) expression).getIndex());
    }
    // Only a table's computed column is a time attribute after a computation: its watermark was
    // pushed into the scan below.
    return ofSource(calc.getInput());
  }

  private static EventTimeOrigin throughUnion(RelNode union, int column) {
    EventTimeOrigin all = null;
    for (RelNode input : union.getInputs()) {
      EventTimeOrigin one = of(input, column);
      all = all == null ? one : all.and(one);
    }
    return all;
  }

  private static EventTimeOrigin ofSource(RelNode rel) {
    RelNode node = rel;
    while (node instanceof Calc
        || node instanceof WatermarkAssigner
        || node instanceof StreamPhysicalExchange) {
      node = node.getInput(0);
    }
    if (node instanceof StreamPhysicalDataStreamScan) {
      return of(node, 0);
    }
    if (!(node instanceof StreamPhysicalTableSourceScan)) {
      return derived(node);
    }
    TableSourceTable table = node.getTable().unwrap(TableSourceTable.class);
    Optional<Duration> delay = WatermarkDelay.of(table.catalogTable().getResolvedSchema());
    String name = table.tableIdentifier().getObjectName();
    return delay.isPresent()
        ? new EventTimeOrigin(true, "WATERMARK of " + name, delay)
        : unknownDelay(
            "the WATERMARK of " + name + " is not of the form column - INTERVAL constant");
  }

  private static EventTimeOrigin unknownDelay(String why) {
    return new EventTimeOrigin(true, why, Optional.empty());
  }

  private static EventTimeOrigin derived(RelNode rel) {
    if (rel instanceof StreamPhysicalKeyWatermarkRequest) {
      return derived(rel.getInput(0));
    }
    String operator = rel.getRelTypeName().replace("StreamPhysical", "");
    return new EventTimeOrigin(
        false,
        "its time column comes out of " + operator + ", not straight from a table",
        Optional.empty());
  }

  /** Both: as safe as the less safe one, as late as the later one. */
  private EventTimeOrigin and(EventTimeOrigin other) {
    if (!fromSource || !delay.isPresent()) {
      return this;
    }
    if (!other.fromSource || !other.delay.isPresent()) {
      return other;
    }
    return delay.get().compareTo(other.delay.get()) >= 0 ? this : other;
  }

  /** Whether rows come as their table delivers them. */
  public boolean isFromSource() {
    return fromSource;
  }

  /** How far the table's watermark stays behind, if the WATERMARK clause says so. */
  public Optional<Duration> delay() {
    return delay;
  }

  /** For EXPLAIN: the origin, or what is in the way. */
  public String description() {
    return description;
  }
}
