/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.benchmark.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.apache.flink.table.data.GenericRowData;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.data.TimestampData;
import org.apache.flink.table.types.logical.BigIntType;
import org.apache.flink.table.types.logical.DoubleType;
import org.apache.flink.table.types.logical.IntType;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.table.types.logical.TimestampType;
import org.apache.flink.types.RowKind;
import org.junit.jupiter.api.Test;

class DigestSumTest {

  private static final List<LogicalType> TYPES =
      List.of(new BigIntType(), new IntType(), new TimestampType(3));

  @Test
  void rowsInAnotherOrderAreTheSame() {
    assertThat(digest(row(1, 2, 3), row(4, 5, 6), row(1, 2, 3)))
        .isEqualTo(digest(row(1, 2, 3), row(1, 2, 3), row(4, 5, 6)));
  }

  @Test
  void aRetractionTakesItsRowBack() {
    assertThat(
            digest(
                row(1, 2, 3),
                row(4, 5, 6),
                ofKind(RowKind.UPDATE_BEFORE, row(1, 2, 3)),
                ofKind(RowKind.UPDATE_AFTER, row(1, 2, 9)),
                ofKind(RowKind.DELETE, row(4, 5, 6))))
        .isEqualTo(digest(row(1, 2, 9)));
  }

  @Test
  void everyValueCounts() {
    assertThat(
            List.of(
                digest(row(1, 2, 3)),
                digest(row(2, 1, 3)),
                digest(row(1, 3, 2)),
                digest(row(1, 2, 4)),
                digest(row(1, 2, null)),
                digest(row(1, null, 3)),
                digest(row(0, 2, 3)),
                digest(row(1, 0, 3))))
        .doesNotHaveDuplicates();
  }

  /** Compares rows that have the same values, each as often, in other combinations. */
  @Test
  void valuesBelongToTheirRows() {
    assertThat(digest(row(1, 1, 0), row(2, 2, 0))).isNotEqualTo(digest(row(1, 2, 0), row(2, 1, 0)));
  }

  @Test
  void aSecondRowOfTheSameCounts() {
    assertThat(digest(row(1, 2, 3), row(1, 2, 3))).isNotEqualTo(digest(row(1, 2, 3)));
  }

  @Test
  void namesATypeThatItCannotDigest() {
    assertThatThrownBy(() -> new DigestSum(List.of(new DoubleType())))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("DOUBLE");
  }

  private static Digest digest(RowData... rows) {
    DigestSum sum = new DigestSum(TYPES);
    for (RowData row : rows) {
      sum.add(row);
    }
    return sum.digest();
  }

  private static GenericRowData row(long key, Integer value, Integer millis) {
    return GenericRowData.of(
        key, value, millis == null ? null : TimestampData.fromEpochMillis(millis));
  }

  private static RowData ofKind(RowKind kind, GenericRowData row) {
    row.setRowKind(kind);
    return row;
  }
}
