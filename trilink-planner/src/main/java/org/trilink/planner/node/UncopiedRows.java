/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.planner.node;

import org.apache.flink.api.common.ExecutionConfig;
import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.apache.flink.api.dag.Transformation;
import org.apache.flink.streaming.api.transformations.PartitionTransformation;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.types.logical.RowType;
import org.trilink.planner.flink.FlinkRowTypes;
import org.trilink.runtime.operator.UncopiedRowSerializer;

/** Passes rows to an operator without the copy that Flink makes between operators of a chain. */
public final class UncopiedRows {

  private UncopiedRows() {}

  /**
   * The rows for a receiver that neither keeps nor changes them. Other receivers of the same rows
   * are not affected: only the edge to the one that reads the returned transformation changes. No
   * operator is added.
   */
  public static Transformation<RowData> of(Transformation<RowData> rows, RowType rowType) {
    // without a partitioner Flink asks the rows' own, or hands them on as it would anyway
    PartitionTransformation<RowData> uncopied = new PartitionTransformation<>(rows, null);
    TypeSerializer<RowData> serializer =
        rows.getOutputType().createSerializer(new ExecutionConfig());
    uncopied.setOutputType(FlinkRowTypes.of(rowType, new UncopiedRowSerializer(serializer)));
    return uncopied;
  }
}
