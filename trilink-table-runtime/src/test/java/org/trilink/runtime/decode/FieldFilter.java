/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.decode;

import java.io.Serializable;
import java.util.Arrays;
import java.util.Objects;
import org.apache.flink.api.common.functions.AbstractRichFunction;
import org.apache.flink.table.data.GenericRowData;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.runtime.generated.GeneratedJoinCondition;
import org.apache.flink.table.runtime.generated.JoinCondition;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.table.types.logical.RowType;

/**
 * A filter on one field, which about half of its values pass; nested values are only tested for
 * NULL.
 *
 * @param ofDropped the fields that are read of dropped rows, including this one
 * @param emitsDropped whether dropped rows are emitted
 */
public record FieldFilter(RowType type, int field, ReadFields ofDropped, boolean emitsDropped)
    implements Serializable {

  public FieldFilter {
    ofDropped = ofDropped.and(type, field);
  }

  /** A filter whose dropped rows are emitted. */
  public FieldFilter(RowType type, int field, ReadFields ofDropped) {
    this(type, field, ofDropped, true);
  }

  public RowFilter rowFilter() {
    return RowFilter.of(
        new GeneratedJoinCondition("FieldFilter", "", new Object[0]) {
          private static final long serialVersionUID = 1L;

          @Override
          public JoinCondition newInstance(ClassLoader classLoader) {
            return new Condition(FieldFilter.this);
          }
        },
        ReadFields.none(type).and(type, field),
        ofDropped,
        emitsDropped);
  }

  public boolean passes(RowData row) {
    Object value = ((GenericRowData) row).getField(field);
    LogicalType fieldType = type.getTypeAt(field);
    if (value == null || !fieldType.getChildren().isEmpty()) {
      return value != null;
    }
    int hash = value instanceof byte[] bytes ? Arrays.hashCode(bytes) : Objects.hashCode(value);
    return Integer.bitCount(hash) % 2 == 0;
  }

  private static final class Condition extends AbstractRichFunction implements JoinCondition {

    private static final long serialVersionUID = 1L;

    private final FieldFilter filter;

    Condition(FieldFilter filter) {
      this.filter = filter;
    }

    @Override
    public boolean apply(RowData row, RowData nothing) {
      return filter.passes(row);
    }
  }
}
