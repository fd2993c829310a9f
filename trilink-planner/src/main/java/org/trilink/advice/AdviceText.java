/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.advice;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import org.trilink.advice.measure.BalanceForecast;
import org.trilink.advice.measure.CatchUp;
import org.trilink.advice.measure.Disorder;
import org.trilink.advice.measure.Frequencies;
import org.trilink.advice.measure.LateRecords;
import org.trilink.advice.measure.SilentKeys;
import org.trilink.advice.measure.StoreChanges;
import org.trilink.advice.operator.OperatorFacts;
import org.trilink.advice.operator.Recommendation;
import org.trilink.advice.operator.Texts;
import org.trilink.advice.operator.TopicPartitioners;

/** Advice for people to read: a line a fact. */
final class AdviceText {

  private final List<String> lines = new ArrayList<>();

  private AdviceText() {}

  static String of(OperatorAdvice advice) {
    AdviceText text = new AdviceText();
    text.lines.add(advice.title());
    if (advice.facts() == null) {
      text.line("not sampled", advice.obstacle().orElse(""));
    } else {
      text.facts(advice.facts());
      text.lines.add("");
      text.recommendation(advice.recommendation());
      text.lines.add("");
      text.certainty(advice.facts());
    }
    return String.join("\n", text.lines) + "\n";
  }

  private void line(String name, String value) {
    lines.add(String.format("  %-13s %s", name, value).replaceAll("\\s+$", ""));
  }

  /** The name before the first one only. */
  private void lines(String name, List<String> values) {
    for (int i = 0; i < values.size(); i++) {
      line(i == 0 ? name : "", values.get(i));
    }
  }

  // --------------------------------------------------------------------------------------- facts

  private void facts(OperatorFacts facts) {
    line("sample", sample(facts));
    line("keys", keys(facts));
    if (facts.disorder() != null) {
      disorder(facts.disorder());
    }
    if (facts.lateBySubtask() != null) {
      late(facts, facts.lateBySubtask(), facts.lateAsPlanned());
    }
    if (facts.silentKeys() != null) {
      line("silent keys", silent(facts.silentKeys()));
    }
    merges(facts);
    storeChanges(facts);
    partitions(facts);
    balance(facts);
  }

  private static String sample(OperatorFacts facts) {
    long available = facts.sample().available();
    int partitions = facts.records().partitionCount();
    return String.format(
        "%s %s; event time: %s",
        Texts.number(facts.records().size()),
        available < 0
            ? "records, the first that the source gave"
            : String.format(
                "of the %s records in %d partition%s, the latest of each",
                Texts.number(available), partitions, partitions == 1 ? "" : "s"),
        facts.disorder() == null ? "not used" : Texts.duration(facts.records().eventTimeSpan()));
  }

  private static String keys(OperatorFacts facts) {
    Frequencies keys = facts.frequencies();
    return String.format(
        Locale.ROOT,
        "%s, %.1f records each; the heaviest (%s) has %s",
        Texts.number(keys.keys()),
        keys.recordsPerKey(),
        facts.key(keys.heaviestKey()),
        Texts.percent(keys.heaviestShare()));
  }

  private void disorder(Disorder disorder) {
    line(
        "disorder",
        String.format(
            "within a key: at most %s, 99.9 %% within %s",
            Texts.duration(disorder.withinKeys().max()),
            Texts.duration(disorder.withinKeys().most())));
    line(
        "",
        String.format(
            "between keys of a partition: at most %s, 99.9 %% within %s",
            Texts.duration(disorder.betweenKeys().max()),
            Texts.duration(disorder.betweenKeys().most())));
    line(
        "",
        String.format(
            "between partitions: at most %s, 99.9 %% within %s",
            Texts.duration(disorder.betweenPartitions().max()),
            Texts.duration(disorder.betweenPartitions().most())));
  }

  private void late(OperatorFacts facts, LateRecords stock, LateRecords ofKeys) {
    if (stock.counted() == 0) {
      line("late", "not known, as " + facts.whyLateIsUnknown());
      return;
    }
    line(
        "late",
        String.format(
            "%s of the records with Flink's watermark and a delay of %s",
            Texts.part(stock.share()), Texts.duration(facts.delay())));
    line("", Texts.part(ofKeys.share()) + " with a watermark for each key");
    if (stock.late() > 0) {
      line(
          "",
          String.format(
              "none with Flink's watermark and a delay of %s: all results would be so much later",
              Texts.roundedUp(stock.losslessDelay())));
    }
    if (facts.catchUp() != null) {
      catchUp(facts.catchUp(), facts.lateByKey());
    }
    if (facts.grains().size() > 1) {
      line(
          "grain",
          facts.grains().stream()
              .map(
                  grain ->
                      String.format(
                          "%s key%s a watermark: %s late, %s watermarks",
                          Texts.number(grain.keysPerGroup()),
                          grain.keysPerGroup() == 1 ? "" : "s",
                          Texts.part(grain.late().share()),
                          Texts.number(grain.groups())))
              .collect(Collectors.joining("; ")));
    }
  }

  private void catchUp(CatchUp catchUp, LateRecords byKey) {
    line("", "in a job that catches up, and reads one partition to its end and then the next:");
    line("", "  " + Texts.part(catchUp.bySubtask().share()) + " with Flink's watermark");
    line(
        "",
        String.format(
            "  %s with a watermark for each key; %s with 'watermark.order'='by-key'",
            Texts.part(catchUp.byKeyWithFloor().share()), Texts.part(catchUp.byKey().share())));
    line("", Texts.part(byKey.share()) + " with record keys, in any order of reading");
  }

  private static String silent(SilentKeys keys) {
    return String.format(
        "%s; the longest time without a record at the end %s, before that %s",
        keys.silent() == 0 ? "none" : Texts.number(keys.silent()),
        Texts.duration(keys.longestSilence()),
        Texts.duration(keys.longestGap()));
  }

  private void merges(OperatorFacts facts) {
    String texts =
        facts.merges().entrySet().stream()
            .map(
                merge ->
                    String.format(
                        Locale.ROOT,
                        "%s: %.3f rows per record",
                        Texts.duration(merge.getKey()),
                        merge.getValue().rowsPerRecord()))
            .collect(Collectors.joining("; "));
    if (!texts.isEmpty()) {
      line(
          "local merge",
          (facts.operator().windows() == null ? "by period of " : "by slot of ") + texts);
    }
  }

  private void storeChanges(OperatorFacts facts) {
    StoreChanges changes = facts.storeChanges();
    if (changes == null) {
      return;
    }
    String perRecord =
        String.format(
            Locale.ROOT,
            "%.3f changes of the store per record, sent every %s",
            changes.perRecord(),
            Texts.duration(facts.sendingPeriod()));
    line(
        "global merge",
        changes.span() < facts.sendingPeriod()
            ? perRecord + "; the sample was written in " + Texts.duration(changes.span())
            : perRecord
                + String.format(
                    "; %s a second, at the %s records a second with which the sample was written",
                    Texts.number(Math.round(changes.perSecond())),
                    Texts.number(Math.round(changes.recordsPerSecond()))));
  }

  private void partitions(OperatorFacts facts) {
    List<String> texts = new ArrayList<>();
    if (facts.records().partitionCount() > 1 && facts.operator().inputs().size() == 1) {
      texts.add(
          String.format(
              "%s of %s keys have records in several",
              Texts.number(facts.partitionsOfKeys().ofSeveral()),
              Texts.number(facts.partitionsOfKeys().keys())));
      for (TopicPartitioners.Candidate candidate : facts.partitioners()) {
        texts.add(
            String.format(
                "by %s: %s of the records are where it puts them",
                candidate.match().partitioner(), Texts.part(candidate.match().share())));
      }
    }
    if (facts.idleSourceSubtasks() > 0) {
      texts.add(
          String.format(
              "none for %s of a source's %s subtasks: Flink's watermark does not advance"
                  + " (table.exec.source.idle-timeout)",
              facts.idleSourceSubtasks(), facts.parallelism()));
    }
    if (!facts.sample().emptyPartitions().isEmpty()) {
      texts.add(
          String.format(
              "%s without records: Flink's watermark does not advance"
                  + " (table.exec.source.idle-timeout)",
              String.join(", ", facts.sample().emptyPartitions())));
    }
    lines("partitions", texts);
  }

  private void balance(OperatorFacts facts) {
    Map<Integer, List<String>> byParallelism = new LinkedHashMap<>();
    for (BalanceForecast forecast : facts.forecasts()) {
      byParallelism
          .computeIfAbsent(forecast.parallelism(), unused -> new ArrayList<>())
          .add(forecast.strategy() + " " + Texts.decimal(forecast.degree()));
    }
    byParallelism.remove(1);
    lines(
        "balance",
        byParallelism.entrySet().stream()
            .map(each -> each.getKey() + " subtasks: " + String.join(", ", each.getValue()))
            .collect(Collectors.toList()));
  }

  // -------------------------------------------------------------------------------------- advice

  private void recommendation(Recommendation recommendation) {
    line("hint", recommendation.hint().isEmpty() ? "none" : recommendation.sql());
    for (Recommendation.Choice choice : recommendation.hint()) {
      line("", choice + ": " + choice.reason());
    }
    lines(
        "not",
        recommendation.declined().stream()
            .map(choice -> choice + ": " + choice.reason())
            .collect(Collectors.toList()));
    lines(
        "further",
        recommendation.further().stream()
            .flatMap(text -> Arrays.stream(text.split("\n")))
            .collect(Collectors.toList()));
  }

  private void certainty(OperatorFacts facts) {
    lines("how sure", Certainty.of(facts));
  }
}
