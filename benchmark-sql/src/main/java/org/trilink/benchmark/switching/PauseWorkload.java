package org.trilink.benchmark.switching;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.Iterator;
import java.util.List;
import org.trilink.benchmark.run.BenchmarkWorkload;
import org.trilink.examples.local.SqlScript;
import org.trilink.examples.workload.FlinkJson;
import org.trilink.examples.workload.GeneratorDefaults;
import org.trilink.examples.workload.GeneratorOptions;
import org.trilink.examples.workload.Query;

/** Readings of devices that have much state. */
record PauseWorkload(PauseInput input) implements BenchmarkWorkload {

  private static final String TOPIC = "pause_readings";

  @Override
  public String name() {
    return "pause";
  }

  @Override
  public String records() {
    return "readings";
  }

  @Override
  public String inputTopic() {
    return TOPIC;
  }

  @Override
  public List<Query> queries() {
    return List.of(new PauseQuery());
  }

  @Override
  public SqlScript script() {
    try (var in = PauseWorkload.class.getResourceAsStream("pause.sql")) {
      return new SqlScript(new String(in.readAllBytes(), UTF_8));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** By the time: any partition, those of each in order. */
  @Override
  public byte[] keyOf(byte[] line) {
    return FlinkJson.parse(line)
        .map(reading -> FlinkJson.bigint(reading, "ts").toString().getBytes(US_ASCII))
        .orElseGet(() -> new byte[0]);
  }

  @Override
  public GeneratorDefaults defaults() {
    return new GeneratorDefaults(1_000, 0, Duration.ZERO);
  }

  @Override
  public Iterator<byte[]> generate(GeneratorOptions options) {
    return input.lines();
  }

  /** What the input comes to as options. */
  GeneratorOptions options() {
    return new GeneratorOptions(input.rows(), input.devices(), 0, Duration.ZERO, 0, 1);
  }
}
