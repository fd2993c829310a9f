/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.planner.advice.operator;

import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.trilink.planner.advice.measure.BalanceForecast;
import org.trilink.planner.advice.measure.LateRecords;
import org.trilink.planner.advice.measure.LocalMergeRows;
import org.trilink.planner.advice.measure.PartitionMatch;
import org.trilink.planner.advice.measure.SilentKeys;
import org.trilink.planner.advice.measure.WatermarkGrain;
import org.trilink.planner.advice.operator.TopicPartitioners.Candidate;
import org.trilink.planner.hint.ExchangeStrategy;
import org.trilink.planner.hint.ResolvedOptions;
import org.trilink.planner.hint.TrilinkOptions;

/** Decides, by an operator's facts, which hint pays and which does not. */
public final class Recommender {

  /** A local merge pays if a row stands for at least two records. */
  private static final double MOST_ROWS_PER_RECORD = 0.5;

  /** Load is even if no subtask has less than this part of another's. */
  private static final double EVEN = 0.9;

  /** A placement must be better by so much. */
  private static final double GAIN = 0.1;

  /** Of two placements that are about as even, the one that needs no coordinator is better. */
  private static final double ABOUT_EQUAL = 0.02;

  private static final String WATERMARK = "watermark";
  private static final String KEY = "key";
  private static final String DELAY = "watermark.delay";
  private static final String MAX_SKEW = "watermark.max-skew";
  private static final String KEYS_PER_GROUP = "watermark.keys-per-group";
  private static final String EXCHANGE = "exchange";
  private static final String LOCAL_MERGE = "local-merge";
  private static final String AHEAD_KEYBY = "ahead-keyby";
  private static final String PARTITION = "partition";

  private final OperatorFacts facts;
  private final GivenOptions given;
  private final Recommendation result = new Recommendation();

  private Recommender(OperatorFacts facts, GivenOptions given) {
    this.facts = facts;
    this.given = given;
  }

  /** What the facts recommend for an operator of which nothing is given. */
  public static Recommendation recommend(OperatorFacts facts) {
    return recommend(facts, GivenOptions.NOTHING);
  }

  /**
   * What the facts recommend.
   *
   * @param options without advice: what is set is not recommended again, and goes together with
   *     what is
   */
  static Recommendation recommend(OperatorFacts facts, ResolvedOptions options) {
    return recommend(facts, new GivenOptions(options));
  }

  private static Recommendation recommend(OperatorFacts facts, GivenOptions given) {
    Recommender recommender = new Recommender(facts, given);
    recommender.watermark();
    boolean placed = recommender.exchangeInForce();
    if (!placed) {
      recommender.partition();
    }
    recommender.keysPerGroup();
    return recommender.result;
  }

  // ---------------------------------------------------------------------------------- watermarks

  private void watermark() {
    ObservedOperator operator = facts.operator();
    if (operator.eventTime().isNone()) {
      return; // the operator does nothing by event time
    }
    if (operator.eventTime().accepted() == null) {
      result.decline(WATERMARK, KEY, operator.eventTime().refusal());
    } else if (facts.lateBySubtask() != null) {
      ofLateRecords(facts.lateBySubtask(), facts.lateByKey());
    } else if (facts.disorder() != null) {
      ofDisorder();
    }
  }

  private void ofLateRecords(LateRecords stock, LateRecords ofKeys) {
    if (stock.counted() == 0) {
      result.decline(
          WATERMARK,
          KEY,
          "partitions without records hold Flink's watermark back, so nothing can be said of late"
              + " records");
      return;
    }
    if (facts.idleSourceSubtasks() > 0) {
      ofIdleSubtasks();
    }
    if (!facts.isByKeyBetter() && facts.idleSourceSubtasks() > 0) {
      result.choose(WATERMARK, KEY, "Flink's watermark does not advance, and results wait for it");
      return;
    }
    if (!facts.isByKeyBetter()) {
      result.decline(
          WATERMARK,
          KEY,
          stock.late() == 0
              ? "no record of the sample is late with Flink's watermark"
              : String.format(
                  "%s of the records are late with Flink's watermark, and as many with one for each"
                      + " key: records of a key are out of order by up to %s",
                  Texts.percent(stock.share()),
                  Texts.duration(facts.disorder().withinKeys().max())));
      if (stock.late() > 0) {
        result.addFurther(
            String.format(
                "With a delay of %s in the table's WATERMARK no record of the sample would be late.",
                Texts.roundedUp(stock.losslessDelay())));
      }
      return;
    }
    result.choose(
        WATERMARK,
        KEY,
        String.format(
            "%s of the records are late with Flink's watermark and are lost; with one for each key,"
                + " %s",
            Texts.percent(stock.share()),
            ofKeys.late() == 0 ? "none" : Texts.percent(ofKeys.share())));
    if (ofKeys.late() > 0) {
      result.chooseWith(
          WATERMARK,
          DELAY,
          Texts.roundedUp(ofKeys.losslessDelay()),
          String.format(
              "a key's own records are out of order by up to %s; with this delay, none is late",
              Texts.duration(facts.disorder().withinKeys().max())));
    }
    ofSilentKeys(stock.losslessDelay());
  }

  private void ofIdleSubtasks() {
    result.addFurther(
        String.format(
            "%s of a source's %s subtasks get no partition, and Flink's watermark waits for them for"
                + " ever: without one for each key there are no results, unless"
                + " table.exec.source.idle-timeout is set or the job has fewer subtasks.",
            facts.idleSourceSubtasks(), facts.parallelism()));
  }

  /** Operators that may keep a late record, or drop one by more than its own time. */
  private void ofDisorder() {
    long betweenKeys = facts.disorder().betweenKeys().max();
    if (betweenKeys <= facts.delay()) {
      result.decline(
          WATERMARK, KEY, "no record of the sample is behind others by more than the delay");
      return;
    }
    result.choose(
        WATERMARK,
        KEY,
        String.format(
            "keys of a partition are up to %s apart, and the watermark's delay is %s",
            Texts.duration(betweenKeys), Texts.duration(facts.delay())));
    ofSilentKeys(betweenKeys);
  }

  /**
   * A silent key's last results wait for the other keys, if there is a max-skew.
   *
   * @param farthest behind the watermark, in ms
   */
  private void ofSilentKeys(long farthest) {
    SilentKeys silent = facts.silentKeys();
    if (silent.silent() == 0) {
      return;
    }
    String skew = Texts.roundedUp(farthest + farthest / 2);
    result.chooseWith(
        WATERMARK,
        MAX_SKEW,
        skew,
        String.format(
            "%s keys had been silent for up to %s when the sample ended; their last results come"
                + " when the others are this much further. Records were up to %s behind",
            Texts.number(silent.silent()),
            Texts.duration(silent.longestSilence()),
            Texts.duration(silent.greatestLag())));
  }

  /** Only where it is left to advice: whether less state is worth it, records do not say. */
  private void keysPerGroup() {
    if (!given.leavesKeysPerGroup()) {
      return;
    }
    String obstacle = given.obstacleToGroups(exchange());
    if (obstacle != null || facts.lateBySubtask() == null) {
      result.choose(
          KEYS_PER_GROUP,
          "1",
          obstacle != null
              ? obstacle
              : "of this operator's losses nothing can be said record by record");
      return;
    }
    List<WatermarkGrain> grains = facts.grains(delay());
    long ofKeys = grains.get(0).late().late();
    WatermarkGrain coarsest = grains.get(0);
    String limit = "however many share one, no further record of the sample is late";
    for (WatermarkGrain grain : grains) {
      if (grain.late().late() > ofKeys) {
        limit =
            String.format(
                "with %s, %s of the records would be late",
                Texts.number(grain.keysPerGroup()), Texts.percent(grain.late().share()));
        break;
      }
      if (!grain.isHalfFull()) {
        limit =
            String.format(
                "no further record of the sample is late, which has too few keys, %s, to say so of"
                    + " groups of %s",
                Texts.number(facts.records().keyCount()), Texts.number(grain.keysPerGroup()));
        break;
      }
      coarsest = grain;
    }
    result.choose(KEYS_PER_GROUP, String.valueOf(coarsest.keysPerGroup()), limit);
  }

  /** Of a key's watermark, in ms. */
  private long delay() {
    String advised = result.options().get(DELAY);
    return given.delay(
        advised == null ? null : TrilinkOptions.WATERMARK_DELAY.parse(advised), facts.delay());
  }

  // ------------------------------------------------------------------------------------ exchange

  /**
   * Returns whether the keys stay where they are read, by the exchange that is given or advised.
   */
  private boolean exchangeInForce() {
    ExchangeStrategy set = given.exchange();
    return set == null
        ? recommendExchange()
        : set == ExchangeStrategy.AHEAD_KEYBY || set == ExchangeStrategy.GLOBAL_MERGE;
  }

  /** The exchange in force. */
  private ExchangeStrategy exchange() {
    String advised = result.options().get(EXCHANGE);
    if (given.exchange() != null) {
      return given.exchange();
    }
    return advised == null ? ExchangeStrategy.SHUFFLE : TrilinkOptions.EXCHANGE.parse(advised);
  }

  /** Returns whether the keys stay where their partitions are read. */
  private boolean recommendExchange() {
    if (facts.records().partitionCount() == 1) { // in which every partitioner would put all records
      localMerge();
      return false;
    }
    Optional<Candidate> exact =
        facts.partitioners().stream()
            .filter(each -> each.match().isExact() && given.allows(each.hint()))
            .findFirst();
    boolean enough = facts.records().partitionCount() >= facts.parallelism();
    if (exact.isPresent() && exact.get().missingOptions().isEmpty() && enough) {
      aheadKeyBy(exact.get());
      return true;
    }
    localMerge();
    if (exact.isPresent() && enough) {
      declare(exact.get());
    } else if (exact.isPresent()) {
      result.decline(
          EXCHANGE,
          AHEAD_KEYBY,
          String.format(
              "the topic has %d partitions, and the job %d subtasks",
              facts.records().partitionCount(), facts.parallelism()));
    } else {
      notPartitioned();
    }
    return false;
  }

  private void aheadKeyBy(Candidate candidate) {
    for (Map.Entry<String, String> option : candidate.hint().entrySet()) {
      boolean isMain = option.getKey().equals(EXCHANGE);
      result.chooseWith(
          EXCHANGE,
          option.getKey(),
          option.getValue(),
          isMain
              ? String.format(
                  "all %s records of the sample are in the partition of their key: no exchange is"
                      + " needed. The job checks each record, and stops if one is elsewhere",
                  Texts.number(facts.frequencies().records()))
              : "as the sample's partitions are those of the " + candidate.match().partitioner());
    }
    if (!facts.merges().isEmpty()) {
      result.decline(
          EXCHANGE,
          LOCAL_MERGE,
          "without an exchange there is nothing to merge before; it would send "
              + merged(firstMerge()));
    }
  }

  private LocalMergeRows firstMerge() {
    return facts.merges().values().iterator().next();
  }

  private void localMerge() {
    if (facts.merges().isEmpty()) {
      return;
    }
    String obstacle = given.obstacleToLocalMerge();
    if (obstacle != null) {
      result.decline(EXCHANGE, LOCAL_MERGE, obstacle);
      return;
    }
    LocalMergeRows merge = firstMerge();
    long slot = facts.merges().keySet().iterator().next();
    if (merge.rowsPerRecord() > MOST_ROWS_PER_RECORD) {
      result.decline(
          EXCHANGE,
          LOCAL_MERGE,
          "it would send " + merged(merge) + " in slots of " + Texts.duration(slot));
      return;
    }
    String reason = merged(merge) + " crosses the network, in slots of " + Texts.duration(slot);
    if (facts.operator().windows() != null) {
      reason +=
          ". Results come up to a slot later; 'local-merge.emit'='punctuated, period' limits that";
    }
    result.choose(EXCHANGE, LOCAL_MERGE, reason);
  }

  private static String merged(LocalMergeRows merge) {
    return String.format(
        Locale.ROOT, "one row for %.1f records", 1 / Math.max(merge.rowsPerRecord(), 1e-9));
  }

  private void declare(Candidate candidate) {
    String options =
        candidate.missingOptions().entrySet().stream()
            .map(option -> "'" + option.getKey() + "' = '" + option.getValue() + "'")
            .collect(Collectors.joining(", "));
    String hint =
        candidate.hint().entrySet().stream()
            .map(option -> "'" + option.getKey() + "'='" + option.getValue() + "'")
            .collect(Collectors.joining(", "));
    result.addFurther(
        String.format(
            "All records of the sample are in the partitions of a %s of %s. If the table declares it"
                + " (%s), no exchange is needed: %s.",
            candidate.match().partitioner(),
            facts.operator().inputs().get(0).scanned().names(),
            options,
            hint));
  }

  private void notPartitioned() {
    if (facts.partitioners().isEmpty()) {
      result.decline(
          EXCHANGE,
          AHEAD_KEYBY,
          facts.operator().inputs().size() == 1
              ? "the keys are not columns of one Kafka table"
              : "advice does not compare the partitions of two inputs yet");
      return;
    }
    Optional<Candidate> excluded =
        facts.partitioners().stream().filter(each -> each.match().isExact()).findFirst();
    if (excluded.isPresent()) {
      result.decline(
          EXCHANGE,
          AHEAD_KEYBY,
          "the partitions are those of "
              + excluded.get().match().partitioner()
              + ", which does not go together with what is set for the placement of keys");
      return;
    }
    PartitionMatch best =
        facts.partitioners().stream()
            .map(Candidate::match)
            .max(Comparator.comparingDouble(PartitionMatch::share))
            .get();
    PartitionMatch.Misplaced first = best.first();
    String example =
        first == null
            ? ""
            : String.format(
                "; for example (%s) is in partition %d%s",
                facts.key(first.key()),
                first.found(),
                first.expected() < 0 ? "" : ", not " + first.expected());
    result.decline(
        EXCHANGE,
        AHEAD_KEYBY,
        String.format(
            "%s of the records are in the partition of their key by %s, the best of those tried%s."
                + " %s of %s keys have records in several partitions",
            Texts.percent(best.share()),
            best.partitioner(),
            example,
            Texts.number(facts.partitionsOfKeys().ofSeveral()),
            Texts.number(facts.partitionsOfKeys().keys())));
  }

  // ----------------------------------------------------------------------------------- placement

  private void partition() {
    if (facts.parallelism() == 1) {
      return;
    }
    boolean merges = exchange() == ExchangeStrategy.LOCAL_MERGE && !facts.merges().isEmpty();
    List<BalanceForecast> ofJob =
        (merges ? facts.forecastsOfRows() : facts.forecasts())
            .stream()
                .filter(forecast -> forecast.parallelism() == facts.parallelism())
                .collect(Collectors.toList());
    BalanceForecast stock = ofJob.get(0);
    double most = ofJob.stream().mapToDouble(BalanceForecast::degree).max().getAsDouble();
    BalanceForecast best =
        ofJob.stream()
            .filter(forecast -> forecast.degree() >= most - ABOUT_EQUAL)
            .findFirst()
            .get();
    String degrees =
        String.format(
            "the least loaded subtask has %s of the most loaded one's load by Flink's hash, %s by %s",
            Texts.decimal(stock.degree()), Texts.decimal(best.degree()), best.strategy());
    if (stock.degree() >= EVEN || best.degree() - stock.degree() < GAIN) {
      result.decline(
          PARTITION,
          best == stock ? "least-key" : best.strategy(),
          best == stock
              ? String.format(
                  "no placement is more even than Flink's hash (%s)", Texts.decimal(stock.degree()))
              : degrees + ": little would be gained");
    } else {
      result.choose(PARTITION, best.strategy(), degrees);
    }
    if (facts.frequencies().heaviestShare() > 1.0 / facts.parallelism() && !merges) {
      result.addFurther(
          String.format(
              "One key (%s) has %s of the records, more than a subtask's fair share of %s: no"
                  + " placement can even that out, but a local merge can.",
              facts.key(facts.frequencies().heaviestKey()),
              Texts.percent(facts.frequencies().heaviestShare()),
              Texts.percent(1.0 / facts.parallelism())));
    }
  }
}
