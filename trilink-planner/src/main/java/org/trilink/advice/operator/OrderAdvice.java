/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.advice.operator;

import java.util.List;
import java.util.Optional;
import javax.annotation.Nullable;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.table.types.logical.LogicalTypeFamily;
import org.apache.flink.table.types.logical.LogicalTypeRoot;
import org.apache.flink.table.types.logical.RowType;
import org.trilink.advice.measure.CatchUp;
import org.trilink.advice.measure.LateRecords;
import org.trilink.advice.operator.TopicPartitioners.Candidate;
import org.trilink.planner.hint.RecordOrder;
import org.trilink.planner.hint.TrilinkOptions;
import org.trilink.planner.kafka.KafkaTable;

/**
 * Advises what to do so that each key's records come in one sequence, or to say that they do. A
 * sample does not prove it, so the order {@code by-key} is never chosen here.
 */
final class OrderAdvice {

  private static final String ORDER = TrilinkOptions.WATERMARK_ORDER.name();
  private static final String ANY = TrilinkOptions.WATERMARK_ORDER.format(RecordOrder.ANY);

  private final OperatorFacts facts;
  private final GivenOptions given;
  private final Recommendation result;

  OrderAdvice(OperatorFacts facts, GivenOptions given, Recommendation result) {
    this.facts = facts;
    this.given = given;
    this.result = result;
  }

  /** Why a watermark for each key would lose records by the order that is set; null if not. */
  @Nullable
  String obstacle() {
    boolean isSetWrongly =
        facts.hasKeysOfSeveralPartitions()
            && given.setsOrder()
            && facts.order().order() == RecordOrder.BY_KEY;
    return isSetWrongly
        ? String.format(
            "'%s'='by-key' is set, and %s: records of one would be late by those of another."
                + " Without it, a watermark for each key drops nothing that Flink's keeps",
            ORDER, severalPartitions())
        : null;
  }

  private String severalPartitions() {
    return String.format(
        "%s of %s keys have records in several partitions",
        Texts.number(facts.partitionsOfKeys().ofSeveral()),
        Texts.number(facts.partitionsOfKeys().keys()));
  }

  /** Advises on a watermark for each key where keys have records in several partitions. */
  void ofSeveralPartitions() {
    if (facts.order().order() == RecordOrder.BY_KEY) {
      result.chooseWith(
          TrilinkOptions.WATERMARK.name(),
          ORDER,
          ANY,
          String.format(
              "%s, despite %s: no record is late that Flink's watermark keeps",
              severalPartitions(), facts.order().reason()));
    }
    result.addFurther(recordKeys());
    result.addFurther(delay());
  }

  private String recordKeys() {
    String remedy =
        String.format("As %s, what helps is %s.", severalPartitions(), Remedies.RECORD_KEYS);
    LateRecords byKey = facts.lateByKey();
    if (byKey != null) {
      remedy +=
          String.format(
              " Then %s of the records would be late, in any order of reading, and results need not"
                  + " wait for Flink's watermark. (A copy of this topic has each key's records in the"
                  + " order in which they were read.)",
              Texts.part(byKey.share()));
    }
    for (ObservedInput input : facts.operator().inputs()) {
      remedy += " " + recordKeys(input);
    }
    return remedy;
  }

  private String recordKeys(ObservedInput input) {
    KafkaTable table = input.kafka();
    List<String> columns = input.scanned().names();
    if (table == null) {
      return String.format("Table %s is not read from Kafka, though.", input.table());
    }
    List<String> declared = table.isUpsert() ? table.primaryKey() : table.keyFields();
    if (!declared.isEmpty() && columns.containsAll(declared)) {
      return String.format(
          "Table %s declares %s, but its topic was written otherwise, or has got more partitions"
              + " since: write it anew.",
          table, declared);
    }
    if (!table.physicalType().getFieldNames().containsAll(columns)) {
      return String.format(
          "The keys %s are no columns of table %s: INSERT its rows with them into another table.",
          facts.operator().keyNames(), table);
    }
    return String.format(
        "The lines for table %s:\n%s",
        table, Remedies.lines(format(table.physicalType(), columns), columns));
  }

  /** For one column of a type that it takes, {@code raw}. */
  private static String format(RowType type, List<String> columns) {
    if (columns.size() > 1) {
      return "json";
    }
    LogicalType column = type.getTypeAt(type.getFieldIndex(columns.get(0)));
    boolean isRaw =
        column.getTypeRoot().getFamilies().contains(LogicalTypeFamily.CHARACTER_STRING)
            || column.getTypeRoot().getFamilies().contains(LogicalTypeFamily.BINARY_STRING)
            || column.getTypeRoot().getFamilies().contains(LogicalTypeFamily.INTEGER_NUMERIC)
            || column.getTypeRoot().getFamilies().contains(LogicalTypeFamily.APPROXIMATE_NUMERIC)
            || column.getTypeRoot() == LogicalTypeRoot.BOOLEAN;
    return isRaw ? "raw" : "json";
  }

  private String delay() {
    CatchUp catchUp = facts.catchUp();
    LateRecords written = facts.lateByKey();
    long delay =
        Math.max(
            catchUp.losslessDelay(),
            written == null ? facts.disorder().withinKeys().max() + 1 : written.losslessDelay());
    boolean isWhole = facts.sample().available() == facts.records().size();
    return String.format(
        "%s: %s'watermark.delay'='%s', read partition by partition%s.",
        capital(Remedies.DELAY),
        isWhole ? "" : "at least ",
        Texts.roundedUp(delay),
        isWhole ? "" : ", of which the sample has only a part");
  }

  private static String capital(String text) {
    return Character.toUpperCase(text.charAt(0)) + text.substring(1);
  }

  /**
   * Advises on a watermark for each key where the sample has each key in one partition, but the
   * plan does not say so.
   *
   * @param keysStay whether they need no exchange, so that it is known
   */
  void ofOnePartition(boolean keysStay) {
    boolean isChosen = result.options().containsKey(TrilinkOptions.WATERMARK.name());
    if (!isChosen
        || keysStay
        || given.setsOrder()
        || facts.hasKeysOfSeveralPartitions()
        || facts.order().order() == RecordOrder.BY_KEY
        || facts.operator().inputs().size() > 1) {
      return;
    }
    Optional<Candidate> recordKey =
        facts.partitioners().stream()
            .filter(each -> each.match().isExact() && !each.missingOptions().isEmpty())
            .findFirst();
    String sooner =
        String.format(
            "Results come no sooner than with Flink's watermark, as %s.", facts.order().reason());
    result.addFurther(
        recordKey.isPresent()
            ? String.format(
                "%s By the sample, the topic is written by record keys. Declare them, and results"
                    + " come sooner. The lines for table %s:\n%s\nOr add '%s'='by-key' to the hint,"
                    + " if you know that each key has its records in one partition.",
                sooner,
                facts.operator().inputs().get(0).table(),
                Remedies.lines(
                    recordKey.get().missingOptions().get("key.format"),
                    facts.operator().inputs().get(0).scanned().names()),
                ORDER)
            : String.format(
                "%s If you know that each key has its records in one partition, as it has in the"
                    + " sample, add '%s'='by-key' to the hint, and they come sooner.",
                sooner, ORDER));
  }
}
