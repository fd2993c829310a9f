/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.advice.operator;

import java.time.Duration;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.OptionalInt;
import javax.annotation.concurrent.GuardedBy;
import org.apache.calcite.rel.RelNode;
import org.apache.flink.table.api.TableException;
import org.apache.flink.table.planner.delegation.StreamPlanner;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.trilink.planner.decision.Decision;
import org.trilink.planner.decision.HintCarrier;
import org.trilink.planner.decision.OperatorAdvisor;
import org.trilink.planner.hint.AdvisedOptions;
import org.trilink.planner.hint.ResolvedOptions;
import org.trilink.planner.hint.TrilinkOptions;
import org.trilink.runtime.secret.Secrets;

/**
 * Advises the planner while it plans. An operator is sampled once a session, as long as it reads
 * the same tables in the same way, at the same parallelism. What cannot be sampled is tried again
 * with the next statement.
 */
public final class PlanningAdvisor implements OperatorAdvisor {

  private static final Logger LOG = LoggerFactory.getLogger(PlanningAdvisor.class);

  /** How many operators' samples are kept, the latest used ones. */
  private static final int KEPT = 20;

  private final StreamPlanner planner;

  @GuardedBy("this")
  private final Map<String, OperatorFacts> sampled =
      new LinkedHashMap<String, OperatorFacts>(16, 0.75f, true) {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, OperatorFacts> eldest) {
          return size() > KEPT;
        }
      };

  /** Why operators of the present statement could not be sampled. */
  @GuardedBy("this")
  private final Map<String, String> obstacles = new HashMap<>();

  private PlanningAdvisor(StreamPlanner planner) {
    this.planner = planner;
  }

  /** Has the planner find advice. */
  public static final class Factory implements OperatorAdvisor.Factory {

    @Override
    public OperatorAdvisor create(StreamPlanner planner) {
      return new PlanningAdvisor(planner);
    }
  }

  @Override
  public synchronized void beginStatement() {
    obstacles.clear();
  }

  @Override
  public synchronized AdvisedOptions advise(RelNode operator, ResolvedOptions given) {
    try {
      return advise(operator, given, new PlanningSession(planner, OptionalInt.empty()));
    } catch (RuntimeException | LinkageError e) { // planning never fails by advice
      return AdvisedOptions.unknown(failure(operator.getRelTypeName(), e));
    }
  }

  @GuardedBy("this")
  private AdvisedOptions advise(RelNode operator, ResolvedOptions given, PlanningSession session) {
    Decision<ObservedOperator> observed =
        ObservedOperator.of(HintCarrier.strip(operator), session.timeZone());
    if (observed.accepted() == null) {
      return AdvisedOptions.unknown(
          observed.refusal() == null ? "it gets no rows by key" : observed.refusal());
    }
    ObservedOperator accepted = observed.accepted();
    if (accepted.obstacle() != null) {
      return AdvisedOptions.unknown(
          accepted.obstacle(), PlanAlone.suggestions(accepted, session.parallelism()));
    }
    String id = id(accepted, given, session);
    if (!sampled.containsKey(id) && !obstacles.containsKey(id)) {
      sample(id, accepted, given, session);
    }
    return sampled.containsKey(id)
        ? Recommender.recommend(sampled.get(id), given).advised()
        : AdvisedOptions.unknown(
            obstacles.get(id), PlanAlone.suggestions(accepted, session.parallelism()));
  }

  private static String id(
      ObservedOperator operator, ResolvedOptions given, PlanningSession session) {
    return operator.digest()
        + operator.tableOptions()
        + session.parallelism()
        + new GivenOptions(given).factors();
  }

  @GuardedBy("this")
  private void sample(
      String id, ObservedOperator operator, ResolvedOptions given, PlanningSession session) {
    long start = System.nanoTime();
    try {
      Duration limit = given.get(TrilinkOptions.ADVICE_TIMEOUT);
      OperatorSample sample =
          new SampleJob(session, given.get(TrilinkOptions.ADVICE_RECORDS), limit).run(operator);
      if (sample.size() == 0) {
        String setting =
            String.format(
                "%s ('%s')",
                TrilinkOptions.ADVICE_TIMEOUT.format(limit), TrilinkOptions.ADVICE_TIMEOUT);
        obstacles.put(id, sample.whyNothing(operator, setting));
        if (sample.isCutShort()) {
          LOG.warn("{}: {}.", operator.title(), obstacles.get(id));
          return;
        }
      } else {
        sampled.put(id, new OperatorFacts(operator, sample, session, new GivenOptions(given)));
      }
    } catch (TableException e) {
      obstacles.put(id, withoutPeriod(Secrets.mask(e.getMessage())));
      LOG.warn("{}: {}.", operator.title(), obstacles.get(id));
      return;
    } catch (RuntimeException | LinkageError e) { // of connectors, formats and functions
      obstacles.put(id, failure(operator.title(), e));
    }
    LOG.info(
        "{}: {} in {} ms.",
        operator.title(),
        sampled.containsKey(id)
            ? "sampled " + sampled.get(id).records().size() + " records"
            : "not sampled, " + obstacles.get(id),
        (System.nanoTime() - start) / 1_000_000);
  }

  private static String failure(String operator, Throwable failure) {
    String masked = Secrets.mask(failure.toString());
    LOG.warn("{}: its input cannot be sampled: {}", operator, masked);
    return "its input cannot be sampled: " + masked;
  }

  private static String withoutPeriod(String message) {
    return message.endsWith(".") ? message.substring(0, message.length() - 1) : message;
  }
}
