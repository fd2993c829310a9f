/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.connector.redis.lookup;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigDecimal;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.time.LocalDateTime;
import org.apache.flink.table.api.DataTypes;
import org.apache.flink.table.data.DecimalData;
import org.apache.flink.table.data.GenericRowData;
import org.apache.flink.table.data.StringData;
import org.apache.flink.table.data.TimestampData;
import org.apache.flink.table.types.DataType;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.trilink.connector.redis.RedisValueFormatter;

/**
 * Tests that values that the sink writes are read again, and that those that cannot be read are
 * refused.
 */
class RedisValueParserTest {

  private static final LocalDateTime TIME = LocalDateTime.parse("2024-02-29T12:00:01.250");

  @Test
  void readsWhatTheSinkWrites() {
    assertReadAgain(DataTypes.STRING(), StringData.fromString(" grüße "));
    assertReadAgain(DataTypes.CHAR(2), StringData.fromString("ab"));
    assertReadAgain(DataTypes.BYTES(), new byte[] {0, -1, 13});
    assertReadAgain(DataTypes.BOOLEAN(), true);
    assertReadAgain(DataTypes.TINYINT(), (byte) -128);
    assertReadAgain(DataTypes.SMALLINT(), (short) 32767);
    assertReadAgain(DataTypes.INT(), -17);
    assertReadAgain(DataTypes.BIGINT(), Long.MIN_VALUE);
    assertReadAgain(DataTypes.FLOAT(), 219.4f);
    assertReadAgain(DataTypes.DOUBLE(), 1e300);
    assertReadAgain(DataTypes.DOUBLE(), Double.NaN);
    assertReadAgain(DataTypes.DOUBLE(), Double.NEGATIVE_INFINITY);
    assertReadAgain(
        DataTypes.DECIMAL(6, 2), DecimalData.fromBigDecimal(new BigDecimal("-3.10"), 6, 2));
    assertReadAgain(DataTypes.DATE(), (int) LocalDate.parse("1969-12-31").toEpochDay());
    assertReadAgain(DataTypes.TIME(0), 43_201_000);
    assertReadAgain(DataTypes.TIME(3), 43_201_250);
    assertReadAgain(DataTypes.TIMESTAMP(3), TimestampData.fromLocalDateTime(TIME));
    assertReadAgain(
        DataTypes.TIMESTAMP(9), TimestampData.fromLocalDateTime(TIME.plusNanos(123_457)));
    assertReadAgain(DataTypes.TIMESTAMP(0), TimestampData.fromLocalDateTime(TIME.withNano(0)));
    assertReadAgain(DataTypes.TIMESTAMP_LTZ(3), TimestampData.fromEpochMillis(1_709_208_001_250L));
  }

  private static void assertReadAgain(DataType type, Object value) {
    byte[] written =
        RedisValueFormatter.of(type.getLogicalType(), "c").format(GenericRowData.of(value), 0);
    assertThat(RedisValueParser.of(type.getLogicalType()).parse(written)).isEqualTo(value);
  }

  @Test
  void readsWhatOthersWrite() {
    assertThat(parse(DataTypes.BOOLEAN(), "1")).isEqualTo(true);
    assertThat(parse(DataTypes.BOOLEAN(), "No")).isEqualTo(false);
    assertThat(parse(DataTypes.BIGINT(), " 42\n")).isEqualTo(42L);
    assertThat(parse(DataTypes.DECIMAL(4, 1), "2.25"))
        .isEqualTo(DecimalData.fromBigDecimal(new BigDecimal("2.3"), 4, 1));
    assertThat(parse(DataTypes.TIMESTAMP(3), "2024-02-29T12:00:01.250"))
        .isEqualTo(TimestampData.fromLocalDateTime(TIME));
    assertThat(parse(DataTypes.TIMESTAMP(0), "2024-02-29 12:00:01.999"))
        .isEqualTo(TimestampData.fromLocalDateTime(TIME.withNano(0)));
    assertThat(parse(DataTypes.TIMESTAMP_LTZ(3), "2024-02-29 20:00:01.250+08:00"))
        .isEqualTo(TimestampData.fromEpochMillis(1_709_208_001_250L));
    assertThat(parse(DataTypes.TIME(0), "12:00:01")).isEqualTo(43_201_000);
    assertThat(parse(DataTypes.TIME(0), "12:00:01.999")).isEqualTo(43_201_000);
    assertThat(parse(DataTypes.TIME(2), "12:00:01.259")).isEqualTo(43_201_250);
    assertThat(parse(DataTypes.TIME(9), "12:00:01.250999")).isEqualTo(43_201_250);
  }

  @ParameterizedTest
  @CsvSource({
    "INT, 12 000",
    "INT, 3000000000",
    "INT, ''",
    "TINYINT, 128",
    "DOUBLE, inf.",
    "BOOLEAN, maybe",
    "DECIMAL, 123456.7",
    "DECIMAL, x",
    "DATE, 29.02.2024",
    "DATE, 2023-02-29",
    "TIME, 25:00:00",
    "TIMESTAMP, 2024-02-29",
    "TIMESTAMP, 1709208001250",
    "TIMESTAMP_LTZ, 2024-02-29 12:00:01"
  })
  void refusesWhatIsNoValueOfTheType(String type, String text) {
    assertThatThrownBy(() -> parse(type(type), text))
        .isInstanceOfAny(IllegalArgumentException.class, DateTimeException.class);
  }

  private static DataType type(String name) {
    return switch (name) {
      case "INT" -> DataTypes.INT();
      case "TINYINT" -> DataTypes.TINYINT();
      case "DOUBLE" -> DataTypes.DOUBLE();
      case "BOOLEAN" -> DataTypes.BOOLEAN();
      case "DECIMAL" -> DataTypes.DECIMAL(6, 2);
      case "DATE" -> DataTypes.DATE();
      case "TIME" -> DataTypes.TIME(0);
      case "TIMESTAMP" -> DataTypes.TIMESTAMP(3);
      case "TIMESTAMP_LTZ" -> DataTypes.TIMESTAMP_LTZ(3);
      default -> throw new IllegalArgumentException(name);
    };
  }

  private static Object parse(DataType type, String text) {
    return RedisValueParser.of(type.getLogicalType()).parse(text.getBytes(UTF_8));
  }
}
