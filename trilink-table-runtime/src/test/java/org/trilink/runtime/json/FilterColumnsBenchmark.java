package org.trilink.runtime.json;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import org.apache.flink.formats.common.TimestampFormat;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.runtime.typeutils.InternalTypeInfo;
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

/**
 * Time of decoding a message, all the columns that a query reads or only those of its filter and
 * its watermark. To decode the others only for rows that pass would save at most the difference,
 * for the share of the rows that do not.
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

  /** What a message is. */
  public enum Message {
    /** Seven texts, three read, of which filter and watermark need two. */
    AD_EVENT,
    /** Five each of texts, whole numbers, doubles and timestamps, of which they need two. */
    WIDE
  }

  /** Which columns are decoded. */
  public enum Columns {
    ALL_READ,
    OF_FILTER
  }

  @Param public Message message;
  @Param public Columns columns;

  /** What flink-json is told to do about a value that does not fit its column. */
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
    int[] ofFilter = wide ? new int[] {0, 3} : new int[] {1, 2};
    schema =
        new ProjectedJsonDeserializationSchema(
            type,
            columns == Columns.ALL_READ ? ReadFields.all(type) : only(type, ofFilter),
            InternalTypeInfo.of(type),
            false,
            ignoreParseErrors,
            TimestampFormat.SQL);
    schema.open(null);
  }

  private static ReadFields only(RowType type, int[] fields) {
    ReadFields read = ReadFields.none(type);
    for (int field : fields) {
      read = read.and(type, field);
    }
    return read;
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
