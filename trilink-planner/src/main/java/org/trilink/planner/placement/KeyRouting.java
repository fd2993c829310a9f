/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.planner.placement;

import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.dag.Transformation;
import org.apache.flink.api.java.functions.KeySelector;
import org.apache.flink.streaming.api.operators.StreamOperatorFactory;
import org.apache.flink.streaming.api.transformations.PartitionTransformation;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.runtime.keyselector.RowDataKeySelector;

/** How the rows of one keyed operator get to the subtasks of their keys. */
interface KeyRouting {

  /**
   * The exchange of one input in place of Flink's. To be called once for each input.
   *
   * @param keys Flink's selector of the operator's keys
   */
  Transformation<RowData> exchange(PartitionTransformation<RowData> stock, RowDataKeySelector keys);

  /** The operator's selector of keys in rows that have come through the exchange. */
  KeySelector<RowData, RowData> stateKeys(RowDataKeySelector keys);

  /**
   * The operator as it is to run behind the exchanges.
   *
   * @param placed makes it for keys of {@link #stateKeyType}
   * @param keys Flink's selectors of its keys, by input
   */
  default StreamOperatorFactory<RowData> operator(
      StreamOperatorFactory<RowData> placed, RowDataKeySelector... keys) {
    return placed;
  }

  /** An operator that stands between the exchange and the keyed operator, as it is to run there. */
  default StreamOperatorFactory<RowData> between(StreamOperatorFactory<RowData> stock) {
    return stock;
  }

  /** The type of the keys that the operator sees. */
  TypeInformation<RowData> stateKeyType(RowDataKeySelector keys);
}
