package org.trilink.runtime.merge;

import org.apache.flink.api.common.ExecutionConfig;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.types.logical.RowType;

/** The type of merged rows on their way through the exchange, where they take few bytes. */
public final class MergedRowTypeInfo extends TypeInformation<RowData> {

  private static final long serialVersionUID = 1L;

  private final RowType rowType;

  /**
   * @param rowType of the rows, of all columns
   */
  public MergedRowTypeInfo(RowType rowType) {
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
    return new MergedRowSerializer(rowType);
  }

  @Override
  public boolean canEqual(Object other) {
    return other instanceof MergedRowTypeInfo;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof MergedRowTypeInfo
        && rowType.equals(((MergedRowTypeInfo) other).rowType);
  }

  @Override
  public int hashCode() {
    return rowType.hashCode();
  }

  @Override
  public String toString() {
    return "MergedRow(" + rowType.asSummaryString() + ")";
  }
}
