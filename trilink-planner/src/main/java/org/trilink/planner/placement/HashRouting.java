/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.planner.placement;

import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.dag.Transformation;
import org.apache.flink.api.java.functions.KeySelector;
import org.apache.flink.streaming.api.transformations.PartitionTransformation;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.runtime.keyselector.RowDataKeySelector;

/** By the hash of the key, as Flink does. */
final class HashRouting implements KeyRouting {

  @Override
  public Transformation<RowData> exchange(
      PartitionTransformation<RowData> stock, RowDataKeySelector keys) {
    return stock;
  }

  @Override
  public KeySelector<RowData, RowData> stateKeys(RowDataKeySelector keys) {
    return keys;
  }

  @Override
  public TypeInformation<RowData> stateKeyType(RowDataKeySelector keys) {
    return keys.getProducedType();
  }
}
