/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.csv;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.flink.table.types.logical.ArrayType;
import org.apache.flink.table.types.logical.BigIntType;
import org.apache.flink.table.types.logical.BooleanType;
import org.apache.flink.table.types.logical.CharType;
import org.apache.flink.table.types.logical.DateType;
import org.apache.flink.table.types.logical.DecimalType;
import org.apache.flink.table.types.logical.DoubleType;
import org.apache.flink.table.types.logical.FloatType;
import org.apache.flink.table.types.logical.IntType;
import org.apache.flink.table.types.logical.LocalZonedTimestampType;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.table.types.logical.RowType;
import org.apache.flink.table.types.logical.SmallIntType;
import org.apache.flink.table.types.logical.TimeType;
import org.apache.flink.table.types.logical.TimestampType;
import org.apache.flink.table.types.logical.TinyIntType;
import org.apache.flink.table.types.logical.VarBinaryType;
import org.apache.flink.table.types.logical.VarCharType;
import org.trilink.runtime.decode.ReadFields;

/** Random types, and messages that mostly fit them. */
final class RandomCsv {

  private static final List<Supplier<LogicalType>> SCALARS =
      List.of(
          BooleanType::new,
          TinyIntType::new,
          SmallIntType::new,
          IntType::new,
          BigIntType::new,
          FloatType::new,
          DoubleType::new,
          () -> new DecimalType(10, 2),
          () -> new VarCharType(VarCharType.MAX_LENGTH),
          () -> new VarCharType(VarCharType.MAX_LENGTH),
          () -> new CharType(3),
          () -> new VarBinaryType(VarBinaryType.MAX_LENGTH),
          DateType::new,
          () -> new TimeType(3),
          () -> new TimestampType(3),
          () -> new LocalZonedTimestampType(3));

  private static final String[] TEXTS = {
    "",
    " ",
    "a",
    "text",
    "two words",
    "null",
    "NULL",
    "#1",
    "caf\u00e9",
    "\u20ac 5",
    "\ud83d\ude00",
    "true",
    "12",
    "a\tb",
    "\\",
    "x".repeat(40)
  };

  private static final String[] NUMBERS = {
    "0",
    "-0",
    "1",
    "-17",
    "127",
    "128",
    "-129",
    "32768",
    "2147483647",
    "2147483648",
    "007",
    "+5",
    "-",
    "",
    " 7 ",
    "9223372036854775807",
    "9223372036854775808",
    "123456789012345678",
    "1234567890123456789",
    "0.5",
    "-0.0",
    ".5",
    "5.",
    "1.2.3",
    "219.4",
    "1e3",
    "1E-7",
    "123456789.123456",
    "0.1234567890123456",
    "999999999999999.5",
    "NaN",
    "Infinity",
    "0x10",
    "1d",
    "\u0661\u0662",
    "1_000",
    "--1"
  };

  private final Random random;

  RandomCsv(Random random) {
    this.random = random;
  }

  CsvDialect dialect() {
    String separators = ",;\t|:\u0001 ";
    char separator = separators.charAt(random.nextInt(separators.length()));
    return new CsvDialect(
        separator,
        random.nextInt(4) == 0 ? CsvDialect.NONE : random.nextBoolean() ? '"' : '\'',
        random.nextInt(3) == 0 ? '\\' : CsvDialect.NONE,
        random.nextInt(4) == 0,
        random.nextBoolean() ? ";" : "/",
        switch (random.nextInt(4)) {
          case 0 -> "null";
          case 1 -> "";
          default -> null;
        },
        random.nextBoolean());
  }

  RowType rowType() {
    return rowType(1 + random.nextInt(6), true);
  }

  private RowType rowType(int fields, boolean nested) {
    LogicalType[] types = new LogicalType[fields];
    String[] names = new String[fields];
    for (int i = 0; i < fields; i++) {
      types[i] = type(nested);
      names[i] = "f" + i;
    }
    return RowType.of(types, names);
  }

  private LogicalType type(boolean nested) {
    int kind = random.nextInt(12);
    if (nested && kind == 0) {
      return new ArrayType(type(false));
    }
    return nested && kind == 1
        ? rowType(1 + random.nextInt(3), false)
        : SCALARS.get(random.nextInt(SCALARS.size())).get();
  }

  ReadFields readFields(RowType type) {
    ReadFields read = ReadFields.none(type);
    for (int i = 0; i < type.getFieldCount(); i++) {
      read = random.nextInt(3) > 0 ? read.and(type, i) : read;
    }
    return read;
  }

  byte[] message(RowType type, CsvDialect dialect) {
    int columns = type.getFieldCount();
    if (random.nextInt(12) == 0) {
      columns += random.nextInt(5) - 2;
    }
    StringBuilder line = new StringBuilder();
    for (int i = 0; i < columns; i++) {
      LogicalType of = type.getTypeAt(Math.min(i, type.getFieldCount() - 1));
      line.append(i == 0 ? "" : dialect.separator()).append(column(of, dialect));
    }
    String ends =
        random.nextInt(6) == 0 ? dialect.separator() + (random.nextBoolean() ? " " : "") : "";
    line.append(ends).append(end());
    byte[] message = line.toString().getBytes(UTF_8);
    return random.nextInt(8) == 0 && message.length > 0 ? damaged(message, dialect) : message;
  }

  private String end() {
    return switch (random.nextInt(12)) {
      case 0 -> "\n";
      case 1 -> "\r\n";
      case 2 -> "\r";
      case 3 -> "\n\n";
      case 4 -> random.nextBoolean() ? "\nnext" : "\n ";
      default -> "";
    };
  }

  private byte[] damaged(byte[] message, CsvDialect dialect) {
    int position = random.nextInt(message.length);
    String special = dialect.separator() + "\"'\\#\n\r; 0";
    return switch (random.nextInt(4)) {
      case 0 -> Arrays.copyOf(message, position);
      case 1 -> Arrays.copyOf(message, message.length + random.nextInt(4));
      case 2 -> with(message, position, random.nextInt(256));
      default -> with(message, position, special.charAt(random.nextInt(special.length())));
    };
  }

  private static byte[] with(byte[] message, int position, int value) {
    byte[] changed = message.clone();
    changed[position] = (byte) value;
    return changed;
  }

  private String column(LogicalType type, CsvDialect dialect) {
    String text =
        type instanceof RowType row
            ? row.getChildren().stream()
                .limit(random.nextInt(10) == 0 ? 1 : row.getFieldCount())
                .map(this::scalar)
                .collect(Collectors.joining(dialect.arraySeparator()))
            : type instanceof ArrayType array
                ? IntStream.range(0, random.nextInt(4))
                    .mapToObj(i -> scalar(array.getElementType()))
                    .collect(Collectors.joining(dialect.arraySeparator()))
                : scalar(type);
    return written(text, dialect);
  }

  /** As a writer would quote and escape it, mostly. */
  private String written(String text, CsvDialect dialect) {
    String written = text;
    String escape = String.valueOf((char) dialect.escape());
    if (dialect.escape() != CsvDialect.NONE && random.nextInt(4) > 0) {
      written = written.replace(escape, escape + escape);
    }
    if (dialect.escape() != CsvDialect.NONE && random.nextInt(8) == 0) {
      written = escape + "n" + written + escape + dialect.separator() + escape + "\u00e9";
    }
    if (dialect.quote() != CsvDialect.NONE
        && (random.nextInt(3) == 0 || text.indexOf(dialect.separator()) >= 0)) {
      String quote = String.valueOf((char) dialect.quote());
      String inner = random.nextInt(6) == 0 ? "a" + quote + "b\n" + dialect.separator() : "";
      written = quote + (written + inner).replace(quote, quote + quote) + quote;
      written += random.nextInt(8) == 0 ? "  " : "";
    }
    return written;
  }

  private String scalar(LogicalType type) {
    if (random.nextInt(10) == 0) {
      return random.nextBoolean()
          ? TEXTS[random.nextInt(TEXTS.length)]
          : NUMBERS[random.nextInt(NUMBERS.length)];
    }
    return switch (type.getTypeRoot()) {
      case BOOLEAN -> List.of("true", "false", "TRUE", "f", " true").get(random.nextInt(5));
      case TINYINT -> String.valueOf(random.nextInt(256) - 128);
      case SMALLINT -> String.valueOf(random.nextInt(65_536) - 32_768);
      case INTEGER -> String.valueOf(random.nextInt());
      case BIGINT -> String.valueOf(random.nextLong() >> random.nextInt(64));
      case FLOAT, DOUBLE, DECIMAL ->
          random.nextInt(3) == 0
              ? NUMBERS[random.nextInt(NUMBERS.length)]
              : String.valueOf(random.nextInt(100_000) / 100.0);
      case DATE -> "%04d-%02d-%02d".formatted(year(), random.nextInt(13), random.nextInt(32));
      case TIME_WITHOUT_TIME_ZONE ->
          "%02d:%02d:%02d".formatted(random.nextInt(25), random.nextInt(60), random.nextInt(60));
      case TIMESTAMP_WITHOUT_TIME_ZONE -> timestamp();
      case TIMESTAMP_WITH_LOCAL_TIME_ZONE -> timestamp() + "Z";
      case VARBINARY -> List.of("AQID", "", "AQI=", "no base64").get(random.nextInt(4));
      default -> TEXTS[random.nextInt(TEXTS.length)];
    };
  }

  private int year() {
    return random.nextInt(3000);
  }

  private String timestamp() {
    String seconds =
        "%04d-%02d-%02d %02d:%02d:%02d"
            .formatted(
                year(),
                1 + random.nextInt(12),
                1 + random.nextInt(30),
                random.nextInt(25),
                random.nextInt(60),
                random.nextInt(60));
    return random.nextBoolean() ? seconds : seconds + "." + (1 + random.nextInt(999));
  }
}
