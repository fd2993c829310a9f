/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.planner.keywatermark;

import org.apache.flink.api.dag.Transformation;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.planner.delegation.PlannerBase;
import org.trilink.planner.kafka.KafkaScan;
import org.trilink.planner.node.KeyedStock;
import org.trilink.runtime.watermark.KeyWatermarkOperatorFactory;
import org.trilink.runtime.watermark.KeyWatermarkPolicy;

/** Puts a keyed operator under key-level watermarks: the same transformation, another operator. */
public final class KeyWatermarkTransformations {

  private KeyWatermarkTransformations() {}

  /**
   * Where keys follow the subtask's watermark: lets the partitions of a restored job hold it back,
   * which Flink 1.14 does not.
   *
   * @param input of an operator under key-level watermarks
   */
  public static void holdBackWatermarksOf(Transformation<?> input, KeyWatermarkSpec watermark) {
    KeyWatermarkPolicy policy = watermark.policy();
    if (policy.isSkewBounded() || policy.isLeadBounded() || policy.hasFloor()) {
      KafkaScan.holdBackWatermarksBelow(input);
    }
  }

  /** Copies the transformation of an operator, under key-level watermarks. */
  public static Transformation<RowData> wrap(
      Transformation<?> inner, KeyWatermarkSpec watermark, PlannerBase planner) {
    holdBackWatermarksOf(inner, watermark);
    KeyedStock stock = KeyedStock.of(inner);
    return stock.withOperator(
        new KeyWatermarkOperatorFactory(
            RangeOver.inPlaceOfFlinks(stock.operator()),
            watermark.policy(planner),
            watermark.inputTimes(planner)));
  }
}
