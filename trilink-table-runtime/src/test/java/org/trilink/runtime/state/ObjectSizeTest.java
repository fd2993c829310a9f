/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.state;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.apache.flink.api.java.tuple.Tuple2;
import org.apache.flink.table.api.dataview.MapView;
import org.apache.flink.table.data.GenericArrayData;
import org.apache.flink.table.data.GenericRowData;
import org.apache.flink.table.data.StringData;
import org.apache.flink.table.data.binary.BinaryRawValueData;
import org.apache.flink.table.data.binary.BinaryRowData;
import org.apache.flink.table.data.binary.BinaryStringData;
import org.apache.flink.table.runtime.typeutils.RowDataSerializer;
import org.apache.flink.table.types.logical.BigIntType;
import org.apache.flink.table.types.logical.VarCharType;
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

  /**
   * The estimated size of a copy is at least what the thread has allocated for it: copies leave no
   * garbage.
   */
  @Test
  void rowsAndTextsHaveAllOfTheirObjects() {
    BinaryRowData row = new RowDataSerializer(new BigIntType()).toBinaryRow(GenericRowData.of(7L));
    BinaryStringData text = BinaryStringData.fromBytes("some text".getBytes(UTF_8));

    assertThat(ObjectSize.of(row.copy())).isGreaterThanOrEqualTo(allocated(row::copy));
    assertThat(ObjectSize.of(text.copy())).isGreaterThanOrEqualTo(allocated(text::copy));
  }

  /** Bytes of an object, and of the reference to it. */
  static long allocated(Supplier<?> copy) {
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    long thread = Thread.currentThread().getId();
    int copies = 10_000;
    Object[] all = new Object[copies];
    long before = threads.getThreadAllocatedBytes(thread);
    for (int i = 0; i < copies; i++) {
      all[i] = copy.get();
    }
    return (threads.getThreadAllocatedBytes(thread) - before) / copies + Integer.BYTES;
  }

  @Test
  void aTextOfARowHasTheWholeRow() {
    BinaryRowData row =
        new RowDataSerializer(new VarCharType(), new VarCharType())
            .toBinaryRow(
                GenericRowData.of(
                    StringData.fromString("x".repeat(10)),
                    StringData.fromString("y".repeat(1_000))));

    assertThat(ObjectSize.of(row.getString(0))).isGreaterThan(row.getSizeInBytes());
  }

  @Test
  void aViewHasItsContentElsewhere() {
    GenericRowData accumulators =
        GenericRowData.of(1L, BinaryRawValueData.fromObject(new MapView<>()));

    assertThat(ObjectSize.of(accumulators)).isBetween(1L, 200L);
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
    assertThat(ObjectSize.of(BinaryRawValueData.fromObject(new Object())))
        .isEqualTo(ObjectSize.UNKNOWN);
  }

  @Test
  void nullHasNone() {
    assertThat(ObjectSize.of(null)).isZero();
  }
}
