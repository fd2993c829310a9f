package org.trilink.planner.program;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.function.UnaryOperator;
import javax.annotation.Nullable;
import org.apache.calcite.rel.RelNode;
import org.apache.flink.table.planner.plan.nodes.physical.stream.StreamPhysicalDeduplicate;
import org.apache.flink.table.planner.plan.nodes.physical.stream.StreamPhysicalGlobalWindowAggregate;
import org.trilink.planner.hint.HintOptions;
import org.trilink.planner.node.physical.KeyWatermark;
import org.trilink.planner.placement.JobSettings;

/**
 * Decides what the hints in force do to each operator: a request above those that a rule may now
 * rewrite, the placement above those whose keys are placed, advice with the reason above those that
 * stay as they are.
 */
final class DecideRewrites {

  private final HintOptions session;
  private final OpenHints open;
  private final DecideKeyWatermark watermarks;
  private final DecideKeyPlacement placements;
  private final DecideExchange exchanges;
  private final AheadKeyByTopics topics;
  private final DecideSinkPartitioning sinks;
  private final DecideDecoding decodings;
  private boolean deduplicates;

  DecideRewrites(HintScope scope, HintOptions session, JobSettings job) {
    this.session = session;
    this.open = new OpenHints(scope);
    this.watermarks = new DecideKeyWatermark(scope, session, open);
    this.placements = new DecideKeyPlacement(scope, session, job, open);
    this.exchanges = new DecideExchange(scope, session, job, open);
    this.topics = scope.aheadKeyByTopics();
    this.sinks = new DecideSinkPartitioning(scope, session, open);
    this.decodings = new DecideDecoding(scope, session);
  }

  /**
   * Decides for a plan.
   *
   * @param answeredElsewhere hints that need no answer in this plan
   */
  RelNode decide(RelNode root, Set<HintUse> answeredElsewhere) {
    int changes = topics.changes();
    RelNode operators = decide(root, null, Collections.emptyList());
    if (topics.changes() > changes) { // other operators read a topic by fewer of its columns
      operators = decide(root, null, Collections.emptyList());
    }
    RelNode decided = sinks.decide(operators);
    decodings.answer(decided, open);
    List<HintQuestion> unanswered = unanswered();
    unanswered.removeIf(question -> answeredElsewhere.contains(question.use()));
    return new HintsWithoutEffect(session, deduplicates, decodings).advise(decided, unanswered);
  }

  /** What hints asked for that did nothing. */
  List<HintQuestion> unanswered() {
    return open.questions();
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
    Decision<KeyWatermark> watermark = watermarks.decide(rel, consumer, above);
    Decision<ExchangeRewrite> exchange = exchanges.decide(rel, above, watermark);
    boolean placed = exchange.accepted() != null && exchange.accepted().placesKeys();
    Answer answer =
        new Answer(
            watermark,
            exchange,
            placed ? Decision.notAsked() : placements.decide(rel, above, watermark));
    RelNode consumerOfInputs = answer.needsWatermarks(rel) ? rel : consumer;
    List<RelNode> aboveInputs = new ArrayList<>(above);
    aboveInputs.add(rel);
    UnaryOperator<RelNode> decideInput = input -> decide(input, consumerOfInputs, aboveInputs);
    boolean losesFirstPhase =
        answer.losesFirstPhase() && rel instanceof StreamPhysicalGlobalWindowAggregate;
    return answer.on(
        losesFirstPhase
            ? Plans.mapInputsOfTwoPhases(rel, decideInput)
            : Plans.mapInputs(rel, decideInput));
  }
}
