/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.operator;

import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.types.logical.RowType;

/**
 * The type of rows with a serializer of their own. Types of one class are equal if their columns
 * are.
 */
public abstract class RowDataTypeInfo extends TypeInformation<RowData> {

  private static final long serialVersionUID = 1L;

  private final RowType rowType;

  protected RowDataTypeInfo(RowType rowType) {
    this.rowType = rowType;
  }

  /** The type of all columns. */
  public final RowType toRowType() {
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
  public boolean canEqual(Object other) {
    return other != null && other.getClass() == getClass();
  }

  @Override
  public boolean equals(Object other) {
    return canEqual(other) && rowType.equals(((RowDataTypeInfo) other).rowType);
  }

  @Override
  public int hashCode() {
    return rowType.hashCode();
  }

  @Override
  public String toString() {
    return getClass().getSimpleName().replace("TypeInfo", "")
        + "("
        + rowType.asSummaryString()
        + ")";
  }
}
