/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.planner.objectreuse;

import java.util.HashSet;
import java.util.Set;
import javax.annotation.Nullable;
import org.apache.calcite.rel.RelNode;
import org.apache.flink.table.planner.plan.nodes.physical.stream.StreamPhysicalCalc;
import org.apache.flink.table.planner.plan.nodes.physical.stream.StreamPhysicalCorrelate;
import org.apache.flink.table.planner.plan.nodes.physical.stream.StreamPhysicalExchange;
import org.apache.flink.table.planner.plan.nodes.physical.stream.StreamPhysicalGroupAggregate;
import org.apache.flink.table.planner.plan.nodes.physical.stream.StreamPhysicalLookupJoin;
import org.apache.flink.table.planner.plan.nodes.physical.stream.StreamPhysicalMiniBatchAssigner;
import org.apache.flink.table.planner.plan.nodes.physical.stream.StreamPhysicalUnion;
import org.apache.flink.table.planner.plan.nodes.physical.stream.StreamPhysicalWatermarkAssigner;
import org.apache.flink.table.planner.plan.utils.FlinkRelOptUtil;
import org.trilink.planner.aheadkeyby.StreamPhysicalAheadKeyBy;
import org.trilink.planner.decision.Plans;
import org.trilink.planner.keywatermark.KeyWatermarkRel;
import org.trilink.planner.keywatermark.StreamPhysicalKeyWatermarkWindowAggregate;
import org.trilink.planner.localmerge.StreamPhysicalLocalMerge;
import org.trilink.planner.localmerge.StreamPhysicalMergedExchange;
import org.trilink.planner.metadata.AlignedWindows;
import org.trilink.planner.node.MergingRel;
import org.trilink.planner.node.StreamPhysicalPassThrough;
import org.trilink.planner.placement.StreamPhysicalKeyPlacement;

/**
 * Decides between which operators of a chain rows need no copy: on the way to an operator of
 * Trilink's, and to the projection behind one. It depends on the receiver alone: other receivers of
 * the same rows still get copies. Equal parts of a plan are decided equally, so that Flink still
 * runs them once.
 */
public final class DecideObjectReuse {

  private final boolean inWholeJob;

  /** The digests of those parts of the plan from which rows go to an operator of Trilink's. */
  private final Set<String> leading = new HashSet<>();

  /**
   * Creates it, for one plan.
   *
   * @param inWholeJob whether no operator of the job is handed copies, as the user wants it
   */
  public DecideObjectReuse(boolean inWholeJob) {
    this.inWholeJob = inWholeJob;
  }

  /** The finished plan, with what was decided below each receiver. */
  public RelNode decide(RelNode root) {
    collectLeading(root, null, false);
    return decide(root, null);
  }

  /**
   * Collects from a sub-tree.
   *
   * @param above the node above, null if there is none
   * @param leads whether rows go from here to an operator of Trilink's
   */
  private void collectLeading(RelNode rel, @Nullable RelNode above, boolean leads) {
    if (leads) {
      leading.add(FlinkRelOptUtil.getDigest(rel));
    }
    boolean inputsLead = isTrilinks(rel, above) || (leads && isOnTheWay(rel));
    rel.getInputs().forEach(input -> collectLeading(input, rel, inputsLead));
  }

  private boolean leadsToTrilinks(RelNode rel) {
    return !leading.isEmpty() && leading.contains(FlinkRelOptUtil.getDigest(rel));
  }

  /**
   * Decides for a sub-tree.
   *
   * @param above the node above, null if there is none
   */
  private RelNode decide(RelNode rel, @Nullable RelNode above) {
    RelNode decided = Plans.mapInputs(rel, input -> decide(input, rel));
    return isReceiver(rel, above, leadsToTrilinks(rel))
        ? Plans.mapInputs(decided, input -> decideBetween(input, decided))
        : decided;
  }

  private RelNode decideBetween(RelNode input, RelNode receiver) {
    RelNode producer = operator(input);
    if (producer instanceof StreamPhysicalExchange || producer instanceof StreamPhysicalUnion) {
      return input; // they are not in one chain
    }
    if (inWholeJob) {
      return new StreamPhysicalObjectReuse(
          input, false, "rows are not copied (pipeline.object-reuse)");
    }
    String obstacle = RowReceiver.obstacle(receiver);
    return obstacle == null
        ? new StreamPhysicalObjectReuse(input, true, "rows are not copied")
        : new StreamPhysicalObjectReuse(input, false, "rows are copied: " + obstacle);
  }

  private static boolean isReceiver(RelNode rel, @Nullable RelNode above, boolean leadsToTrilinks) {
    if (rel instanceof StreamPhysicalCalc) {
      return leadsToTrilinks || isBehindTrilinks(rel);
    }
    if (above instanceof StreamPhysicalAheadKeyBy) {
      return takesRowsOfAnyKind(rel);
    }
    return rel instanceof MergingRel || (leadsToTrilinks && isChainLink(rel));
  }

  /** Other operators without an exchange are handed binary rows, made by an operator for them. */
  private static boolean takesRowsOfAnyKind(RelNode rel) {
    return rel instanceof StreamPhysicalKeyWatermarkWindowAggregate
        || (rel instanceof StreamPhysicalGroupAggregate && !Plans.collectsMiniBatches(rel));
  }

  private static boolean isOnTheWay(RelNode rel) {
    return isChainLink(rel)
        || rel instanceof StreamPhysicalExchange
        || rel instanceof StreamPhysicalPassThrough;
  }

  private static boolean isChainLink(RelNode rel) {
    return rel instanceof StreamPhysicalCalc
        || rel instanceof StreamPhysicalWatermarkAssigner
        || rel instanceof StreamPhysicalMiniBatchAssigner
        || AlignedWindows.areAppendedBy(rel)
        || rel instanceof StreamPhysicalCorrelate
        || rel instanceof StreamPhysicalLookupJoin;
  }

  private static boolean isTrilinks(RelNode rel, @Nullable RelNode above) {
    return above instanceof StreamPhysicalAheadKeyBy
        || above instanceof StreamPhysicalKeyPlacement
        || rel instanceof KeyWatermarkRel
        || rel instanceof MergingRel
        || rel.getInputs().stream().anyMatch(StreamPhysicalMergedExchange.class::isInstance);
  }

  private static boolean isBehindTrilinks(RelNode rel) {
    RelNode above = rel;
    RelNode below = rel.getInput(0);
    while (below instanceof StreamPhysicalPassThrough && !isTrilinks(below, above)) {
      above = below;
      below = below.getInput(0);
    }
    return isTrilinks(below, above);
  }

  /** The node itself, or what is below it if it stands for no operator. */
  private static RelNode operator(RelNode rel) {
    RelNode operator = rel;
    while (operator instanceof StreamPhysicalPassThrough
        && !(operator instanceof StreamPhysicalLocalMerge)) {
      operator = operator.getInput(0);
    }
    return operator;
  }
}
