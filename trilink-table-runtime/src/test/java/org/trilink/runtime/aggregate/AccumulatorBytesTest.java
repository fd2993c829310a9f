/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.aggregate;

import static org.assertj.core.api.Assertions.assertThat;

import org.apache.flink.table.data.GenericArrayData;
import org.apache.flink.table.data.GenericRowData;
import org.apache.flink.table.data.StringData;
import org.junit.jupiter.api.Test;
import org.trilink.runtime.state.KeyValues;

class AccumulatorBytesTest {

  private static final GenericRowData NUMBERS = GenericRowData.of(1L, 2.5, null);

  @Test
  void textCountsInAddition() {
    GenericRowData withText = GenericRowData.of(1L, 2.5, StringData.fromString("x".repeat(1_000)));

    assertThat(AccumulatorBytes.ofKnown(withText) - AccumulatorBytes.ofKnown(NUMBERS))
        .isEqualTo(1_000);
  }

  @Test
  void rowsInRowsCount() {
    assertThat(AccumulatorBytes.ofKnown(GenericRowData.of(1L, NUMBERS, null)))
        .isGreaterThan(2 * AccumulatorBytes.ofKnown(NUMBERS));
  }

  @Test
  void collectionsAreNotKnown() {
    GenericRowData withArray = GenericRowData.of(1L, 2.5, new GenericArrayData(new long[100]));

    assertThat(AccumulatorBytes.ofKnown(withArray)).isEqualTo(KeyValues.Size.UNKNOWN);
    assertThat(AccumulatorBytes.of(withArray)).isEqualTo(AccumulatorBytes.of(NUMBERS));
  }
}
