package org.trilink.planner.program;

import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import javax.annotation.Nullable;
import org.apache.calcite.rel.RelNode;
import org.apache.flink.table.planner.plan.nodes.physical.stream.StreamPhysicalSink;
import org.trilink.planner.node.physical.KeyPlacement;
import org.trilink.planner.node.physical.KeyWatermark;
import org.trilink.planner.node.physical.StreamPhysicalAdvice;
import org.trilink.planner.node.physical.StreamPhysicalKeyPlacement;
import org.trilink.planner.node.physical.StreamPhysicalKeyWatermarkRequest;

/** What the hints in force do to one operator, subject by subject. */
final class Answer {

  private final List<String> advice = new ArrayList<>();
  @Nullable private final KeyWatermark watermark;
  @Nullable private final ExchangeRewrite exchange;
  @Nullable private final KeyPlacement placement;

  Answer(
      Decision<KeyWatermark> watermark,
      Decision<ExchangeRewrite> exchange,
      Decision<KeyPlacement> placement) {
    this.watermark = watermark.accepted();
    this.exchange = exchange.accepted();
    this.placement = placement.accepted();
    addAdvice(watermark);
    addAdvice(exchange);
    addAdvice(placement);
  }

  private void addAdvice(Decision<?> decision) {
    if (decision.refusal() != null) {
      advice.add(decision.refusal());
    }
  }

  /** Whether an aggregate of two phases will be one of a single phase. */
  boolean losesFirstPhase() {
    return watermark != null || exchange != null;
  }

  /** By key-level watermarks without a bound an operator works on its own. */
  boolean needsWatermarks(RelNode rel) {
    return watermark == null ? Plans.needsWatermarks(rel) : watermark.spec().isSkewBounded();
  }

  /**
   * A request for a rule to rewrite the operator, its placement, and what was refused, above it.
   */
  RelNode on(RelNode rel) {
    RelNode answered = rel;
    if (watermark != null) {
      answered = new StreamPhysicalKeyWatermarkRequest(answered, watermark);
    }
    if (exchange != null) {
      answered = exchange.request(answered);
    }
    if (placement != null) {
      answered = new StreamPhysicalKeyPlacement(answered, placement);
    }
    for (String refusal : advice) {
      answered = advise(answered, refusal);
    }
    return answered;
  }

  /** The node below the advice; a sink above it. */
  static RelNode advise(RelNode rel, String advice) {
    return put(rel, input -> new StreamPhysicalAdvice(input, advice));
  }

  /** The same for what EXPLAIN alone is to say. */
  static RelNode remark(RelNode rel, String text) {
    return put(rel, input -> StreamPhysicalAdvice.ofExplain(input, text));
  }

  private static RelNode put(RelNode rel, UnaryOperator<RelNode> above) {
    return rel instanceof StreamPhysicalSink
        ? Plans.mapInputs(rel, input -> put(input, above))
        : above.apply(rel);
  }
}
