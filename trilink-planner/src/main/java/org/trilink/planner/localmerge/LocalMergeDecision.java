/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.planner.localmerge;

import javax.annotation.Nullable;
import org.apache.calcite.rel.RelNode;
import org.trilink.planner.decision.Decision;
import org.trilink.planner.decision.ExchangeRewrite;
import org.trilink.planner.emit.EmitSpec;
import org.trilink.planner.emit.RecordCondition;
import org.trilink.planner.hint.ResolvedOptions;
import org.trilink.planner.hint.TrilinkOptions;
import org.trilink.planner.keywatermark.KeyWatermark;
import org.trilink.planner.keywatermark.KeyWatermarkSpec;
import org.trilink.planner.localmerge.LocalMergeAggregate.Slices;
import org.trilink.planner.node.StreamPhysicalRequest;

/** Whether an operator's records can be merged before its exchange, and if not, why. */
public final class LocalMergeDecision {

  private LocalMergeDecision() {}

  /**
   * Decides.
   *
   * @param rel as Flink made it
   * @param watermark what keys' watermarks will be, null if they have none
   * @throws org.apache.flink.table.api.ValidationException if options contradict each other, or the
   *     query
   */
  public static Decision<ExchangeRewrite> of(
      RelNode rel, ResolvedOptions options, @Nullable KeyWatermark watermark) {
    return LocalMergeAggregate.of(rel)
        .flatMap(aggregate -> merge(aggregate, options, watermark))
        .map(merge -> operator -> new StreamPhysicalRequest<>(operator, merge));
  }

  private static Decision<LocalMerge> merge(
      LocalMergeAggregate aggregate, ResolvedOptions options, @Nullable KeyWatermark watermark) {
    KeyWatermarkSpec keys = watermark == null ? null : watermark.spec();
    if (keys != null && keys.policy().isOfGroups()) {
      return Decision.refuse(
          "merging changes the order of records of different keys, so keys that share a watermark"
              + " ('watermark.keys-per-group') would make each other's records late; leave one of"
              + " the two out");
    }
    if (keys != null && keys.policy().hasIdleTimeout()) {
      return Decision.refuse(
          "'watermark.idle-timeout' would take a key for idle while its records are held back for"
              + " merging; leave one of the two out");
    }
    LocalMergeOptions settings = LocalMergeOptions.of(options, aggregate.slices());
    return Decision.accept(
        new LocalMerge(
            aggregate.grouping(),
            aggregate.aggCalls(),
            aggregate.windowing(),
            slots(aggregate.slices(), settings),
            keys,
            emit(aggregate, settings),
            slotText(aggregate, settings, keys),
            settings.describe()));
  }

  @Nullable
  private static SlotSpec slots(@Nullable Slices slices, LocalMergeOptions settings) {
    return slices == null
        ? null
        : new SlotSpec(
            slices.timeColumn(),
            slices.isLocal(),
            slices.length().toMillis(),
            slices.offset().toMillis(),
            settings.slot().toMillis());
  }

  private static EmitSpec emit(LocalMergeAggregate aggregate, LocalMergeOptions settings) {
    return new EmitSpec(
        settings.delay() == null ? null : Long.valueOf(settings.delay().toMillis()),
        settings.records(),
        settings.atSlotEnd(),
        RecordCondition.parse(
            TrilinkOptions.LOCAL_MERGE_EMIT_WHEN, settings.when(), aggregate.input()));
  }

  private static String slotText(
      LocalMergeAggregate aggregate, LocalMergeOptions settings, @Nullable KeyWatermarkSpec keys) {
    Slices slices = aggregate.slices();
    if (slices == null) {
      return "";
    }
    return String.format(
        "%s of %s, by the %s's watermark%s",
        TrilinkOptions.LOCAL_MERGE_SLOT.format(settings.slot()),
        aggregate.input().getRowType().getFieldNames().get(slices.timeColumn()),
        keys == null || keys.policy().hasFloor() ? "subtask" : "key",
        slices.length().equals(settings.slot())
            ? ""
            : ", of slices of " + TrilinkOptions.LOCAL_MERGE_SLOT.format(slices.length()));
  }
}
