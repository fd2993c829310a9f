package org.trilink.planner.program;

import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.Sort;
import org.apache.flink.table.api.config.ExecutionConfigOptions;
import org.apache.flink.table.planner.calcite.FlinkTypeFactory;
import org.apache.flink.table.planner.plan.PartialFinalType;
import org.apache.flink.table.planner.plan.nodes.physical.stream.StreamPhysicalChangelogNormalize;
import org.apache.flink.table.planner.plan.nodes.physical.stream.StreamPhysicalDeduplicate;
import org.apache.flink.table.planner.plan.nodes.physical.stream.StreamPhysicalGlobalGroupAggregate;
import org.apache.flink.table.planner.plan.nodes.physical.stream.StreamPhysicalGlobalWindowAggregate;
import org.apache.flink.table.planner.plan.nodes.physical.stream.StreamPhysicalGroupAggregate;
import org.apache.flink.table.planner.plan.nodes.physical.stream.StreamPhysicalGroupAggregateBase;
import org.apache.flink.table.planner.plan.nodes.physical.stream.StreamPhysicalGroupWindowAggregateBase;
import org.apache.flink.table.planner.plan.nodes.physical.stream.StreamPhysicalMatch;
import org.apache.flink.table.planner.plan.nodes.physical.stream.StreamPhysicalOverAggregateBase;
import org.apache.flink.table.planner.plan.nodes.physical.stream.StreamPhysicalRank;
import org.apache.flink.table.planner.plan.nodes.physical.stream.StreamPhysicalRel;
import org.apache.flink.table.planner.plan.nodes.physical.stream.StreamPhysicalTemporalSort;
import org.apache.flink.table.planner.plan.nodes.physical.stream.StreamPhysicalWindowAggregate;
import org.apache.flink.table.planner.plan.nodes.physical.stream.StreamPhysicalWindowRank;
import org.apache.flink.table.planner.plan.utils.FlinkRelOptUtil;

/** Walking and reading physical plans. */
final class Plans {

  private Plans() {}

  /** The node over its mapped inputs; the node itself if the mapping changes none of them. */
  static RelNode mapInputs(RelNode rel, UnaryOperator<RelNode> mapping) {
    List<RelNode> inputs = new ArrayList<>(rel.getInputs().size());
    boolean changed = false;
    for (RelNode input : rel.getInputs()) {
      RelNode mapped = mapping.apply(input);
      inputs.add(mapped);
      changed |= mapped != input;
    }
    return changed ? rel.copy(rel.getTraitSet(), inputs) : rel;
  }

  /**
   * Whether the node is what became of an aggregate, an OVER or a MATCH_RECOGNIZE of the query: of
   * what hints are counted by. A first phase is not.
   */
  static boolean isHintLevel(RelNode rel) {
    return isAggregate(rel) || isOver(rel) || rel instanceof StreamPhysicalMatch;
  }

  private static boolean isAggregate(RelNode rel) {
    if (rel instanceof StreamPhysicalGroupAggregate) {
      return ((StreamPhysicalGroupAggregate) rel).partialFinalType() != PartialFinalType.PARTIAL;
    }
    if (rel instanceof StreamPhysicalGlobalGroupAggregate) {
      return ((StreamPhysicalGlobalGroupAggregate) rel).partialFinalType()
          != PartialFinalType.PARTIAL;
    }
    return rel instanceof StreamPhysicalWindowAggregate
        || rel instanceof StreamPhysicalGlobalWindowAggregate
        || rel instanceof StreamPhysicalGroupWindowAggregateBase;
  }

  /** ROW_NUMBER with a filter becomes one of the other three. */
  private static boolean isOver(RelNode rel) {
    return rel instanceof StreamPhysicalOverAggregateBase
        || rel instanceof StreamPhysicalRank
        || rel instanceof StreamPhysicalWindowRank
        || rel instanceof StreamPhysicalDeduplicate;
  }

  /** Whether the operator waits for watermarks from below before it hands on results. */
  static boolean needsWatermarks(RelNode rel) {
    return ((StreamPhysicalRel) rel).requireWatermark() || sortsByRowtime(rel) || isMiniBatch(rel);
  }

  /** Flink says of it that it needs no watermarks; yet it sorts what lies behind one. */
  private static boolean sortsByRowtime(RelNode rel) {
    if (!(rel instanceof StreamPhysicalTemporalSort)) {
      return false;
    }
    int first = ((Sort) rel).getCollation().getFieldCollations().get(0).getFieldIndex();
    return FlinkTypeFactory.isRowtimeIndicatorType(
        rel.getInput(0).getRowType().getFieldList().get(first).getType());
  }

  /** Mini-batches end with a watermark, or when they are full, which may never happen. */
  private static boolean isMiniBatch(RelNode rel) {
    return (rel instanceof StreamPhysicalGroupAggregateBase
            || rel instanceof StreamPhysicalDeduplicate
            || rel instanceof StreamPhysicalChangelogNormalize)
        && FlinkRelOptUtil.getTableConfigFromContext(rel)
            .getConfiguration()
            .get(ExecutionConfigOptions.TABLE_EXEC_MINIBATCH_ENABLED);
  }

  /** The operator's name as EXPLAIN shows it. */
  static String name(RelNode rel) {
    return rel.getRelTypeName().replace("StreamPhysical", "");
  }
}
