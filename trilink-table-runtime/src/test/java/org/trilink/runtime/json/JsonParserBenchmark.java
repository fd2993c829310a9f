/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.json;

import com.alibaba.fastjson2.JSONReader;
import com.alibaba.fastjson2.util.Fnv;
import com.dslplatform.json.DslJson;
import com.dslplatform.json.JsonReader;
import com.dslplatform.json.NumberConverter;
import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.SplittableRandom;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import org.apache.flink.formats.common.TimestampFormat;
import org.apache.flink.table.data.GenericRowData;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.data.StringData;
import org.apache.flink.table.types.logical.BigIntType;
import org.apache.flink.table.types.logical.DoubleType;
import org.apache.flink.table.types.logical.RowType;
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

/**
 * Time of decoding a message to a row, by parser: Trilink's deserializer, which uses Flink's
 * Jackson, and the streaming interfaces of other parsers with the minimum of code for the same row,
 * without flink-json's semantics. So the difference is an upper bound of what another parser could
 * gain.
 *
 * <pre>
 * mvn -P jmh test-compile -pl trilink-table-runtime -Djmh.args="JsonParser"
 * </pre>
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(1)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
public class JsonParserBenchmark {

  private static final int MESSAGES = 1 << 12;
  private static final VarCharType STRING = new VarCharType(VarCharType.MAX_LENGTH);

  /** The kinds of messages, and the fields that are read. */
  public enum Message {
    /** Three numbers, all read. */
    READING,
    /** Seven texts, three read. */
    AD_EVENT
  }

  /** Who reads. */
  public enum Parser {
    TRILINK,
    JACKSON,
    DSL_JSON,
    FASTJSON2
  }

  @FunctionalInterface
  private interface Reader {
    RowData read(byte[] message) throws IOException;
  }

  @Param public Message message;
  @Param public Parser parser;

  private final byte[][] messages = new byte[MESSAGES][];
  private Reader reader;
  private int next;

  @Setup(Level.Trial)
  public void setUp() throws Exception {
    SplittableRandom random = new SplittableRandom(1);
    for (int i = 0; i < MESSAGES; i++) {
      String text = message == Message.READING ? reading(random) : adEvent(random);
      messages[i] = text.getBytes(StandardCharsets.UTF_8);
    }
    reader = message == Message.READING ? readingReader() : adEventReader();
    for (byte[] each : messages) {
      if (!reader.read(each).equals(trilink().read(each))) {
        throw new IllegalStateException(parser + " reads otherwise: " + reader.read(each));
      }
    }
  }

  private static String reading(SplittableRandom random) {
    return "{\"sensor_id\": "
        + (100_000 + random.nextInt(300_000))
        + ", \"voltage\": "
        + (1900 + random.nextInt(500)) / 10.0
        + ", \"ts\": "
        + (1_700_000_000_000L + random.nextInt(1_000_000))
        + "}";
  }

  static String adEvent(SplittableRandom random) {
    return "{\"user_id\": \""
        + new UUID(random.nextLong(), random.nextLong())
        + "\", \"page_id\": \""
        + new UUID(random.nextLong(), random.nextLong())
        + "\", \"ad_id\": \""
        + new UUID(random.nextLong(), random.nextLong())
        + "\", \"ad_type\": \"mobile\", \"event_type\": \""
        + (random.nextInt(3) == 0 ? "view" : "purchase")
        + "\", \"event_time\": \""
        + (1_700_000_000_000L + random.nextInt(1_000_000))
        + "\", \"ip_address\": \"1.2.3.4\"}";
  }

  private Reader trilink() throws Exception {
    RowType type =
        message == Message.READING
            ? RowType.of(
                new org.apache.flink.table.types.logical.LogicalType[] {
                  new BigIntType(), new DoubleType(), new BigIntType()
                },
                new String[] {"sensor_id", "voltage", "ts"})
            : RowType.of(
                new org.apache.flink.table.types.logical.LogicalType[] {STRING, STRING, STRING},
                new String[] {"ad_id", "event_type", "event_time"});
    ProjectedJsonDeserializationSchema schema =
        JsonDecoders.trilink(
            type, ReadFields.all(type), null, JsonMode.IGNORE_PARSE_ERRORS, TimestampFormat.SQL);
    schema.open(BothDecoders.context());
    return schema::deserialize;
  }

  private Reader readingReader() throws Exception {
    return switch (parser) {
      case TRILINK -> trilink();
      case JACKSON -> new JacksonReader()::reading;
      case DSL_JSON -> new DslJsonReader()::reading;
      default -> JsonParserBenchmark::fastjsonReading;
    };
  }

  private Reader adEventReader() throws Exception {
    return switch (parser) {
      case TRILINK -> trilink();
      case JACKSON -> new JacksonReader()::adEvent;
      case DSL_JSON -> new DslJsonReader()::adEvent;
      default -> JsonParserBenchmark::fastjsonAdEvent;
    };
  }

  @Benchmark
  public RowData read() throws IOException {
    next = (next + 1) & (MESSAGES - 1);
    return reader.read(messages[next]);
  }

  /** The latest Jackson, with one parser per message, as it is usually used. */
  private static final class JacksonReader {

    private final JsonFactory factory = new JsonFactory();

    RowData reading(byte[] message) throws IOException {
      GenericRowData row = new GenericRowData(3);
      try (JsonParser in = factory.createParser(message)) {
        in.nextToken();
        for (String name = in.nextFieldName(); name != null; name = in.nextFieldName()) {
          JsonToken unused = in.nextToken();
          switch (name) {
            case "sensor_id" -> row.setField(0, in.getLongValue());
            case "voltage" -> row.setField(1, in.getDoubleValue());
            case "ts" -> row.setField(2, in.getLongValue());
            default -> in.skipChildren();
          }
        }
      }
      return row;
    }

    RowData adEvent(byte[] message) throws IOException {
      GenericRowData row = new GenericRowData(3);
      try (JsonParser in = factory.createParser(message)) {
        in.nextToken();
        for (String name = in.nextFieldName(); name != null; name = in.nextFieldName()) {
          JsonToken unused = in.nextToken();
          switch (name) {
            case "ad_id" -> row.setField(0, StringData.fromString(in.getText()));
            case "event_type" -> row.setField(1, StringData.fromString(in.getText()));
            case "event_time" -> row.setField(2, StringData.fromString(in.getText()));
            default -> in.skipChildren();
          }
        }
      }
      return row;
    }
  }

  private static final class DslJsonReader {

    private final JsonReader<Object> in = new DslJson<>().newReader();

    RowData reading(byte[] message) throws IOException {
      GenericRowData row = new GenericRowData(3);
      open(message);
      do {
        in.getNextToken();
        in.fillName();
        in.getNextToken();
        if (in.wasLastName("sensor_id")) {
          row.setField(0, NumberConverter.deserializeLong(in));
        } else if (in.wasLastName("voltage")) {
          row.setField(1, NumberConverter.deserializeDouble(in));
        } else if (in.wasLastName("ts")) {
          row.setField(2, NumberConverter.deserializeLong(in));
        } else {
          in.skip();
          continue;
        }
        in.getNextToken();
      } while (in.last() == ',');
      return row;
    }

    RowData adEvent(byte[] message) throws IOException {
      GenericRowData row = new GenericRowData(3);
      open(message);
      do {
        in.getNextToken();
        in.fillName();
        in.getNextToken();
        if (in.wasLastName("ad_id")) {
          row.setField(0, StringData.fromString(in.readString()));
        } else if (in.wasLastName("event_type")) {
          row.setField(1, StringData.fromString(in.readString()));
        } else if (in.wasLastName("event_time")) {
          row.setField(2, StringData.fromString(in.readString()));
        } else {
          in.skip();
          continue;
        }
        in.getNextToken();
      } while (in.last() == ',');
      return row;
    }

    private void open(byte[] message) throws IOException {
      in.process(message, message.length);
      in.getNextToken();
    }
  }

  private static final long SENSOR_ID = Fnv.hashCode64("sensor_id");
  private static final long VOLTAGE = Fnv.hashCode64("voltage");
  private static final long TS = Fnv.hashCode64("ts");
  private static final long AD_ID = Fnv.hashCode64("ad_id");
  private static final long EVENT_TYPE = Fnv.hashCode64("event_type");
  private static final long EVENT_TIME = Fnv.hashCode64("event_time");

  private static RowData fastjsonReading(byte[] message) {
    GenericRowData row = new GenericRowData(3);
    try (JSONReader in = JSONReader.of(message)) {
      in.nextIfObjectStart();
      while (!in.nextIfObjectEnd()) {
        long name = in.readFieldNameHashCode();
        if (name == SENSOR_ID) {
          row.setField(0, in.readInt64Value());
        } else if (name == VOLTAGE) {
          row.setField(1, in.readDoubleValue());
        } else if (name == TS) {
          row.setField(2, in.readInt64Value());
        } else {
          in.skipValue();
        }
      }
    }
    return row;
  }

  private static RowData fastjsonAdEvent(byte[] message) {
    GenericRowData row = new GenericRowData(3);
    try (JSONReader in = JSONReader.of(message)) {
      in.nextIfObjectStart();
      while (!in.nextIfObjectEnd()) {
        long name = in.readFieldNameHashCode();
        if (name == AD_ID) {
          row.setField(0, StringData.fromString(in.readString()));
        } else if (name == EVENT_TYPE) {
          row.setField(1, StringData.fromString(in.readString()));
        } else if (name == EVENT_TIME) {
          row.setField(2, StringData.fromString(in.readString()));
        } else {
          in.skipValue();
        }
      }
    }
    return row;
  }
}
