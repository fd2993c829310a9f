/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.json;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.function.Supplier;
import org.apache.flink.table.types.logical.ArrayType;
import org.apache.flink.table.types.logical.BigIntType;
import org.apache.flink.table.types.logical.BooleanType;
import org.apache.flink.table.types.logical.DateType;
import org.apache.flink.table.types.logical.DecimalType;
import org.apache.flink.table.types.logical.DoubleType;
import org.apache.flink.table.types.logical.FloatType;
import org.apache.flink.table.types.logical.IntType;
import org.apache.flink.table.types.logical.LocalZonedTimestampType;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.table.types.logical.MapType;
import org.apache.flink.table.types.logical.RowType;
import org.apache.flink.table.types.logical.SmallIntType;
import org.apache.flink.table.types.logical.TimeType;
import org.apache.flink.table.types.logical.TimestampType;
import org.apache.flink.table.types.logical.TinyIntType;
import org.apache.flink.table.types.logical.VarBinaryType;
import org.apache.flink.table.types.logical.VarCharType;
import org.trilink.runtime.decode.ReadFields;

/** Random types, and messages that mostly, but not always, fit the type. */
final class RandomJson {

  private static final List<Supplier<LogicalType>> SCALARS =
      List.of(
          BooleanType::new,
          TinyIntType::new,
          SmallIntType::new,
          IntType::new,
          BigIntType::new,
          BigIntType::new,
          FloatType::new,
          DoubleType::new,
          DoubleType::new,
          () -> new VarCharType(VarCharType.MAX_LENGTH),
          () -> new VarCharType(VarCharType.MAX_LENGTH),
          DateType::new,
          TimeType::new,
          () -> new TimestampType(3),
          () -> new LocalZonedTimestampType(3),
          () -> new VarBinaryType(VarBinaryType.MAX_LENGTH));

  private static final String[] TEXTS = {
    "",
    "a",
    "view",
    "B03-A12",
    "\u00fcml\u00e4ut",
    "\ud83d\ude00",
    "\\\"",
    "\\u00e9",
    "1",
    " 2 ",
    "true",
    "2020-01-02",
    "03:04:05",
    "2020-01-02 03:04:05.1",
    "2020-01-02T03:04:05.123",
    "2020-01-02T03:04:05Z",
    "2020-01-02 03:04:05.123Z",
    "QUJD",
    "no base64!",
    "\t",
    "\\ud83d",
    "\\ud83d\\ude00 \\/",
    "caf\u00e9\\n\u20ac"
  };

  private static final String[] NUMBERS = {
    "0",
    "-0",
    "1",
    "-17",
    "127",
    "128",
    "32768",
    "2147483647",
    "2147483648",
    "-9223372036854775808",
    "9223372036854775808",
    "123456789012345678901234567890",
    "0.5",
    "-0.0",
    "219.4",
    "1.10",
    "1e3",
    "1E-7",
    "12345678.123456789",
    "1e400",
    "0.1234567890123456789",
    "99999999.999",
    "0.30000000000000004",
    "999999999999999.5",
    "-123456789012345678",
    "-0.00000000000000001"
  };

  private final Random random;

  RandomJson(Random random) {
    this.random = random;
  }

  RowType rowType() {
    return rowType(1 + random.nextInt(6), 2);
  }

  private RowType rowType(int fields, int depth) {
    LogicalType[] types = new LogicalType[fields];
    String[] names = new String[fields];
    for (int i = 0; i < fields; i++) {
      types[i] = type(depth);
      names[i] = "f" + i;
    }
    return RowType.of(types, names);
  }

  private LogicalType type(int depth) {
    int kind = random.nextInt(20);
    if (depth > 0 && kind == 0) {
      return new ArrayType(type(depth - 1));
    }
    if (depth > 0 && kind == 1) {
      return new MapType(new VarCharType(VarCharType.MAX_LENGTH), type(depth - 1));
    }
    if (depth > 0 && kind <= 3) {
      return rowType(1 + random.nextInt(3), depth - 1);
    }
    return kind == 4 ? new DecimalType(10, 2) : SCALARS.get(random.nextInt(SCALARS.size())).get();
  }

  /** Some fields, and some in nested rows. */
  ReadFields readFields(RowType type) {
    ReadFields read = ReadFields.none(type);
    for (int i = 0; i < type.getFieldCount(); i++) {
      if (random.nextInt(3) > 0) {
        read =
            type.getTypeAt(i) instanceof RowType nested && random.nextBoolean()
                ? read.and(type, i, random.nextInt(nested.getFieldCount()))
                : read.and(type, i);
      }
    }
    return read;
  }

  byte[] message(RowType type) {
    byte[] message = object(type, 3).getBytes(UTF_8);
    return random.nextInt(8) == 0 ? damaged(message) : message;
  }

  private byte[] damaged(byte[] message) {
    int position = random.nextInt(message.length);
    return switch (random.nextInt(4)) {
      case 0 -> Arrays.copyOf(message, position);
      case 1 -> Arrays.copyOf(message, message.length + random.nextInt(4));
      case 2 -> with(message, position, random.nextInt(256));
      default -> with(message, position, "{}[],:\"\\ 0".charAt(random.nextInt(10)));
    };
  }

  private static byte[] with(byte[] message, int position, int value) {
    byte[] changed = message.clone();
    changed[position] = (byte) value;
    return changed;
  }

  private String object(RowType type, int depth) {
    StringBuilder object = new StringBuilder("{");
    for (int i = 0; i < type.getFieldCount(); i++) {
      int copies = random.nextInt(12) == 0 ? random.nextInt(3) : 1;
      for (int copy = 0; copy < copies; copy++) {
        add(object, type.getFieldNames().get(i), fitting(type.getTypeAt(i), depth));
      }
      if (random.nextInt(8) == 0) {
        add(object, "x" + random.nextInt(3), any(depth));
      }
    }
    return object.append('}').toString();
  }

  private void add(StringBuilder object, String name, String value) {
    object.append(object.length() > 1 ? "," : "").append(space());
    object.append('"').append(name).append("\":").append(space()).append(value).append(space());
  }

  private String space() {
    return random.nextInt(4) == 0 ? " \n".substring(random.nextInt(2)) : "";
  }

  private String fitting(LogicalType type, int depth) {
    if (random.nextInt(10) == 0) {
      return any(depth);
    }
    if (type instanceof RowType row) {
      return object(row, depth - 1);
    }
    if (type instanceof ArrayType array) {
      return "["
          + fitting(array.getElementType(), depth - 1)
          + ", "
          + fitting(array.getElementType(), depth - 1)
          + "]";
    }
    if (type instanceof MapType map) {
      return "{\"k\": " + fitting(map.getValueType(), depth - 1) + "}";
    }
    return switch (type.getTypeRoot()) {
      case BOOLEAN -> String.valueOf(random.nextBoolean());
      case TINYINT -> String.valueOf(random.nextInt(256) - 128);
      case SMALLINT -> String.valueOf(random.nextInt(65_536) - 32_768);
      case INTEGER -> String.valueOf(random.nextInt());
      case BIGINT -> String.valueOf(random.nextLong() >> random.nextInt(64));
      case FLOAT, DOUBLE, DECIMAL ->
          random.nextInt(3) == 0
              ? NUMBERS[random.nextInt(NUMBERS.length)]
              : String.valueOf(random.nextInt(100_000) / 100.0);
      case TIMESTAMP_WITHOUT_TIME_ZONE, TIMESTAMP_WITH_LOCAL_TIME_ZONE -> '"' + timestamp() + '"';
      default -> '"' + TEXTS[random.nextInt(TEXTS.length)] + '"';
    };
  }

  /** A timestamp in one of the formats, mostly a valid one. */
  private String timestamp() {
    String seconds =
        "%04d-%02d-%02d%s%02d:%02d:%02d"
            .formatted(
                random.nextInt(3000),
                random.nextInt(13),
                random.nextInt(32),
                random.nextBoolean() ? " " : "T",
                random.nextInt(25),
                random.nextInt(61),
                random.nextInt(61));
    int digits = random.nextInt(11);
    String fraction =
        random.nextBoolean()
            ? ""
            : "." + "1234567890".repeat(2).substring(random.nextInt(10)).substring(0, digits);
    return seconds + fraction + (random.nextBoolean() ? "Z" : "");
  }

  private String any(int depth) {
    return switch (random.nextInt(depth > 0 ? 7 : 5)) {
      case 0 -> "null";
      case 1 -> String.valueOf(random.nextBoolean());
      case 2, 3 -> NUMBERS[random.nextInt(NUMBERS.length)];
      case 4 -> '"' + TEXTS[random.nextInt(TEXTS.length)] + '"';
      case 5 -> "[" + any(depth - 1) + "," + any(depth - 1) + "]";
      default -> "{\"f0\":" + any(depth - 1) + ", \"y\": " + any(depth - 1) + "}";
    };
  }
}
