/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.json;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import org.apache.flink.api.common.functions.AbstractRichFunction;
import org.apache.flink.formats.common.TimestampFormat;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.data.StringData;
import org.apache.flink.table.runtime.generated.GeneratedJoinCondition;
import org.apache.flink.table.runtime.generated.JoinCondition;
import org.apache.flink.table.types.logical.BigIntType;
import org.apache.flink.table.types.logical.DoubleType;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.table.types.logical.RowType;
import org.apache.flink.table.types.logical.TimestampType;
import org.apache.flink.table.types.logical.VarCharType;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;
import org.trilink.runtime.decode.BothDecoders;
import org.trilink.runtime.decode.ReadFields;
import org.trilink.runtime.decode.RowFilter;

/**
 * Time of decoding a message for a query that drops rows by a condition: for a row that passes, for
 * a row that is dropped, and without a filter in the decoder.
 *
 * <pre>
 * mvn -P jmh test-compile -pl trilink-table-runtime -Djmh.args="FilterColumns"
 * </pre>
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(1)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
public class FilterColumnsBenchmark {

  private static final int MESSAGES = 1 << 12;
  private static final int OF_A_KIND = 5;
  private static final VarCharType STRING = new VarCharType(VarCharType.MAX_LENGTH);

  /** The kinds of messages. */
  public enum Message {
    /** Seven texts, three read; the filter is on the second of these, the watermark the third. */
    AD_EVENT,
    /** Five each of texts, whole numbers, doubles and timestamps; the filter is on the first. */
    WIDE
  }

  /** Whether rows pass the filter. */
  public enum Rows {
    UNFILTERED,
    PASSED,
    DROPPED
  }

  @Param public Message message;
  @Param public Rows rows;

  /** How flink-json handles a value that does not fit its column. */
  @Param({"true", "false"})
  public boolean ignoreParseErrors;

  private final byte[][] messages = new byte[MESSAGES][];
  private ProjectedJsonDeserializationSchema schema;
  private int next;

  @Setup(Level.Trial)
  public void setUp() throws Exception {
    SplittableRandom random = new SplittableRandom(1);
    boolean wide = message == Message.WIDE;
    for (int i = 0; i < MESSAGES; i++) {
      String text = wide ? wide(random) : JsonParserBenchmark.adEvent(random);
      messages[i] = text.getBytes(StandardCharsets.UTF_8);
    }
    RowType type = wide ? wideType() : adEventType();
    ReadFields tested = ReadFields.none(type).and(type, wide ? 0 : 1);
    ReadFields ofDropped = tested.and(type, wide ? 3 : 2);
    schema =
        JsonDecoders.trilink(
            type,
            ReadFields.all(type),
            rows == Rows.UNFILTERED ? null : RowFilter.of(condition(), tested, ofDropped, true),
            ignoreParseErrors ? JsonMode.IGNORE_PARSE_ERRORS : JsonMode.FAIL,
            TimestampFormat.SQL);
    schema.open(BothDecoders.context());
  }

  private GeneratedJoinCondition condition() {
    int field = message == Message.WIDE ? 0 : 1;
    boolean passes = rows == Rows.PASSED;
    return new GeneratedJoinCondition("AllOrNone", "", new Object[0]) {
      private static final long serialVersionUID = 1L;

      @Override
      public JoinCondition newInstance(ClassLoader classLoader) {
        return new AllOrNone(field, passes);
      }
    };
  }

  /** Compares a text, as a condition does. */
  private static final class AllOrNone extends AbstractRichFunction implements JoinCondition {

    private static final long serialVersionUID = 1L;

    private static final StringData NONE = StringData.fromString("no such text");

    private final int field;
    private final boolean passes;

    AllOrNone(int field, boolean passes) {
      this.field = field;
      this.passes = passes;
    }

    @Override
    public boolean apply(RowData row, RowData nothing) {
      return passes != row.getString(field).equals(NONE);
    }
  }

  private static RowType adEventType() {
    return RowType.of(
        new LogicalType[] {STRING, STRING, STRING},
        new String[] {"ad_id", "event_type", "event_time"});
  }

  private static RowType wideType() {
    LogicalType[] kinds = {STRING, new BigIntType(), new DoubleType(), new TimestampType(3)};
    LogicalType[] types = new LogicalType[OF_A_KIND * kinds.length];
    Arrays.setAll(types, i -> kinds[i % kinds.length]);
    String[] names = new String[types.length];
    Arrays.setAll(names, i -> "column_" + i);
    return RowType.of(types, names);
  }

  private static String wide(SplittableRandom random) {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < OF_A_KIND * 4; i += 4) {
      text.append(i == 0 ? "{" : ", ");
      text.append(field(i, '"' + new UUID(random.nextLong(), random.nextLong()).toString() + '"'));
      text.append(", ").append(field(i + 1, String.valueOf(random.nextInt(1_000_000))));
      text.append(", ").append(field(i + 2, String.valueOf(random.nextInt(100_000) / 100.0)));
      int second = 10 + random.nextInt(50);
      text.append(", ").append(field(i + 3, "\"2026-01-02 03:04:" + second + ".678\""));
    }
    return text.append('}').toString();
  }

  private static String field(int column, String value) {
    return "\"column_" + column + "\": " + value;
  }

  @Benchmark
  public RowData read() throws IOException {
    next = (next + 1) & (MESSAGES - 1);
    return schema.deserialize(messages[next]);
  }
}
