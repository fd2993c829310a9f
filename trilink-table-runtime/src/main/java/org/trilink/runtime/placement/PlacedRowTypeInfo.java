package org.trilink.runtime.placement;

import org.apache.flink.api.common.ExecutionConfig;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.runtime.typeutils.RowDataSerializer;
import org.apache.flink.table.types.logical.RowType;

/**
 * The type of rows between an operator that places their keys and the exchange, and of what comes
 * out of it: plain rows that carry the hash code of their key.
 */
public final class PlacedRowTypeInfo extends TypeInformation<RowData> {

  private static final long serialVersionUID = 1L;

  private final RowType rowType;

  /**
   * @param rowType of the rows, of all columns
   */
  public PlacedRowTypeInfo(RowType rowType) {
    this.rowType = rowType;
  }

  /** Of all columns. */
  public RowType toRowType() {
    return rowType;
  }

  @Override
  public boolean isBasicType() {
    return false;
  }

  @Override
  public boolean isTupleType() {
    return false;
  }

  @Override
  public int getArity() {
    return rowType.getFieldCount();
  }

  @Override
  public int getTotalFields() {
    return getArity();
  }

  @Override
  public Class<RowData> getTypeClass() {
    return RowData.class;
  }

  @Override
  public boolean isKeyType() {
    return false;
  }

  @Override
  public TypeSerializer<RowData> createSerializer(ExecutionConfig config) {
    return new PlacedRowSerializer(new RowDataSerializer(rowType));
  }

  @Override
  public boolean canEqual(Object other) {
    return other instanceof PlacedRowTypeInfo;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof PlacedRowTypeInfo
        && rowType.equals(((PlacedRowTypeInfo) other).rowType);
  }

  @Override
  public int hashCode() {
    return rowType.hashCode();
  }

  @Override
  public String toString() {
    return "PlacedRow(" + rowType.asSummaryString() + ")";
  }
}
