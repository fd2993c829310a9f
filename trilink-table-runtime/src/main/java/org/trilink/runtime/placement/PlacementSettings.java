package org.trilink.runtime.placement;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.data.binary.BinaryRowData;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.table.types.logical.RowType;

/** What keys are to be placed, and how. */
final class PlacementSettings implements Serializable {

  private static final long serialVersionUID = 1L;

  private final CoordinatedPlacement placement;
  private final RowType keyType;
  private final int maxParallelism;
  private final int targetParallelism;

  PlacementSettings(
      CoordinatedPlacement placement, RowType keyType, int maxParallelism, int targetParallelism) {
    this.placement = placement;
    this.keyType = keyType;
    this.maxParallelism = maxParallelism;
    this.targetParallelism = targetParallelism;
  }

  CoordinatedPlacement placement() {
    return placement;
  }

  /** Of the operator behind the exchange. */
  int maxParallelism() {
    return maxParallelism;
  }

  /** Of the operator behind the exchange. */
  int targetParallelism() {
    return targetParallelism;
  }

  /** A key's values as text. */
  String describe(BinaryRowData key) {
    BinaryRowData row = new BinaryRowData(keyType.getFieldCount());
    row.pointTo(key.getSegments(), key.getOffset(), key.getSizeInBytes());
    List<String> values = new ArrayList<>();
    for (int i = 0; i < keyType.getFieldCount(); i++) {
      LogicalType type = keyType.getTypeAt(i);
      values.add(String.valueOf(RowData.createFieldGetter(type, i).getFieldOrNull(row)));
    }
    return values.toString();
  }
}
