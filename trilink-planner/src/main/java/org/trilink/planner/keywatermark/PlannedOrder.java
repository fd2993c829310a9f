/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.planner.keywatermark;

import java.util.LinkedHashSet;
import java.util.Set;
import javax.annotation.Nullable;
import org.apache.flink.table.planner.plan.schema.TableSourceTable;
import org.trilink.planner.flink.FlinkTables;
import org.trilink.planner.hint.RecordOrder;
import org.trilink.planner.hint.ResolvedOptions;
import org.trilink.planner.hint.TrilinkOptions;
import org.trilink.planner.kafka.KnownTopics;
import org.trilink.planner.metadata.EventTimeInput;
import org.trilink.planner.metadata.EventTimeOperator;
import org.trilink.planner.metadata.KeySequence;

/**
 * In which order the records of a key come to an operator, as a user says or the plan shows; if
 * they may come in any, the subtask's watermark is the floor of what may be late.
 */
public final class PlannedOrder {

  private static final String GROUPS = "several keys share a watermark";

  private static final String REMEDY = " (sooner with 'watermark.order'='by-key')";
  private static final String REMEDIES =
      " (sooner with 'key.fields' among the keys, or 'watermark.order'='by-key')";

  private final RecordOrder order;
  private final String reason;

  /** The remedies, for EXPLAIN; empty if it is what the user has set. */
  private final String remedy;

  /** Whether it is what the plan shows of the exchange's input, which nobody has set. */
  private final boolean isShown;

  /** Whether each input is one Kafka topic, or comes in order by itself. */
  private final boolean isOfOneTopic;

  private PlannedOrder(
      RecordOrder order, String reason, String remedy, boolean isShown, boolean isOfOneTopic) {
    this.order = order;
    this.reason = reason;
    this.remedy = remedy;
    this.isShown = isShown;
    this.isOfOneTopic = isOfOneTopic;
  }

  private static PlannedOrder asSet(RecordOrder order, String reason) {
    return new PlannedOrder(order, reason, "", false, false);
  }

  /**
   * Finds the order in which the records of a key come to an operator, as set or as the plan shows.
   *
   * @param topics what is known of them
   */
  public static PlannedOrder of(
      EventTimeOperator operator, ResolvedOptions options, KnownTopics topics) {
    if (options.get(TrilinkOptions.WATERMARK_KEYS_PER_GROUP) > 1) {
      return asSet(RecordOrder.ANY, GROUPS);
    }
    RecordOrder set = options.get(TrilinkOptions.WATERMARK_ORDER);
    if (set != null) {
      return asSet(set, options.source(TrilinkOptions.WATERMARK_ORDER));
    }
    Set<String> why = new LinkedHashSet<>();
    String whyNot = null;
    boolean needsRecordKeys = false;
    boolean isOfOneTopic = true;
    for (EventTimeInput input : operator.inputs()) {
      KeySequence sequence = input.origin().sequence();
      TableSourceTable table = sequence.table();
      isOfOneTopic &= sequence.isOne() || table != null;
      String otherWriter = table == null || !sequence.isOne() ? null : topics.otherWriter(table);
      if (sequence.isOne() && otherWriter == null) {
        why.add(sequence.reason());
      } else if (table != null && topics.partitions(table).orElse(0) == 1) {
        why.add(
            "the topic of table " + FlinkTables.name(table).getObjectName() + " has one partition");
      } else if (whyNot == null) {
        whyNot = otherWriter == null ? sequence.reason() : otherWriter;
        needsRecordKeys = sequence.needsRecordKeys();
      }
    }
    return whyNot == null
        ? new PlannedOrder(RecordOrder.BY_KEY, String.join(" and ", why), "", true, isOfOneTopic)
        : new PlannedOrder(
            RecordOrder.ANY, whyNot, needsRecordKeys ? REMEDIES : REMEDY, true, isOfOneTopic);
  }

  /** Returns the order of records that come without an exchange, each partition to one subtask. */
  PlannedOrder withoutExchange() {
    return isShown && isOfOneTopic
        ? new PlannedOrder(RecordOrder.BY_KEY, "exchange=ahead-keyby", "", true, true)
        : this;
  }

  /** The order itself. */
  public RecordOrder order() {
    return order;
  }

  /** Who says so, or what the plan shows. */
  public String reason() {
    return reason;
  }

  /** Whether it is relied on, without a user's word, that each key's records are in order. */
  public boolean isAssumed() {
    return isShown && order == RecordOrder.BY_KEY;
  }

  /**
   * Why the subtask's watermark is the floor of what may be late; empty if the user has set what
   * makes it so, null if it is not.
   */
  @Nullable
  String floor() {
    if (order == RecordOrder.BY_KEY) {
      return null;
    }
    return isShown ? reason : "";
  }

  /** For EXPLAIN. */
  @Override
  public String toString() {
    return String.format(
        order == RecordOrder.BY_KEY
            ? "%s=%s (%s)"
            : "%s=%s (%s), fires=no sooner than with Flink's watermark" + remedy,
        TrilinkOptions.WATERMARK_ORDER,
        TrilinkOptions.WATERMARK_ORDER.format(order),
        reason);
  }
}
