package org.trilink.planner.program;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.UnaryOperator;
import javax.annotation.Nullable;
import org.apache.calcite.rel.RelNode;
import org.apache.flink.table.api.ValidationException;
import org.apache.flink.table.planner.plan.nodes.physical.stream.StreamPhysicalDeduplicate;
import org.apache.flink.table.planner.plan.nodes.physical.stream.StreamPhysicalGlobalWindowAggregate;
import org.apache.flink.table.planner.plan.nodes.physical.stream.StreamPhysicalIntermediateTableScan;
import org.apache.flink.table.planner.plan.nodes.physical.stream.StreamPhysicalSink;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.trilink.planner.hint.HintOption;
import org.trilink.planner.hint.HintOptions;
import org.trilink.planner.hint.ResolvedOptions;
import org.trilink.planner.hint.TrilinkOptions;
import org.trilink.planner.hint.WatermarkGrain;
import org.trilink.planner.metadata.EventTimeInput;
import org.trilink.planner.metadata.EventTimeOperator;
import org.trilink.planner.node.physical.KeyWatermark;
import org.trilink.planner.node.physical.KeyWatermarkRel;
import org.trilink.planner.node.physical.StreamPhysicalAdvice;
import org.trilink.planner.node.physical.StreamPhysicalKeyWatermarkRequest;

/**
 * Decides what the hints in force do to each operator: a request above those that a rule may now
 * rewrite, advice with the reason above those that stay as they are.
 */
final class DecideRewrites {

  private static final Logger LOG = LoggerFactory.getLogger(DecideRewrites.class);

  private static final List<HintOption<?>> NEED_KEY_WATERMARKS =
      Arrays.asList(
          TrilinkOptions.WATERMARK_KEYS_PER_GROUP,
          TrilinkOptions.WATERMARK_DELAY,
          TrilinkOptions.WATERMARK_MAX_SKEW,
          TrilinkOptions.WATERMARK_IDLE_TIMEOUT);

  private final HintScope scope;
  private final HintOptions session;
  private final Set<HintUse> answered = new LinkedHashSet<>();
  private boolean deduplicates;

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
    RelNode decided = decide(root, null, Collections.emptyList());
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
   * Decides for a sub-tree: first for its root, as that depends on the plan below only as Flink
   * made it, while what is below depends on whether the root will wait for watermarks.
   *
   * @param consumer the nearest operator above that needs watermarks, null if none does
   * @param above the nodes above
   */
  private RelNode decide(RelNode rel, @Nullable RelNode consumer, List<RelNode> above) {
    if (rel instanceof StreamPhysicalIntermediateTableScan) {
      refuseUnboundedSkewBelow((StreamPhysicalIntermediateTableScan) rel, consumer);
    }
    Answer answer = answer(rel, consumer, above);
    RelNode consumerOfInputs = answer.needsWatermarks(rel) ? rel : consumer;
    List<RelNode> aboveInputs = new ArrayList<>(above);
    aboveInputs.add(rel);
    UnaryOperator<RelNode> decideInput = input -> decide(input, consumerOfInputs, aboveInputs);
    boolean losesFirstPhase =
        answer.watermark != null && rel instanceof StreamPhysicalGlobalWindowAggregate;
    return answer.on(
        losesFirstPhase
            ? Plans.mapInputsOfTwoPhases(rel, decideInput)
            : Plans.mapInputs(rel, decideInput));
  }

  private Answer answer(RelNode rel, @Nullable RelNode consumer, List<RelNode> above) {
    deduplicates |= rel instanceof StreamPhysicalDeduplicate;
    HintLevel level = Plans.hintLevel(rel);
    EventTimeOperator operator = level == null ? null : EventTimeOperator.of(rel);
    if (operator == null) {
      return Answer.NONE; // an unbounded GROUP BY, for example, knows no event time
    }
    int sameAbove = (int) above.stream().filter(node -> Plans.hintLevel(node) == level).count();
    GoverningHints governing = GoverningHints.of(rel, sameAbove, scope);
    if (!governing.isAskedFor(TrilinkOptions.WATERMARK, WatermarkGrain.KEY, session)) {
      return Answer.NONE;
    }
    answered.addAll(governing.uses());
    ResolvedOptions options = governing.resolve(session);
    if (governing.conflict() != null) {
      return refuse(governing.conflict(), options);
    }
    if (options.get(TrilinkOptions.WATERMARK) != WatermarkGrain.KEY) {
      return Answer.NONE; // a stronger one asks for what Flink does
    }
    String idleBelow = resultsOfKeysThatFallIdle(operator);
    if (idleBelow != null) {
      return refuse(idleBelow, options);
    }
    KeyWatermarkDecision decision = KeyWatermarkDecision.of(operator, options, consumer);
    return decision.watermark() == null
        ? refuse(decision.refusal(), options)
        : new Answer(decision.watermark(), null);
  }

  /** A key that has fallen idle forgets what it has handed on, and may come back to it. */
  @Nullable
  private String resultsOfKeysThatFallIdle(EventTimeOperator operator) {
    for (EventTimeInput input : operator.inputs()) {
      RelNode below = input.origin().resultsOf();
      boolean fallsIdle =
          below instanceof KeyWatermarkRel
              ? ((KeyWatermarkRel) below).watermark().spec().hasIdleTimeout()
              : isIdleTimeoutAskedFor();
      if (below != null && fallsIdle) {
        return String.format(
            "its rows are results of %s, and with 'watermark.idle-timeout' those of a key that comes"
                + " back need not be in order; not supported yet",
            Plans.name(below));
      }
    }
    return null;
  }

  /** By whatever hint: the operator below is not decided yet. */
  private boolean isIdleTimeoutAskedFor() {
    return session.get(TrilinkOptions.WATERMARK_IDLE_TIMEOUT).isPresent()
        || scope.uses().stream()
            .anyMatch(use -> use.options().get(TrilinkOptions.WATERMARK_IDLE_TIMEOUT).isPresent());
  }

  private static Answer refuse(String reason, ResolvedOptions options) {
    String advice = "watermark=key refused: " + reason;
    if (options.get(TrilinkOptions.STRICT)) {
      throw strictly(advice);
    }
    return new Answer(null, advice);
  }

  /** What the hints in force do to an operator: a watermark, or advice, or nothing. */
  private static final class Answer {

    static final Answer NONE = new Answer(null, null);

    @Nullable final KeyWatermark watermark;
    @Nullable final String advice;

    Answer(@Nullable KeyWatermark watermark, @Nullable String advice) {
      this.watermark = watermark;
      this.advice = advice;
    }

    /** By key-level watermarks without a bound an operator works on its own. */
    boolean needsWatermarks(RelNode rel) {
      return watermark == null ? Plans.needsWatermarks(rel) : watermark.spec().isSkewBounded();
    }

    RelNode on(RelNode rel) {
      if (watermark != null) {
        return new StreamPhysicalKeyWatermarkRequest(rel, watermark);
      }
      return advice == null ? rel : advise(rel, advice);
    }
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
          && !((KeyWatermarkRel) rel).watermark().spec().isSkewBounded()) {
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
      return "no operator that waits for watermarks is in its reach"
          + (deduplicates ? "; Deduplicate does not, and Flink's own loses no late row" : "");
    }
    for (HintOption<?> option : NEED_KEY_WATERMARKS) {
      if (options.get(option).isPresent()) {
        return option.name() + " needs watermark=key";
      }
    }
    return "it asks for what Flink does anyway";
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
