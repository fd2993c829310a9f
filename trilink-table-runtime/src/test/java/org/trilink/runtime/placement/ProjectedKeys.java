/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.placement;

import org.apache.flink.table.data.GenericRowData;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.data.binary.BinaryRowData;
import org.apache.flink.table.runtime.generated.GeneratedProjection;
import org.apache.flink.table.runtime.generated.Projection;
import org.apache.flink.table.runtime.keyselector.BinaryRowDataKeySelector;
import org.apache.flink.table.runtime.keyselector.RowDataKeySelector;
import org.apache.flink.table.runtime.typeutils.InternalTypeInfo;
import org.apache.flink.table.runtime.typeutils.RowDataSerializer;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.table.types.logical.RowType;

/**
 * Flink's key selector for the first columns of a row, with a projection that is written by hand.
 */
public final class ProjectedKeys {

  private ProjectedKeys() {}

  public static RowDataKeySelector firstColumns(RowType keyType) {
    return selector(
        keyType, () -> new FirstColumns(keyType.getChildren().toArray(new LogicalType[0])));
  }

  static RowDataKeySelector selector(RowType keyType, ProjectionFactory projection) {
    return new BinaryRowDataKeySelector(InternalTypeInfo.of(keyType), new Prepared(projection));
  }

  /** The key of a row of key columns. */
  static BinaryRowData keyOf(LogicalType type, Object value) {
    return new RowDataSerializer(type).toBinaryRow(GenericRowData.of(value));
  }

  /** Creates the projection that Flink would generate. */
  interface ProjectionFactory extends java.io.Serializable {

    Projection<RowData, BinaryRowData> create();
  }

  private static final class FirstColumns implements Projection<RowData, BinaryRowData> {

    private final RowDataSerializer serializer;
    private final RowData.FieldGetter[] columns;

    FirstColumns(LogicalType[] types) {
      serializer = new RowDataSerializer(types);
      columns = new RowData.FieldGetter[types.length];
      for (int i = 0; i < types.length; i++) {
        columns[i] = RowData.createFieldGetter(types[i], i);
      }
    }

    @Override
    public BinaryRowData apply(RowData row) {
      GenericRowData key = new GenericRowData(columns.length);
      for (int i = 0; i < columns.length; i++) {
        key.setField(i, columns[i].getFieldOrNull(row));
      }
      return serializer.toBinaryRow(key);
    }
  }

  private static final class Prepared extends GeneratedProjection {

    private static final long serialVersionUID = 1L;

    private final ProjectionFactory projection;

    Prepared(ProjectionFactory projection) {
      super("Prepared", "", new Object[0]);
      this.projection = projection;
    }

    @Override
    @SuppressWarnings("rawtypes") // as declared
    public Projection newInstance(ClassLoader classLoader) {
      return projection.create();
    }
  }
}
