/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.planner.flink;

import java.lang.reflect.Constructor;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.apache.flink.table.api.TableException;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.runtime.typeutils.InternalTypeInfo;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.table.types.logical.RowType;
import org.trilink.runtime.flink.SupportedFlink;

/** Types of rows that have a serializer of Trilink's. */
public final class FlinkRowTypes {

  private FlinkRowTypes() {}

  /**
   * Flink's planner wants this class of type, whose only constructor is private.
   *
   * @throws TableException if this is not the Flink that Trilink supports
   */
  @SuppressWarnings("unchecked") // of the row's class
  public static TypeInformation<RowData> of(RowType rowType, TypeSerializer<RowData> serializer) {
    try {
      Constructor<?> constructor =
          InternalTypeInfo.class.getDeclaredConstructor(
              LogicalType.class, Class.class, TypeSerializer.class);
      constructor.setAccessible(true);
      return (TypeInformation<RowData>) constructor.newInstance(rowType, RowData.class, serializer);
    } catch (ReflectiveOperationException e) {
      throw new TableException("Trilink needs " + SupportedFlink.NAME + "'s type of rows.", e);
    }
  }
}
