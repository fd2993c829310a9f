/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.planner.rewrite;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.function.UnaryOperator;
import javax.annotation.Nullable;
import org.apache.calcite.rel.RelNode;
import org.apache.flink.table.planner.plan.nodes.physical.stream.StreamPhysicalDeduplicate;
import org.apache.flink.table.planner.plan.nodes.physical.stream.StreamPhysicalGlobalWindowAggregate;
import org.apache.flink.table.planner.plan.nodes.physical.stream.StreamPhysicalIntermediateTableScan;
import org.trilink.planner.aheadkeyby.AheadKeyByTopics;
import org.trilink.planner.aheadkeyby.DecideSinkPartitioning;
import org.trilink.planner.decision.Decision;
import org.trilink.planner.decision.ExchangeRewrite;
import org.trilink.planner.decision.HintRequest;
import org.trilink.planner.decision.HintScope;
import org.trilink.planner.decision.HintUse;
import org.trilink.planner.decision.Plans;
import org.trilink.planner.decision.UnresolvedHints;
import org.trilink.planner.decode.DecideDecoding;
import org.trilink.planner.hint.HintOptions;
import org.trilink.planner.keywatermark.DecideKeyWatermark;
import org.trilink.planner.keywatermark.KeyWatermark;
import org.trilink.planner.placement.DecideKeyPlacement;
import org.trilink.planner.placement.JobSettings;

/**
 * Decides what the hints in force do to each operator: a request above those that a rule may now
 * rewrite, the placement above those whose keys are placed, advice with the reason above those that
 * stay as they are.
 */
final class DecideRewrites {

  private final HintOptions session;
  private final UnresolvedHints open;
  private final DecideKeyWatermark watermarks;
  private final DecideKeyPlacement placements;
  private final DecideExchange exchanges;
  private final AheadKeyByTopics topics;
  private final DecideSinkPartitioning sinks;
  private final DecideDecoding decodings;
  private boolean deduplicates;

  DecideRewrites(HintScope scope, AheadKeyByTopics topics, HintOptions session, JobSettings job) {
    this.session = session;
    this.open = new UnresolvedHints(scope);
    this.watermarks = new DecideKeyWatermark(scope, session, open, topics);
    this.placements = new DecideKeyPlacement(scope, session, job, open);
    this.exchanges = new DecideExchange(scope, topics, session, job, open);
    this.topics = topics;
    this.sinks = new DecideSinkPartitioning(scope, topics, session, open);
    this.decodings = new DecideDecoding(scope, session);
  }

  /**
   * Decides for a plan.
   *
   * @param handledElsewhere hints that need not be handled in this plan
   */
  RelNode decide(RelNode root, Set<HintUse> handledElsewhere) {
    sinks.collect(root);
    topics.collect(() -> collect(root, Collections.emptyList()));
    RelNode decided = sinks.decide(decide(root, null, Collections.emptyList()));
    decodings.markHandled(decided, open);
    List<HintRequest> unhandled = unhandled();
    unhandled.removeIf(request -> handledElsewhere.contains(request.use()));
    return new HintsWithoutEffect(session, deduplicates, decodings).advise(decided, unhandled);
  }

  /** The hint requests that no operator has handled. */
  List<HintRequest> unhandled() {
    return open.unhandled();
  }

  Set<HintRequest> handled() {
    return open.handled();
  }

  private void collect(RelNode rel, List<RelNode> above) {
    exchanges.collect(rel, above);
    placements.collect(rel, above);
    List<RelNode> aboveInputs = with(rel, above);
    rel.getInputs().forEach(input -> collect(input, aboveInputs));
  }

  private static List<RelNode> with(RelNode rel, List<RelNode> above) {
    List<RelNode> nodes = new ArrayList<>(above);
    nodes.add(rel);
    return nodes;
  }

  /**
   * Decides for a sub-tree: first for its root, as that depends on the plan below only as Flink
   * made it, while what is below depends on whether the root will wait for watermarks.
   *
   * @param consumer the nearest operator above that needs watermarks, null if none does
   * @param above the nodes above
   */
  private RelNode decide(RelNode rel, @Nullable RelNode consumer, List<RelNode> above) {
    deduplicates |= rel instanceof StreamPhysicalDeduplicate;
    if (rel instanceof StreamPhysicalIntermediateTableScan) {
      placements.collectOrder((StreamPhysicalIntermediateTableScan) rel, above);
    }
    Decision<KeyWatermark> ofShuffle = watermarks.decide(rel, consumer, above);
    Decision<ExchangeRewrite> exchange = exchanges.decide(rel, above, ofShuffle);
    boolean placed = exchange.accepted() != null && exchange.accepted().placesKeys();
    Decision<KeyWatermark> watermark =
        placed ? ofShuffle.map(KeyWatermark::withoutExchange) : ofShuffle;
    OperatorRewrite rewrite =
        new OperatorRewrite(
            watermark,
            exchange,
            placed ? Decision.none() : placements.decide(rel, above, watermark));
    RelNode consumerOfInputs = rewrite.needsWatermarks(rel) ? rel : consumer;
    List<RelNode> aboveInputs = with(rel, above);
    UnaryOperator<RelNode> decideInput = input -> decide(input, consumerOfInputs, aboveInputs);
    boolean losesFirstPhase =
        rewrite.losesFirstPhase() && rel instanceof StreamPhysicalGlobalWindowAggregate;
    return rewrite.on(
        losesFirstPhase
            ? Plans.mapInputsOfTwoPhases(rel, decideInput)
            : Plans.mapInputs(rel, decideInput));
  }
}
