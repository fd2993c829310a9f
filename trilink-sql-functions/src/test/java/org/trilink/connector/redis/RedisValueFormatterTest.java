/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.connector.redis;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigDecimal;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import org.apache.flink.table.api.DataTypes;
import org.apache.flink.table.api.ValidationException;
import org.apache.flink.table.data.DecimalData;
import org.apache.flink.table.data.GenericRowData;
import org.apache.flink.table.data.StringData;
import org.apache.flink.table.data.TimestampData;
import org.apache.flink.table.types.DataType;
import org.junit.jupiter.api.Test;

/** The text of each type's values. */
class RedisValueFormatterTest {

  private static String text(DataType type, Object value) {
    return new String(bytes(type, value), UTF_8);
  }

  private static byte[] bytes(DataType type, Object value) {
    GenericRowData row = GenericRowData.of(null, value);
    return RedisValueFormatter.of(type.getLogicalType(), "c").format(row, 1);
  }

  @Test
  void writesTextAndBytesAsTheyAre() {
    assertThat(text(DataTypes.STRING(), StringData.fromString("räksmörgås 北")))
        .isEqualTo("räksmörgås 北");
    assertThat(text(DataTypes.CHAR(2), StringData.fromString("ab"))).isEqualTo("ab");
    byte[] any = {0, -1, 13, 10};
    assertThat(bytes(DataTypes.BYTES(), any)).isEqualTo(any);
  }

  @Test
  void writesNumbersAndBooleansAsSqlDoes() {
    assertThat(text(DataTypes.BOOLEAN(), true)).isEqualTo("true");
    assertThat(text(DataTypes.TINYINT(), (byte) -7)).isEqualTo("-7");
    assertThat(text(DataTypes.SMALLINT(), (short) 300)).isEqualTo("300");
    assertThat(text(DataTypes.INT(), Integer.MIN_VALUE)).isEqualTo("-2147483648");
    assertThat(text(DataTypes.BIGINT(), Long.MAX_VALUE)).isEqualTo("9223372036854775807");
    assertThat(text(DataTypes.FLOAT(), 219.4f)).isEqualTo("219.4");
    assertThat(text(DataTypes.DOUBLE(), 1e10)).isEqualTo("1.0E10");
    assertThat(text(DataTypes.DOUBLE(), Double.NaN)).isEqualTo("NaN");
    assertThat(text(DataTypes.DOUBLE(), Double.NEGATIVE_INFINITY)).isEqualTo("-Infinity");
    DecimalData decimal = DecimalData.fromBigDecimal(new BigDecimal("-3.1"), 20, 2);
    assertThat(text(DataTypes.DECIMAL(20, 2), decimal)).isEqualTo("-3.10");
  }

  @Test
  void writesDatesAndTimesWithTheDigitsOfTheirTypes() {
    int day = (int) LocalDate.of(2024, 2, 29).toEpochDay();
    assertThat(text(DataTypes.DATE(), day)).isEqualTo("2024-02-29");
    int millis = (int) (LocalTime.of(0, 4, 5, 67_000_000).toNanoOfDay() / 1_000_000);
    assertThat(text(DataTypes.TIME(), millis)).isEqualTo("00:04:05");
    assertThat(text(DataTypes.TIME(3), millis)).isEqualTo("00:04:05.067");

    TimestampData time =
        TimestampData.fromLocalDateTime(LocalDateTime.of(2024, 2, 29, 23, 59, 0, 120_000_300));
    assertThat(text(DataTypes.TIMESTAMP(0), time)).isEqualTo("2024-02-29 23:59:00");
    assertThat(text(DataTypes.TIMESTAMP(3), time)).isEqualTo("2024-02-29 23:59:00.120");
    assertThat(text(DataTypes.TIMESTAMP(9), time)).isEqualTo("2024-02-29 23:59:00.120000300");
    assertThat(text(DataTypes.TIMESTAMP_LTZ(3), TimestampData.fromEpochMillis(-1)))
        .isEqualTo("1969-12-31 23:59:59.999Z");
  }

  @Test
  void refusesTypesWithoutAText() {
    assertThatThrownBy(
            () -> RedisValueFormatter.of(DataTypes.ARRAY(DataTypes.INT()).getLogicalType(), "tags"))
        .isInstanceOf(ValidationException.class)
        .hasMessage(
            "Column 'tags' is of type ARRAY<INT>, which Redis cannot hold in one value; cast it to"
                + " STRING or give each of its parts a column.");
  }
}
