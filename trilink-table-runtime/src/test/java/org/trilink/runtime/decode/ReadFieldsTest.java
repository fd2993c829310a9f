/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.decode;

import static org.assertj.core.api.Assertions.assertThat;

import org.apache.flink.table.types.logical.IntType;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.table.types.logical.RowType;
import org.junit.jupiter.api.Test;

class ReadFieldsTest {

  private static final RowType INNER = RowType.of(new IntType(), new IntType());
  private static final RowType MIDDLE = RowType.of(new LogicalType[] {INNER, new IntType()});
  private static final RowType TYPE = RowType.of(new LogicalType[] {MIDDLE, new IntType()});

  private static final ReadFields NONE = ReadFields.none(TYPE);
  private static final ReadFields DEEP = NONE.and(TYPE, 0, 0, 1);

  @Test
  void aPathReadsTheRowsAroundItsEndInPart() {
    assertThat(DEEP.reads(0)).isTrue();
    assertThat(DEEP.reads(1)).isFalse();
    ReadFields middle = DEEP.within(0, MIDDLE);
    assertThat(middle.reads(0)).isTrue();
    assertThat(middle.reads(1)).isFalse();
    assertThat(middle.within(0, INNER)).isEqualTo(ReadFields.none(INNER).and(INNER, 1));
  }

  @Test
  void aRowThatIsReadWholeStaysSo() {
    ReadFields whole = NONE.and(TYPE, 0);

    assertThat(whole.within(0, MIDDLE)).isEqualTo(ReadFields.all(MIDDLE));
    assertThat(whole.and(TYPE, 0, 0, 1)).isEqualTo(whole);
    assertThat(DEEP.and(TYPE, 0)).isEqualTo(whole);
    assertThat(whole.or(DEEP)).isEqualTo(whole);
    assertThat(DEEP.or(whole)).isEqualTo(whole);
  }

  @Test
  void whatEitherReads() {
    ReadFields others = NONE.and(TYPE, 0, 1).and(TYPE, 1);

    assertThat(DEEP.or(others))
        .isEqualTo(others.or(DEEP))
        .isEqualTo(others.and(TYPE, 0, 0, 1))
        .isNotEqualTo(others)
        .isNotEqualTo(DEEP);
    assertThat(DEEP.or(NONE)).isEqualTo(NONE.or(DEEP)).isEqualTo(DEEP);
  }
}
