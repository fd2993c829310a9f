/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.sqllogictests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import java.util.List;
import org.apache.flink.types.Row;
import org.apache.flink.types.RowKind;
import org.junit.jupiter.api.Test;

class ChangesTest {

  @Test
  void theLastRowOfAnUpdateIsLeft() {
    assertThat(
            Changes.fold(
                List.of(
                    Row.ofKind(RowKind.INSERT, "a", 1),
                    Row.ofKind(RowKind.UPDATE_BEFORE, "a", 1),
                    Row.ofKind(RowKind.UPDATE_AFTER, "a", 2))))
        .hasSize(1)
        .containsEntry(List.of("a", 2), 1);
  }

  @Test
  void equalRowsAreCounted() {
    assertThat(
            Changes.fold(
                List.of(
                    Row.ofKind(RowKind.INSERT, 7),
                    Row.ofKind(RowKind.INSERT, 7),
                    Row.ofKind(RowKind.INSERT, 7),
                    Row.ofKind(RowKind.DELETE, 7))))
        .hasSize(1)
        .containsEntry(List.of(7), 2);
  }

  @Test
  void changesOfSeveralSubtasksMayComeInAnyOrder() {
    assertThat(
            Changes.fold(List.of(Row.ofKind(RowKind.DELETE, "a"), Row.ofKind(RowKind.INSERT, "a"))))
        .isEmpty();
  }

  @Test
  void aRowThatWasNeverInsertedCannotBeTakenBack() {
    List<Row> changes =
        List.of(Row.ofKind(RowKind.INSERT, "a"), Row.ofKind(RowKind.UPDATE_BEFORE, "b"));

    assertThatThrownBy(() -> Changes.fold(changes))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("never inserted: [b]");
  }

  @Test
  void nullIsAValue() {
    assertThat(Changes.fold(List.of(Row.of((Object) null))))
        .containsEntry(Arrays.asList((Object) null), 1);
  }

  @Test
  void sumsInAnotherOrderAreTheSame() {
    double inOrder = 0.1 + 0.2 + 0.3;
    double backwards = 0.3 + 0.2 + 0.1;

    assertThat(inOrder).isNotEqualTo(backwards);
    assertThat(Changes.fold(List.of(Row.of(inOrder))))
        .isEqualTo(Changes.fold(List.of(Row.of(backwards))));
  }

  @Test
  void otherNumbersAreNotTheSame() {
    assertThat(Changes.fold(List.of(Row.of(0.1234567))))
        .isNotEqualTo(Changes.fold(List.of(Row.of(0.1234568))));
    assertThat(Changes.fold(List.of(Row.of(1)))).isNotEqualTo(Changes.fold(List.of(Row.of(2))));
  }
}
