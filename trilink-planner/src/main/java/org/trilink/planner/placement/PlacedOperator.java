/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.planner.placement;

import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.streaming.api.operators.StreamOperatorFactory;
import org.apache.flink.table.data.RowData;
import org.trilink.planner.node.SubtaskWatermark;

/** A keyed operator, of Flink or Trilink, as it is to run with placed keys. */
public final class PlacedOperator {

  private PlacedOperator() {}

  /**
   * Returns the operator's factory for another type of keys, rid of what Flink 1.14 gets wrong in
   * it.
   *
   * @throws org.apache.flink.table.api.TableException if this is not the Flink that Trilink
   *     supports
   */
  public static StreamOperatorFactory<RowData> of(
      StreamOperatorFactory<RowData> factory, TypeInformation<RowData> keyType) {
    return SubtaskWatermark.keep(
        GroupAggregation.replace(
            WindowBufferKeys.replace(SubtaskWatermark.stock(factory), keyType)));
  }
}
