package org.trilink.planner.program;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import javax.annotation.Nullable;
import org.apache.calcite.rel.RelNode;
import org.apache.flink.table.api.ValidationException;
import org.apache.flink.table.planner.plan.nodes.physical.stream.StreamPhysicalIntermediateTableScan;
import org.apache.flink.table.planner.plan.nodes.physical.stream.StreamPhysicalSink;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.trilink.planner.hint.HintOptions;
import org.trilink.planner.hint.ResolvedOptions;
import org.trilink.planner.hint.TrilinkOptions;
import org.trilink.planner.hint.WatermarkGrain;
import org.trilink.planner.metadata.EventTimeOperator;
import org.trilink.planner.node.physical.KeyWatermarkRel;
import org.trilink.planner.node.physical.StreamPhysicalAdvice;
import org.trilink.planner.node.physical.StreamPhysicalKeyWatermarkRequest;

/**
 * Decides what the hints in force do to each operator: a request above those that a rule may now
 * rewrite, advice with the reason above those that stay as they are.
 */
final class DecideRewrites {

  private static final Logger LOG = LoggerFactory.getLogger(DecideRewrites.class);

  private final HintScope scope;
  private final HintOptions session;
  private final Set<HintUse> answered = new LinkedHashSet<>();

  DecideRewrites(HintScope scope, HintOptions session) {
    this.scope = scope;
    this.session = session;
  }

  /**
   * Decides for a plan.
   *
   * @param answeredElsewhere hints that need no answer in this plan
   */
  RelNode decide(RelNode root, Set<HintUse> answeredElsewhere) {
    RelNode decided = decide(root, null, 0);
    List<HintUse> unanswered = unanswered();
    unanswered.removeAll(answeredElsewhere);
    return adviseOnHintsWithoutEffect(decided, unanswered);
  }

  /** The hints that did nothing. */
  List<HintUse> unanswered() {
    List<HintUse> unanswered = new ArrayList<>(scope.uses());
    unanswered.removeAll(answered);
    return unanswered;
  }

  /**
   * Decides for a sub-tree.
   *
   * @param consumer the nearest operator above that needs watermarks, null if none does
   * @param above how many hint levels stand above
   */
  private RelNode decide(RelNode rel, @Nullable RelNode consumer, int above) {
    if (rel instanceof StreamPhysicalIntermediateTableScan) {
      refuseUnboundedSkewBelow((StreamPhysicalIntermediateTableScan) rel, consumer);
    }
    RelNode consumerOfInputs = Plans.needsWatermarks(rel) ? rel : consumer;
    int aboveInputs = above + (Plans.isHintLevel(rel) ? 1 : 0);
    RelNode decided = Plans.mapInputs(rel, input -> decide(input, consumerOfInputs, aboveInputs));
    EventTimeOperator operator = Plans.isHintLevel(rel) ? EventTimeOperator.of(decided) : null;
    if (operator == null) {
      return decided; // an unbounded GROUP BY, for example, knows no event time
    }

    GoverningHints governing = GoverningHints.of(rel, above, scope);
    ResolvedOptions options = governing.resolve(session);
    boolean asked = governing.isAskedFor(TrilinkOptions.WATERMARK, WatermarkGrain.KEY, session);
    if (!asked) {
      return decided;
    }
    answered.addAll(governing.uses());
    if (governing.conflict() != null) {
      return advise(decided, "watermark=key refused: " + governing.conflict(), options);
    }
    if (options.get(TrilinkOptions.WATERMARK) != WatermarkGrain.KEY) {
      return decided; // a stronger one asks for what Flink does
    }
    KeyWatermarkDecision decision = KeyWatermarkDecision.of(operator, options, consumer);
    return decision.watermark() == null
        ? advise(decided, "watermark=key refused: " + decision.refusal(), options)
        : new StreamPhysicalKeyWatermarkRequest(decided, decision.watermark());
  }

  /** A shared sub-plan was planned before its consumers were known. */
  private static void refuseUnboundedSkewBelow(
      StreamPhysicalIntermediateTableScan scan, @Nullable RelNode consumer) {
    if (consumer == null) {
      return;
    }
    List<RelNode> pending = new ArrayList<>();
    pending.add(scan.intermediateTable().relNode());
    while (!pending.isEmpty()) {
      RelNode rel = pending.remove(pending.size() - 1);
      if (rel instanceof KeyWatermarkRel
          && !((KeyWatermarkRel) rel).watermark().policy().isSkewBounded()) {
        throw new ValidationException(
            String.format(
                "TRILINK hint: 'watermark'='key' without 'watermark.max-skew' on an operator"
                    + " whose result several statements share, and %s in one of them works by"
                    + " watermarks: it would get none before the end of the input. Set"
                    + " 'watermark.max-skew', or leave the hint out.",
                Plans.name(consumer)));
      }
      if (rel instanceof StreamPhysicalIntermediateTableScan) {
        pending.add(((StreamPhysicalIntermediateTableScan) rel).intermediateTable().relNode());
      }
      pending.addAll(rel.getInputs());
    }
  }

  private RelNode adviseOnHintsWithoutEffect(RelNode root, List<HintUse> unanswered) {
    StringBuilder advice = new StringBuilder();
    boolean strict = false;
    for (HintUse use : unanswered) {
      advice
          .append(advice.length() == 0 ? "" : "; ")
          .append(use)
          .append(" has no effect: ")
          .append(whyWithoutEffect(use.options()));
      strict |=
          use.options()
              .get(TrilinkOptions.STRICT)
              .orElse(session.get(TrilinkOptions.STRICT).orElse(false));
    }
    if (advice.length() == 0) {
      return root;
    }
    if (strict) {
      throw strictly(advice.toString());
    }
    return root instanceof StreamPhysicalSink
        ? Plans.mapInputs(root, input -> advise(input, advice.toString()))
        : advise(root, advice.toString());
  }

  private String whyWithoutEffect(HintOptions options) {
    WatermarkGrain grain =
        options
            .get(TrilinkOptions.WATERMARK)
            .orElse(session.get(TrilinkOptions.WATERMARK).orElse(WatermarkGrain.SUBTASK));
    if (grain == WatermarkGrain.KEY) {
      return "no window aggregate, OVER or MATCH_RECOGNIZE is in its reach, and watermark=key is not"
          + " supported yet for other operators";
    }
    if (options.get(TrilinkOptions.WATERMARK_DELAY).isPresent()
        || options.get(TrilinkOptions.WATERMARK_MAX_SKEW).isPresent()) {
      return "watermark.delay and watermark.max-skew need watermark=key";
    }
    return "it asks for what Flink does anyway";
  }

  private static RelNode advise(RelNode rel, String advice, ResolvedOptions options) {
    if (options.get(TrilinkOptions.STRICT)) {
      throw strictly(advice);
    }
    return advise(rel, advice);
  }

  private static RelNode advise(RelNode rel, String advice) {
    LOG.warn("{}", advice);
    return new StreamPhysicalAdvice(rel, advice);
  }

  private static ValidationException strictly(String advice) {
    return new ValidationException(
        "TRILINK hint: " + advice + ". It is an error because 'strict' is 'true'.");
  }
}
