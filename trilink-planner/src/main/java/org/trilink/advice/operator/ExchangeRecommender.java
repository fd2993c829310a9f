/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.advice.operator;

import java.util.Comparator;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.trilink.advice.measure.LocalMergeRows;
import org.trilink.advice.measure.PartitionMatch;
import org.trilink.advice.operator.TopicPartitioners.Candidate;
import org.trilink.planner.hint.ExchangeStrategy;
import org.trilink.planner.hint.TrilinkOptions;

/** How records should reach the subtask of their key. */
final class ExchangeRecommender {

  /** A local merge pays if a row stands for at least two records. */
  private static final double MOST_ROWS_PER_RECORD = 0.5;

  private static final String EXCHANGE = "exchange";
  private static final String LOCAL_MERGE = "local-merge";
  private static final String AHEAD_KEYBY = "ahead-keyby";

  private final OperatorFacts facts;
  private final GivenOptions given;
  private final Recommendation result;

  ExchangeRecommender(OperatorFacts facts, GivenOptions given, Recommendation result) {
    this.facts = facts;
    this.given = given;
    this.result = result;
  }

  /**
   * Recommends an exchange, unless one is given.
   *
   * @return whether the keys stay where they are read, by the exchange in force
   */
  boolean exchange() {
    ExchangeStrategy set = given.exchange();
    return set == null
        ? recommendExchange()
        : set == ExchangeStrategy.AHEAD_KEYBY || set == ExchangeStrategy.GLOBAL_MERGE;
  }

  /** The exchange strategy that is given, else the recommended one, else {@code shuffle}. */
  ExchangeStrategy inForce() {
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
    boolean all = facts.sample().droppedRecords() == 0;
    if (exact.isPresent() && exact.get().missingOptions().isEmpty() && enough && all) {
      aheadKeyBy(exact.get());
      return true;
    }
    localMerge();
    if (exact.isPresent() && enough && all) {
      declare(exact.get());
    } else if (exact.isPresent() && enough) {
      notAllCompared(exact.get());
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

  private String merged(LocalMergeRows merge) {
    String rows =
        String.format(
            Locale.ROOT, "one row for %.1f records", 1 / Math.max(merge.rowsPerRecord(), 1e-9));
    return facts.sample().isCutShort()
        ? rows + " (of the " + Texts.number(facts.records().size()) + " that were read in time)"
        : rows;
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

  /** The job checks all records where it reads them. */
  private void notAllCompared(Candidate candidate) {
    result.decline(
        EXCHANGE,
        AHEAD_KEYBY,
        String.format(
            "rows that the query drops were not compared, %s in the sample. The others are in the"
                + " partitions of a %s, but the job checks each record before the query drops it",
            Texts.number(facts.sample().droppedRecords()), candidate.match().partitioner()));
  }

  private void notPartitioned() {
    String leftOut = TopicPartitioners.formatLeftOut(facts.operator());
    if (leftOut != null) {
      result.addFurther(
          String.format(
              "Record keys of format '%s' were not compared, as it may ask a server for each key.",
              leftOut));
    }
    if (facts.partitioners().isEmpty()) {
      result.decline(
          EXCHANGE,
          AHEAD_KEYBY,
          facts.operator().inputs().size() == 1
              ? TopicPartitioners.whyNone(facts.operator(), facts.sample())
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
}
