/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.connector.redis;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.apache.flink.table.types.logical.utils.LogicalTypeChecks.getPrecision;
import static org.apache.flink.table.types.logical.utils.LogicalTypeChecks.getScale;

import java.io.Serializable;
import java.time.LocalDate;
import org.apache.flink.table.api.ValidationException;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.types.logical.LogicalType;

/**
 * Writes the values of one column as Redis holds them: text as UTF-8, bytes as they are, all else
 * as SQL writes it. What it writes, {@code RedisValueParser} reads.
 *
 * <pre>
 * STRING, CHAR, VARCHAR      the text
 * BYTES, BINARY, VARBINARY   the bytes
 * BOOLEAN                    true, false
 * TINYINT to BIGINT          -17
 * FLOAT, DOUBLE              219.4, 1.0E10, NaN, -Infinity
 * DECIMAL(6, 2)              3.10
 * DATE                       2024-02-29
 * TIME(0), TIME(3)           12:00:01, 12:00:01.250
 * TIMESTAMP(3)               2024-02-29 12:00:01.250
 * TIMESTAMP_LTZ(3)           2024-02-29 12:00:01.250Z, in UTC
 * </pre>
 */
@FunctionalInterface
public interface RedisValueFormatter extends Serializable {

  /** The value in a column of a row, where it must not be NULL. */
  byte[] format(RowData row, int column);

  /**
   * For values of a type.
   *
   * @throws ValidationException for a type that has no text form, naming the column
   */
  static RedisValueFormatter of(LogicalType type, String column) {
    switch (type.getTypeRoot()) {
      case CHAR:
      case VARCHAR:
        return (row, at) -> row.getString(at).toBytes();
      case BINARY:
      case VARBINARY:
        return RowData::getBinary;
      case BOOLEAN:
        return (row, at) -> text(String.valueOf(row.getBoolean(at)));
      case TINYINT:
        return (row, at) -> text(Integer.toString(row.getByte(at)));
      case SMALLINT:
        return (row, at) -> text(Integer.toString(row.getShort(at)));
      case INTEGER:
        return (row, at) -> text(Integer.toString(row.getInt(at)));
      case BIGINT:
        return (row, at) -> text(Long.toString(row.getLong(at)));
      case FLOAT:
        return (row, at) -> text(Float.toString(row.getFloat(at)));
      case DOUBLE:
        return (row, at) -> text(Double.toString(row.getDouble(at)));
      case DECIMAL:
        int digits = getPrecision(type);
        int scale = getScale(type);
        return (row, at) -> text(row.getDecimal(at, digits, scale).toString());
      case DATE:
        return (row, at) -> text(LocalDate.ofEpochDay(row.getInt(at)).toString());
      case TIME_WITHOUT_TIME_ZONE:
        int timePrecision = getPrecision(type);
        return (row, at) -> RedisTimeText.time(row.getInt(at), timePrecision);
      case TIMESTAMP_WITHOUT_TIME_ZONE:
        int precision = getPrecision(type);
        return (row, at) -> RedisTimeText.timestamp(row.getTimestamp(at, precision), precision, "");
      case TIMESTAMP_WITH_LOCAL_TIME_ZONE:
        int zonedPrecision = getPrecision(type);
        return (row, at) ->
            RedisTimeText.timestamp(row.getTimestamp(at, zonedPrecision), zonedPrecision, "Z");
      default:
        throw new ValidationException(
            String.format(
                "Column '%s' is of type %s, which Redis cannot hold in one value; cast it to STRING"
                    + " or give each of its parts a column.",
                column, type.asSummaryString()));
    }
  }

  /** As bytes. */
  static byte[] text(String text) {
    return text.getBytes(UTF_8);
  }
}
