/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.examples.ysb;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** {@link YsbSqlTest} compares the same with Flink. */
class SqlBigintTest {

  @ParameterizedTest
  @CsvSource({
    "1700000000000, 1700000000000",
    "'  17 ', 17",
    "-17, -17",
    "+17, 17",
    "0017, 17",
    "17.9, 17",
    "-17.9, -17",
    "17., 17",
    ".5, 0",
    "-.5, 0",
    "., 0",
    "9223372036854775807, 9223372036854775807",
    "-9223372036854775808, -9223372036854775808"
  })
  void aNumberIsCutOffAtItsPoint(String text, long number) {
    assertThat(SqlBigint.ofText(text)).isEqualTo(number);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        " ",
        "+",
        "-",
        "1 7",
        "1e3",
        "0x17",
        "17L",
        "\t17",
        "1.7.0",
        "9223372036854775808"
      })
  void anythingElseIsNone(String text) {
    assertThat(SqlBigint.ofText(text)).isNull();
  }

  @Test
  void nullIsNone() {
    assertThat(SqlBigint.ofText(null)).isNull();
  }
}
