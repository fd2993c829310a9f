/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.planner.keysample;

import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import javax.annotation.Nullable;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexUtil;
import org.apache.flink.table.planner.plan.nodes.physical.stream.StreamPhysicalExchange;
import org.apache.flink.table.planner.plan.nodes.physical.stream.StreamPhysicalTableSourceScan;
import org.apache.flink.table.planner.plan.schema.TableSourceTable;
import org.trilink.planner.decision.Plans;
import org.trilink.planner.decode.DecodedCondition;
import org.trilink.planner.decode.StreamPhysicalDecode;
import org.trilink.planner.kafka.KafkaTable;
import org.trilink.planner.keywatermark.KeyWatermark;
import org.trilink.planner.keywatermark.KeyWatermarkRel;
import org.trilink.planner.metadata.PlanNames;
import org.trilink.planner.metadata.ScannedKeys;

/**
 * Decides which scans of Kafka tables check by a sample whether the records of each key come from
 * one Kafka partition. Operators under key-level watermarks rely on that, each key by itself,
 * unless the hint says how far a key's records may be out of order. Where an exchange has gone
 * (Ahead KeyBy), every record is checked.
 */
public final class DecideKeySample {

  private final IdentityHashMap<RelNode, List<SampledKeysSpec>> ofScans = new IdentityHashMap<>();

  /** The finished plan, with samples above the scans, or above their decoding. */
  public RelNode decide(RelNode root) {
    find(root);
    return ofScans.isEmpty() ? root : sample(root);
  }

  private void find(RelNode rel) {
    if (rel instanceof KeyWatermarkRel && reliesOnOrder(((KeyWatermarkRel) rel).watermark())) {
      for (RelNode input : rel.getInputs()) {
        if (input instanceof StreamPhysicalExchange) {
          ScannedKeys keys = ScannedKeys.of((StreamPhysicalExchange) input).accepted();
          if (keys != null && !keys.columns().contains(ScannedKeys.COMPUTED)) {
            find(rel, keys);
          } // else a key that the source does not know
        }
      }
    }
    rel.getInputs().forEach(this::find);
  }

  private static boolean reliesOnOrder(KeyWatermark watermark) {
    return !watermark.isDelaySet() && !watermark.spec().isOfGroups();
  }

  private void find(RelNode operator, ScannedKeys keys) {
    StreamPhysicalTableSourceScan scan = keys.scan();
    TableSourceTable source = scan.getTable().unwrap(TableSourceTable.class);
    KafkaTable table = new KafkaTable(source.tableIdentifier(), source.catalogTable());
    if (!table.isKafka() || table.isUpsert()) {
      return;
    }
    ofScans
        .computeIfAbsent(scan, unused -> new ArrayList<>())
        .add(
            new SampledKeysSpec(
                PlanNames.operator(operator), table.toString(), keys.names(), filter(scan, keys)));
  }

  /** Rows that are dropped may come by any partition. A condition with functions is left out. */
  @Nullable
  private static RexNode filter(StreamPhysicalTableSourceScan scan, ScannedKeys keys) {
    RexBuilder builder = scan.getCluster().getRexBuilder();
    return DecodedCondition.of(
        RexUtil.composeConjunction(builder, keys.conditions()),
        scan.getRowType(),
        new LinkedHashSet<>(scan.getRowType().getFieldNames()),
        builder);
  }

  private RelNode sample(RelNode rel) {
    RelNode scan = rel instanceof StreamPhysicalDecode ? rel.getInput(0) : rel;
    List<SampledKeysSpec> keys = ofScans.get(scan);
    return keys == null
        ? Plans.mapInputs(rel, this::sample)
        : new StreamPhysicalKeySample(rel, keys);
  }
}
