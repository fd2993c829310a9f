/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.json;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.io.IOException;
import org.apache.flink.api.common.serialization.DeserializationSchema;
import org.apache.flink.formats.common.TimestampFormat;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.types.logical.IntType;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.table.types.logical.RowType;
import org.apache.flink.table.types.logical.VarCharType;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.trilink.runtime.decode.BothDecoders;
import org.trilink.runtime.decode.ReadFields;

/** Messages that are far larger, or more different, than anybody means them to be. */
@Tag("slow")
class OversizedMessagesTest {

  private static final RowType TYPE =
      RowType.of(
          new LogicalType[] {new IntType(), new VarCharType(VarCharType.MAX_LENGTH)},
          new String[] {"i", "s"});
  private static final int NAMES = 300_000;
  private static final long MOST_BYTES_FOR_NAMES = 8_000_000;
  private static final int DEEP = 200_000;

  private final DeserializationSchema<RowData> decoder =
      JsonDecoders.trilink(TYPE, ReadFields.all(TYPE), null, JsonMode.FAIL, TimestampFormat.SQL);

  @BeforeEach
  void open() throws Exception {
    decoder.open(BothDecoders.context());
  }

  private RowData decoded(String message) throws IOException {
    return decoder.deserialize(message.getBytes(UTF_8));
  }

  /** Whoever writes the messages can make up as many names as he likes. */
  @Test
  void namesOfFieldsAreNotKept() throws Exception {
    decodeNames("first", NAMES);
    long before = usedBytes();

    decodeNames("second", NAMES);

    assertThat(usedBytes() - before).isLessThan(MOST_BYTES_FOR_NAMES);
  }

  private void decodeNames(String prefix, int count) throws IOException {
    for (int i = 0; i < count; i++) {
      String name = prefix + " name of a field that is in this message only: " + i;
      RowData row = decoded("{\"" + name + "\": 1, \"i\": " + i + "}");
      assertThat(row.getInt(0)).isEqualTo(i);
    }
  }

  private static long usedBytes() {
    System.gc();
    return Runtime.getRuntime().totalMemory() - Runtime.getRuntime().freeMemory();
  }

  @Test
  void aHugeTextIsReadOrSkipped() throws Exception {
    String huge = "x".repeat(20_000_000);

    assertThat(decoded("{\"i\": 1, \"s\": \"" + huge + "\"}").getString(1).toString())
        .isEqualTo(huge);
    assertThat(decoded("{\"unknown\": \"" + huge + "\", \"i\": 2}").getInt(0)).isEqualTo(2);
    assertThat(decoded("{\"" + huge + "\": 1, \"i\": 3}").getInt(0)).isEqualTo(3);
  }

  /** Where the stack of flink-json overflows, it is an error of that message alone. */
  @Test
  void whatIsNestedDeepIsAnErrorWhereItIsOneInFlink() throws Exception {
    String arrays = "[".repeat(DEEP) + "]".repeat(DEEP);
    String objects = "{\"a\":".repeat(DEEP) + "1" + "}".repeat(DEEP);

    assertAsInFlink("{\"unknown\": " + arrays + ", \"i\": 1}");
    assertAsInFlink("{\"unknown\": " + objects + ", \"i\": 2}");
    assertThat(decoded("{\"i\": 3}").getInt(0)).isEqualTo(3);
  }

  private void assertAsInFlink(String message) throws Exception {
    DeserializationSchema<RowData> flink = JsonMode.FAIL.decoder(TYPE, TimestampFormat.SQL);
    flink.open(BothDecoders.context());
    RowData[] row = new RowData[1];
    Throwable error = catchThrowable(() -> row[0] = flink.deserialize(message.getBytes(UTF_8)));
    if (error == null) {
      assertThat(decoded(message)).isEqualTo(row[0]);
    } else {
      assertThatThrownBy(() -> decoded(message)).isInstanceOf(IOException.class);
    }
  }
}
