/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.planner.flink;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.reflect.Field;
import org.apache.flink.table.types.logical.IntType;
import org.apache.flink.table.types.logical.RowType;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Checks that this version of Flink has every private field that Trilink accesses. */
class FlinkFieldTest {

  @ParameterizedTest
  @EnumSource
  void isThereOnce(FlinkField field) throws ClassNotFoundException {
    Field[] fields = Class.forName(field.field().declaring()).getDeclaredFields();

    assertThat(fields).filteredOn(field.field()::isNamed).hasSize(1);
  }

  @Test
  void anotherFlinkIsToldByClassAndField() {
    assertThatThrownBy(() -> FlinkField.SCAN_SOURCE.get("no scan"))
        .isInstanceOf(NoSuchFieldException.class)
        .hasMessage(
            "org.apache.flink.streaming.api.transformations.SourceTransformation.source"
                + " in java.lang.String");
  }

  @Test
  void aTypeOfRowsTakesASerializer() {
    RowType rows = RowType.of(new IntType());
    assertThat(
            FlinkRowTypes.of(
                    rows, new org.apache.flink.table.runtime.typeutils.RowDataSerializer(rows))
                .getTypeClass())
        .isEqualTo(org.apache.flink.table.data.RowData.class);
  }
}
