package org.trilink.runtime.json;

import java.util.stream.Stream;
import org.apache.flink.table.types.logical.ArrayType;
import org.apache.flink.table.types.logical.BigIntType;
import org.apache.flink.table.types.logical.BooleanType;
import org.apache.flink.table.types.logical.DoubleType;
import org.apache.flink.table.types.logical.FloatType;
import org.apache.flink.table.types.logical.IntType;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.table.types.logical.MapType;
import org.apache.flink.table.types.logical.RowType;
import org.apache.flink.table.types.logical.TimestampType;
import org.apache.flink.table.types.logical.TinyIntType;
import org.apache.flink.table.types.logical.VarCharType;

/** Messages for one type, each with something that a decoder can get wrong. */
final class JsonMessages {

  static final RowType TYPE =
      RowType.of(
          new LogicalType[] {
            new IntType(),
            new BigIntType(),
            new DoubleType(),
            new FloatType(),
            new BooleanType(),
            new VarCharType(VarCharType.MAX_LENGTH),
            new TinyIntType(),
            new TimestampType(3),
            new ArrayType(new IntType()),
            new MapType(new VarCharType(VarCharType.MAX_LENGTH), new BigIntType()),
            RowType.of(
                new LogicalType[] {new IntType(), new VarCharType(VarCharType.MAX_LENGTH)},
                new String[] {"i", "s"})
          },
          new String[] {"i", "l", "d", "f", "b", "s", "t", "at", "a", "m", "r"});

  private JsonMessages() {}

  static Stream<String> byHand() {
    return Stream.of(
        "{\"i\": 1, \"l\": 2, \"d\": 3.5, \"f\": 4.25, \"b\": true, \"s\": \"six\", \"t\": 7,"
            + " \"at\": \"2020-01-02 03:04:05.678\", \"a\": [1, 2], \"m\": {\"k\": 1},"
            + " \"r\": {\"i\": 1, \"s\": \"x\"}}",
        "{}",
        "",
        "   ",
        "null",
        "17",
        "\"text\"",
        "[]",
        "[{\"i\": 1}]",
        "{\"i\": 1}{\"i\": 2}",
        "{\"i\": 1} trailing",
        "{\"i\": 1}]",
        "{\"i\": 1",
        "{\"i\": 1,}",
        "{\"i\" 1}",
        "{'i': 1}",
        "{i: 1}",
        "{\"i\": 1} // comment",
        "{\"i\": 01}",
        "{\"i\": +1}",
        "{\"i\": -0, \"l\": -0, \"d\": -0.0, \"s\": -0}",
        "{\"d\": .5}",
        "{\"d\": 5.}",
        "{\"d\": NaN}",
        "{\"d\": \"NaN\", \"f\": \"-Infinity\"}",
        "{\"d\": 1e400, \"f\": 1e40}",
        "{\"d\": 1E-5, \"f\": 1.0000000596046448}",
        "{\"d\": 0.1, \"f\": 0.1}",
        "{\"d\": 123456789.123456, \"f\": 16777217.0}",
        "{\"d\": 9007199254740993.0}",
        "{\"d\": 999999999999999.9}",
        "{\"d\": 1, \"f\": 1}",
        "{\"d\": 9223372036854775807, \"f\": 9223372036854775807}",
        "{\"d\": 92233720368547758079223372036854775807}",
        "{\"d\": \" 1.5 \", \"i\": \" 7 \", \"l\": \"8\", \"b\": \" TRUE \"}",
        "{\"i\": 2147483648, \"l\": 2147483648}",
        "{\"l\": 9223372036854775808}",
        "{\"i\": 1.0, \"l\": 1.9, \"t\": 1.0}",
        "{\"i\": 1e2}",
        "{\"t\": 128}",
        "{\"t\": \"12\"}",
        "{\"i\": \"one\"}",
        "{\"i\": true, \"b\": 1}",
        "{\"i\": [], \"s\": [1, {\"x\": 1.50}], \"b\": {}}",
        "{\"i\": {\"deep\": [1, 2, {\"x\": null}]}}",
        "{\"s\": 1.10, \"i\": null}",
        "{\"s\": 12345678901234567890123}",
        "{\"s\": true}",
        "{\"s\": \"\\u00e9\\n\\\"\\\\ \\ud83d\\ude00\"}",
        "{\"s\": \"\u00e9 \ud83d\ude00\"}",
        "{\"s\": \"\\ud83d alone\"}",
        "{\"s\": \"tab\tin it\"}",
        "{\"s\": \"bad \\x escape\"}",
        "{\"s\": \"\"}",
        "{\"i\": 1, \"i\": 2}",
        "{\"i\": \"bad\", \"i\": 2}",
        "{\"i\": 2, \"i\": \"bad\"}",
        "{\"i\": 2, \"i\": null}",
        "{\"\\u0069\": 5}",
        "{\"I\": 5}",
        "{\"unknown\": {\"i\": 1}, \"i\": 2}",
        "{\"unknown\": {\"i\": 1, }, \"i\": 2}",
        "{\"unknown\": 1e99999999999, \"i\": 2}",
        "{\"at\": \"2020-01-02T03:04:05\"}",
        "{\"at\": \"\"}",
        "{\"a\": 1}",
        "{\"a\": {}}",
        "{\"a\": [1, \"2\", null, \"x\"]}",
        "{\"m\": []}",
        "{\"m\": {\"a\": \"x\", \"b\": null, \"a\": 2}}",
        "{\"r\": null}",
        "{\"r\": []}",
        "{\"r\": {\"i\": \"x\", \"s\": 1}}",
        "{\"r\": {\"i\": 1, \"s\": \"x\", \"more\": [[]]}, \"i\": 1}",
        "{\"s\": \"" + "long ".repeat(5_000) + "\", \"i\": 1}",
        "{\"unknown\": \"" + "x".repeat(20_000) + "\", \"i\": 1}" + " ".repeat(20_000),
        "{\"i\": 1, \"unknown\": " + "[".repeat(300) + "]".repeat(300) + "}",
        "{\"i\": 1, \"unknown\": " + "[".repeat(100_000) + "]".repeat(100_000) + "}",
        "{\"i\": 1, \"s\": " + "[".repeat(100_000) + "]".repeat(100_000) + "}");
  }
}
