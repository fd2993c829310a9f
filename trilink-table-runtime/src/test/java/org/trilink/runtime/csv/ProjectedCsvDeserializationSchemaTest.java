/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.csv;

import static java.nio.charset.StandardCharsets.UTF_16;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.flink.table.types.logical.ArrayType;
import org.apache.flink.table.types.logical.BigIntType;
import org.apache.flink.table.types.logical.BooleanType;
import org.apache.flink.table.types.logical.DoubleType;
import org.apache.flink.table.types.logical.IntType;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.table.types.logical.RowType;
import org.apache.flink.table.types.logical.TimestampType;
import org.apache.flink.table.types.logical.VarCharType;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.trilink.runtime.decode.BothDecoders;
import org.trilink.runtime.decode.FieldFilter;
import org.trilink.runtime.decode.ReadFields;

/** For all messages, the rows and failures are those of flink-csv's own deserializer. */
@Tag("slow")
class ProjectedCsvDeserializationSchemaTest {

  private static final int TYPES = 40;
  private static final int MESSAGES = 300;
  private static final VarCharType TEXT = new VarCharType(VarCharType.MAX_LENGTH);

  private static final RowType TYPE =
      RowType.of(
          new LogicalType[] {
            new IntType(), TEXT, new DoubleType(), TEXT, new BooleanType(), new BigIntType()
          },
          new String[] {"i", "s", "d", "t", "b", "l"});

  private static final Map<CsvDialect, List<BothDecoders>> DECODERS =
      dialects()
          .collect(
              Collectors.toMap(
                  dialect -> dialect, ProjectedCsvDeserializationSchemaTest::decoders));

  static Stream<String> messages() {
    return Stream.of(
        "1,two,3.5,four,true,6",
        "",
        "\n",
        " ",
        ",",
        ",,,,,",
        ",,,,,,",
        ",,,,,, \t",
        ",,,,,, x",
        ",,,,,,,",
        "1,two,3.5,four,true,6\n",
        "1,two,3.5,four,true,6\r\n",
        "1,two,3.5,four,true,6\r",
        "1,two,3.5,four,true,6\n\n",
        "1,two,3.5,four,true,6\r\n\r\n",
        "1,two,3.5,four,true,6\n1,two,3.5,four,true,7",
        "1,two,3.5,four,true,6\n# comment",
        "1,two,3.5,four,true,6\n\u00ff",
        "1,two,3.5,four,true",
        "1,two,3.5,four,true\n",
        "1",
        "1,two,3.5,four,true,6,",
        "1,two,3.5,four,true,6, \n",
        "1,two,3.5,four,true,6,\"\"",
        "1,two,3.5,four,true,6,7",
        "1,two,3.5,four,true,6,7,8",
        "# comment",
        "# comment\n1,two,3.5,four,true,6",
        "#1,two,3.5,four,true,6",
        " # comment\n1,two,3.5,four,true,6",
        "\n1,two,3.5,four,true,6",
        "\"1\",\"two\",\"3.5\",\"four\",\"true\",\"6\"",
        "\"1\"  ,\"two\" ,\"3.5\",\"four\",\"true\",\"6\"  ",
        "\"1\"x,two,3.5,four,true,6",
        "\"1\"\u00a0,two,3.5,four,true,6",
        " \"1\",two,3.5,four,true,6",
        "1, \"two\",3.5,four,true,6",
        "1,t\"w\"o,3.5,four,true,6",
        "1,\"t\"\"w\"\"o\",3.5,four,true,6",
        "1,\"\"\"\",3.5,four,true,6",
        "1,\"two,3.5,four,true,6",
        "1,\"two\"\",3.5,four,true,6",
        "1,\"two\nlines\",3.5,\"a\r\nb\",true,6",
        "1,'two',3.5,'fo''ur',true,6",
        "1,t\\wo,3.5,\\,\\n\\t\\r\\0\\\\\\\",true,6",
        "\\1,\"t\\\"wo\",3.5,\\\u00e9,true,6",
        "1,two,3.5,four,true,6\\",
        "1,two,3.5,\"four\\",
        "null,null,null,\"null\",null,null",
        "nul\\l,nul\\l,nul\\l,nul\\l,nul\\l,nul\\l",
        "007,two,-3.50,four,TRUE,+6",
        " 1 ,two, 3.5 ,four, true , 6 ",
        "1.0,two,3,four,yes,6",
        "1,two,1e3,four,,6",
        "1,two,x,four,false,6",
        "2147483648,two,.5,four,false,9223372036854775808",
        "-2147483648,two,-0,four,false,-9223372036854775808",
        "-,two,-.,four,-,-",
        "1,\u00e9,3.5,\ud83d\ude00 \u20ac,true,6",
        "\u00e9,two,3.5,four,true,6",
        "1,two,3.5,four,true,\u0661",
        "1,\u0000,3.5,four\u0000,true,6",
        "\u00001,two,3.5,four,true,6",
        "1,\uffff,3.5,four,true,6");
  }

  @ParameterizedTest
  @MethodSource("messages")
  void decodesAsFlinkCsvDoes(String message) {
    DECODERS.forEach(
        (dialect, each) -> {
          String inDialect = message.replace(',', dialect.separator());
          for (BothDecoders decoders : each) {
            decoders.compare(message.getBytes(UTF_8));
            decoders.compare(inDialect.getBytes(UTF_8));
            decoders.compare(message.getBytes(UTF_16));
            decoders.compare(("\uFEFF" + message).getBytes(UTF_8));
            decoders.compare(inDialect.replace("two", "\u00e9".repeat(2_100)).getBytes(UTF_8));
            decoders.compare(inDialect.replace("two", "x".repeat(9_000)).getBytes(UTF_8));
          }
        });
  }

  /** Creates decoders of all columns, of one, and of none. */
  private static List<BothDecoders> decoders(CsvDialect dialect) {
    return Stream.of(
            ReadFields.all(TYPE), ReadFields.none(TYPE).and(TYPE, 1), ReadFields.none(TYPE))
        .map(read -> CsvDecoders.both(TYPE, read, null, dialect))
        .toList();
  }

  /** By all options, one at a time, with errors ignored and not. */
  private static Stream<CsvDialect> dialects() {
    return Stream.of(true, false)
        .flatMap(
            ignore ->
                Stream.of(
                    new CsvDialect(',', '"', CsvDialect.NONE, false, ";", null, ignore),
                    new CsvDialect(';', '\'', CsvDialect.NONE, false, "/", null, ignore),
                    new CsvDialect('\t', '"', '\\', false, ";", "null", ignore),
                    new CsvDialect(',', CsvDialect.NONE, '\\', false, ";", "", ignore),
                    new CsvDialect(' ', '"', CsvDialect.NONE, true, ";", "two", ignore),
                    new CsvDialect('#', '"', CsvDialect.NONE, true, ";", null, ignore),
                    new CsvDialect('\u0001', '"', CsvDialect.NONE, true, ";", "\ud800", ignore)));
  }

  /** Flink's parser fails for some of them, at the end of a chunk of 4000 characters. */
  @Test
  void charactersAtTheEndOfAChunk() {
    RowType type = RowType.of(new LogicalType[] {TEXT}, new String[] {"s"});
    CsvDialect dialect = new CsvDialect(',', '"', CsvDialect.NONE, false, ";", null, false);
    BothDecoders decoders = CsvDecoders.both(type, ReadFields.all(type), null, dialect);
    for (String character : List.of("x", "\u00e9", "\u20ac", "\ud83d\ude00")) {
      for (int length = 3_980; length < 4_010; length++) {
        decoders.compare(("x".repeat(length) + character).getBytes(UTF_8));
        decoders.compare(("x".repeat(length) + character + "y").getBytes(UTF_8));
      }
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "80",
        "c0",
        "c080",
        "c1bf",
        "c2",
        "e08080",
        "e282",
        "eda080",
        "f08080",
        "f0808080",
        "f4908080",
        "f5808080",
        "f09f98",
        "ff",
        "fe",
        "efbbbf",
        "c280",
        "ed9fbf",
        "ee8080",
        "efbfbf",
        "f0908080",
        "f48fbfbf"
      })
  void takesForCharactersWhatFlinkCsvTakes(String hex) {
    byte[] bytes = org.apache.flink.util.StringUtils.hexStringToByte(hex);
    RowType type = RowType.of(new LogicalType[] {TEXT, TEXT}, new String[] {"s", "t"});
    for (CsvDialect dialect : dialects().toList()) {
      for (ReadFields read : List.of(ReadFields.all(type), ReadFields.none(type).and(type, 0))) {
        BothDecoders decoders = CsvDecoders.both(type, read, null, dialect);
        for (String around :
            List.of("|,b", "a|,b", "a,|", "a,b|", "a,\"|\"", "a,b\n|", "|", "a|b,b")) {
          decoders.compare(
              around(around.replace(',', dialect.separator()), around.indexOf('|'), bytes));
        }
      }
    }
  }

  private static byte[] around(String text, int position, byte[] bytes) {
    java.io.ByteArrayOutputStream message = new java.io.ByteArrayOutputStream();
    message.writeBytes(text.substring(0, position).getBytes(UTF_8));
    message.writeBytes(bytes);
    message.writeBytes(text.substring(position + 1).getBytes(UTF_8));
    return message.toByteArray();
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void rowsAndArraysAreSplitAsFlinkCsvDoes(boolean ignore) {
    RowType type =
        RowType.of(
            new LogicalType[] {
              new ArrayType(new IntType()),
              RowType.of(new LogicalType[] {TEXT, new DoubleType()}, new String[] {"a", "b"}),
              new ArrayType(TEXT)
            },
            new String[] {"i", "r", "s"});
    List<String> lists =
        List.of(
            "", " ", ";", ";;", "1", "1;2", "1;2;", ";1", "x;1", "null", "null;1", "a;null",
            "\";\"");
    for (String nullLiteral : new String[] {null, "null", ""}) {
      CsvDialect dialect =
          new CsvDialect(',', '"', CsvDialect.NONE, false, ";", nullLiteral, ignore);
      for (ReadFields read : List.of(ReadFields.all(type), ReadFields.none(type))) {
        BothDecoders decoders = CsvDecoders.both(type, read, null, dialect);
        for (String first : lists) {
          for (String second : lists) {
            decoders.compare((first + "," + second + "," + second).getBytes(UTF_8));
          }
        }
      }
    }
  }

  @Test
  void timestampsAreReadAsFlinkCsvDoes() {
    RowType type =
        RowType.of(
            new LogicalType[] {new TimestampType(3), new TimestampType(9)},
            new String[] {"t", "u"});
    for (boolean ignore : new boolean[] {true, false}) {
      CsvDialect dialect = new CsvDialect(',', '"', CsvDialect.NONE, false, ";", null, ignore);
      BothDecoders decoders = CsvDecoders.both(type, ReadFields.all(type), null, dialect);
      for (String time :
          List.of(
              "2020-02-29 23:59:59.999999999",
              "2021-02-29 00:00:00",
              "2020-01-01 24:00:00",
              "2020-01-01 23:59",
              "2020-01-01 23:59:59.",
              " 2020-01-01 23:59:59 ",
              "2020-01-01T23:59:59",
              "2020-1-1 00:00:00",
              "0000-01-01 00:00:00.001",
              "2020-01-01 00:00:00Z",
              "\u06602020-01-01 00:00:00",
              "")) {
        decoders.compare((time + "," + time).getBytes(UTF_8));
        decoders.compare(("\"" + time + "\",\"" + time + "\"").getBytes(UTF_8));
      }
    }
  }

  /** Otherwise the comparisons would compare flink-csv with itself. */
  @Test
  void readsUsualMessagesItself() {
    for (CsvDialect dialect : dialects().toList()) {
      BothDecoders decoders = CsvDecoders.both(TYPE, ReadFields.all(TYPE), null, dialect);
      String separator = String.valueOf(dialect.separator());
      String line = "1,two,3.5,caf\u00e9,false,-6".replace(",", separator);
      String end = dialect.ignoresParseErrors() ? separator : "\r\n";
      for (String message : List.of(line, line + "\n", line + end)) {
        assertThat(decoders.compare(message.getBytes(UTF_8))).isTrue();
      }
      assertThat(decoders.leftToFlink()).as(dialect.toString()).isZero();
    }
  }

  @Test
  void countsWhatIsLeftToFlinkCsv() {
    CsvDialect dialect = new CsvDialect(',', '"', CsvDialect.NONE, false, ";", null, true);
    BothDecoders decoders = CsvDecoders.both(TYPE, ReadFields.all(TYPE), null, dialect);

    decoders.compare("x,two,,four,,".getBytes(UTF_8));
    decoders.compare("1,two".getBytes(UTF_8));
    assertThat(decoders.leftToFlink()).isZero();
    decoders.compare("1,\"two".getBytes(UTF_8));
    decoders.compare("1,2,3,4,5,6,7".getBytes(UTF_8));
    assertThat(decoders.leftToFlink()).isEqualTo(2 * BothDecoders.TIMES);
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void leavesOutWhatOnlyRowsThatPassNeed(boolean ignore) {
    CsvDialect dialect = new CsvDialect(',', '"', CsvDialect.NONE, false, ";", null, ignore);
    FieldFilter filter = new FieldFilter(TYPE, 0, ReadFields.none(TYPE).and(TYPE, 5));
    BothDecoders decoders = CsvDecoders.both(TYPE, ReadFields.all(TYPE), filter, dialect);
    for (int i = 0; i < 16; i++) { // half of these numbers have an odd number of bits
      decoders.compare((i + ",two,3.5,four,true,6").getBytes(UTF_8));
    }
    assertThat(decoders.leftOut()).isEqualTo(8L * 4 * BothDecoders.TIMES);
    assertThat(decoders.leftToFlink()).isZero();
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void decodesRandomMessagesAsFlinkCsvDoes(int seed) {
    Random random = new Random(seed);
    RandomCsv csv = new RandomCsv(random);
    long rows = 0;
    long left = 0;
    for (int i = 0; i < TYPES; i++) {
      RowType type = csv.rowType();
      CsvDialect dialect = csv.dialect();
      FieldFilter filter =
          random.nextInt(3) > 0
              ? new FieldFilter(
                  type,
                  random.nextInt(type.getFieldCount()),
                  csv.readFields(type),
                  random.nextBoolean())
              : null;
      BothDecoders decoders = CsvDecoders.both(type, csv.readFields(type), filter, dialect);
      for (int j = 0; j < MESSAGES; j++) {
        rows += decoders.compare(csv.message(type, dialect)) ? 1 : 0;
      }
      left += decoders.leftToFlink() / BothDecoders.TIMES;
    }
    assertThat(rows).as("messages that gave a row").isGreaterThan(TYPES * MESSAGES / 4);
    assertThat(left)
        .as("messages that were left to flink-csv")
        .isBetween((long) TYPES * MESSAGES / 100, (long) TYPES * MESSAGES * 3 / 4);
  }

  static IntStream seeds() {
    return IntStream.range(1, 4);
  }

  @ParameterizedTest
  @ValueSource(strings = {"\u00a7", "\n", "\u0000", "\""})
  void someSeparatorsAreLeftToFlinkCsv(String separator) {
    assertThat(
            new CsvDialect(separator.charAt(0), '"', CsvDialect.NONE, false, ";", null, true)
                .obstacle())
        .startsWith("csv.field-delimiter");
  }
}
