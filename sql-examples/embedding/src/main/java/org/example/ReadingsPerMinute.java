package org.example;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Paths;
import java.time.LocalDateTime;
import java.util.List;
import java.util.stream.Collectors;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.table.api.Schema;
import org.apache.flink.table.api.bridge.java.StreamTableEnvironment;
import org.apache.flink.types.Row;
import org.trilink.planner.Trilink;

/**
 * Counts each sensor's readings, minute by minute, and prints the result. The cellar's readings are
 * minutes behind the roof's: stock Flink would drop most of them.
 */
public final class ReadingsPerMinute {

  private static final String QUERY =
      "SELECT /*+ TRILINK('watermark'='key', 'strict'='true') */\n"
          + "  sensor, window_start, COUNT(*) AS readings, MAX(celsius) AS warmest\n"
          + "FROM TABLE(TUMBLE(TABLE readings, DESCRIPTOR(reading_time), INTERVAL '1' MINUTE))\n"
          + "GROUP BY sensor, window_start, window_end";

  private ReadingsPerMinute() {}

  /**
   * Without an argument: in a Flink within this process, or where {@code flink run} says. With one:
   * on the cluster whose REST interface is at {@code HOST:PORT}.
   */
  public static void main(String[] args) throws Exception {
    StreamExecutionEnvironment environment =
        args.length == 0
            ? StreamExecutionEnvironment.getExecutionEnvironment()
            : clusterAt(args[0].split(":"));
    // Readings of one sensor have to reach the query in their order, so one subtask reads them.
    environment.setParallelism(1);

    StreamTableEnvironment tables = StreamTableEnvironment.create(environment);
    Trilink.install(tables);

    DataStream<Row> readings =
        environment.fromCollection(
            readings(),
            Types.ROW_NAMED(
                new String[] {"sensor", "reading_time", "celsius"},
                Types.STRING,
                Types.LOCAL_DATE_TIME,
                Types.DOUBLE));
    tables.createTemporaryView(
        "readings",
        readings,
        Schema.newBuilder()
            .column("sensor", "STRING")
            .column("reading_time", "TIMESTAMP(3)")
            .column("celsius", "DOUBLE")
            .watermark("reading_time", "reading_time - INTERVAL '1' SECOND")
            .build());
    tables.executeSql(QUERY).print();
  }

  private static StreamExecutionEnvironment clusterAt(String[] address) throws URISyntaxException {
    String jarOfThisProgram =
        Paths.get(
                ReadingsPerMinute.class.getProtectionDomain().getCodeSource().getLocation().toURI())
            .toString();
    return StreamExecutionEnvironment.createRemoteEnvironment(
        address[0], Integer.parseInt(address[1]), jarOfThisProgram);
  }

  private static List<Row> readings() throws IOException {
    try (BufferedReader lines =
        new BufferedReader(
            new InputStreamReader(
                ReadingsPerMinute.class.getResourceAsStream("/readings.csv"),
                StandardCharsets.UTF_8))) {
      return lines.lines().map(line -> reading(line.split(","))).collect(Collectors.toList());
    }
  }

  private static Row reading(String[] columns) {
    return Row.of(columns[0], LocalDateTime.parse(columns[1]), Double.valueOf(columns[2]));
  }
}
