/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.state;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.apache.flink.api.java.tuple.Tuple2;
import org.apache.flink.table.data.GenericArrayData;
import org.apache.flink.table.data.GenericRowData;
import org.apache.flink.table.data.StringData;
import org.junit.jupiter.api.Test;

class ObjectSizeTest {

  private static final GenericRowData NUMBERS = GenericRowData.of(1L, 2.5, null);

  @Test
  void aTextHasItsLength() {
    assertThat(
            ObjectSize.of(StringData.fromString("x".repeat(1_000)))
                - ObjectSize.of(StringData.fromString("")))
        .isEqualTo(1_000);
  }

  @Test
  void contentsAreAdded() {
    long ofRow = ObjectSize.of(NUMBERS);

    assertThat(ofRow).isGreaterThan(2 * ObjectSize.of(1L));
    assertThat(ObjectSize.of(GenericRowData.of(NUMBERS, NUMBERS))).isGreaterThan(2 * ofRow);
    assertThat(ObjectSize.of(List.of(NUMBERS, NUMBERS))).isGreaterThan(2 * ofRow);
    assertThat(ObjectSize.of(Tuple2.of(NUMBERS, true))).isGreaterThan(ofRow);
  }

  @Test
  void oneUnknownSizeMakesAllUnknown() {
    GenericArrayData array = new GenericArrayData(new long[100]);

    assertThat(ObjectSize.of(array)).isEqualTo(ObjectSize.UNKNOWN);
    assertThat(ObjectSize.of(GenericRowData.of(1L, array, 2L))).isEqualTo(ObjectSize.UNKNOWN);
    assertThat(ObjectSize.of(List.of(NUMBERS, array))).isEqualTo(ObjectSize.UNKNOWN);
    assertThat(ObjectSize.of(Tuple2.of(array, true))).isEqualTo(ObjectSize.UNKNOWN);
    assertThat(ObjectSize.of(Map.of())).isEqualTo(ObjectSize.UNKNOWN);
  }

  @Test
  void nullHasNone() {
    assertThat(ObjectSize.of(null)).isZero();
  }
}
