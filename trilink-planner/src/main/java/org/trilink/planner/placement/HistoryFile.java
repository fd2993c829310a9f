/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.planner.placement;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.time.LocalDate;
import java.util.List;
import javax.annotation.Nullable;
import org.apache.flink.core.fs.Path;
import org.apache.flink.table.api.ValidationException;
import org.apache.flink.table.data.DecimalData;
import org.apache.flink.table.data.GenericRowData;
import org.apache.flink.table.data.StringData;
import org.apache.flink.table.runtime.typeutils.RowDataSerializer;
import org.apache.flink.table.types.logical.DecimalType;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.table.types.logical.RowType;
import org.trilink.runtime.placement.KeyHistory;
import org.trilink.runtime.secret.Secrets;

/**
 * Reads how many records each key has had: a file of comma-separated lines, each with the key's
 * columns in the order of the plan's {@code hash[...]} and the number of records. Text that has a
 * comma or a quote in it stands in double quotes; nothing at all is NULL.
 */
final class HistoryFile {

  private final String path;
  private final RowType keyType;
  private final RowDataSerializer serializer;

  private HistoryFile(String path, RowType keyType) {
    this.path = path;
    this.keyType = keyType;
    this.serializer = new RowDataSerializer(keyType);
  }

  /**
   * Reads a file of any file system that Flink knows, in UTF-8.
   *
   * @throws ValidationException if there is no such file, or a line is not as it should be
   */
  static KeyHistory read(String path, RowType keyType) {
    return new HistoryFile(path, keyType).read();
  }

  private KeyHistory read() {
    KeyHistory history = new KeyHistory();
    Path file = new Path(path);
    try (BufferedReader lines =
        new BufferedReader(
            new InputStreamReader(file.getFileSystem().open(file), StandardCharsets.UTF_8))) {
      int number = 0;
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        number++;
        if (!line.trim().isEmpty()) {
          add(line, number, history);
        }
      }
    } catch (IOException e) {
      throw new ValidationException(
          String.format(
              "TRILINK hint: 'partition.history' names '%s', which is neither a table nor a"
                  + " readable file: %s.",
              Secrets.mask(String.valueOf(path)), Secrets.mask(String.valueOf(e.getMessage()))));
    }
    return history;
  }

  private void add(String line, int number, KeyHistory history) {
    List<String> fields = CsvLine.split(line);
    int columns = keyType.getFieldCount();
    if (fields.size() != columns + 1) {
      throw badLine(number, "it has " + fields.size() + " fields");
    }
    GenericRowData key = new GenericRowData(columns);
    for (int i = 0; i < columns; i++) {
      try {
        key.setField(i, value(fields.get(i), keyType.getTypeAt(i)));
      } catch (ValidationException e) {
        throw e;
      } catch (RuntimeException e) { // of the many parsers
        throw badLine(number, "'" + fields.get(i) + "' is not of type " + keyType.getTypeAt(i));
      }
    }
    history.add(serializer.toBinaryRow(key), records(fields.get(columns), number));
  }

  private long records(@Nullable String text, int number) {
    try {
      long records = Long.parseLong(String.valueOf(text).trim());
      if (records >= 0) {
        return records;
      }
    } catch (NumberFormatException e) {
      // said below
    }
    throw badLine(number, "'" + text + "' is not a number of records");
  }

  @Nullable
  private Object value(@Nullable String text, LogicalType type) {
    if (text == null) {
      return null;
    }
    switch (type.getTypeRoot()) {
      case CHAR:
      case VARCHAR:
        return StringData.fromString(text);
      case BOOLEAN:
        return truth(text.trim());
      case TINYINT:
        return Byte.valueOf(text.trim());
      case SMALLINT:
        return Short.valueOf(text.trim());
      case INTEGER:
        return Integer.valueOf(text.trim());
      case BIGINT:
        return Long.valueOf(text.trim());
      case DECIMAL:
        return decimal(new BigDecimal(text.trim()), (DecimalType) type);
      case DATE:
        return (int) LocalDate.parse(text.trim()).toEpochDay();
      default:
        throw new ValidationException(
            String.format(
                "TRILINK hint: 'partition.history' does not support keys of type %s; leave it out.",
                type));
    }
  }

  private static boolean truth(String text) {
    if (!text.equalsIgnoreCase("true") && !text.equalsIgnoreCase("false")) {
      throw new IllegalArgumentException("neither true nor false");
    }
    return Boolean.parseBoolean(text);
  }

  /** The value itself: a rounded one, or none, would be another key. */
  private static DecimalData decimal(BigDecimal value, DecimalType type) {
    BigDecimal exact = value.setScale(type.getScale());
    DecimalData fitting = DecimalData.fromBigDecimal(exact, type.getPrecision(), type.getScale());
    if (fitting == null) {
      throw new ArithmeticException("too many digits");
    }
    return fitting;
  }

  private ValidationException badLine(int number, String problem) {
    return new ValidationException(
        String.format(
            "TRILINK hint: line %d of the file '%s' of 'partition.history': %s. A line has the key's"
                + " %d columns (%s) and the number of records, separated by commas.",
            number,
            path,
            problem,
            keyType.getFieldCount(),
            String.join(
                ", ",
                keyType.getChildren().stream()
                    .map(LogicalType::asSummaryString)
                    .toArray(String[]::new))));
  }
}
