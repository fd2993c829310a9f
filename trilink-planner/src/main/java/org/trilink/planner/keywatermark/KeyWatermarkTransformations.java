/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.planner.keywatermark;

import org.apache.flink.api.dag.Transformation;
import org.apache.flink.streaming.api.transformations.OneInputTransformation;
import org.apache.flink.streaming.api.transformations.TwoInputTransformation;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.planner.delegation.PlannerBase;
import org.trilink.planner.kafka.KafkaScan;
import org.trilink.planner.node.LikeTransformation;
import org.trilink.runtime.watermark.KeyWatermarkOperatorFactory;
import org.trilink.runtime.watermark.KeyWatermarkTwoInputOperatorFactory;

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
    if (watermark.isSkewBounded() || watermark.hasMaxLead() || watermark.hasFloor()) {
      KafkaScan.holdBackWatermarksBelow(input);
    }
  }

  public static Transformation<RowData> wrap(
      OneInputTransformation<RowData, RowData> inner,
      KeyWatermarkSpec watermark,
      PlannerBase planner) {
    holdBackWatermarksOf(inner, watermark);
    return LikeTransformation.withOperator(
        inner,
        new KeyWatermarkOperatorFactory(
            RangeOver.inPlaceOfFlinks(inner.getOperatorFactory()),
            watermark.inputTime(0, planner),
            watermark.policy(planner)));
  }

  public static Transformation<RowData> wrap(
      TwoInputTransformation<RowData, RowData, RowData> inner,
      KeyWatermarkSpec watermark,
      PlannerBase planner) {
    holdBackWatermarksOf(inner, watermark);
    return LikeTransformation.withOperator(
        inner,
        new KeyWatermarkTwoInputOperatorFactory(
            inner.getOperatorFactory(),
            watermark.inputTime(0, planner),
            watermark.inputTime(1, planner),
            watermark.policy(planner)),
        inner.getOutputType());
  }
}
