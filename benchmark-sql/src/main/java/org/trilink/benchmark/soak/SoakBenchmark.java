/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.benchmark.soak;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.trilink.benchmark.embedded.ComparedRun;
import org.trilink.benchmark.embedded.EmbeddedJvm;
import org.trilink.benchmark.result.BenchmarkResult;
import org.trilink.benchmark.result.Trial;
import org.trilink.benchmark.run.BenchOptions;
import org.trilink.benchmark.run.Benchmark;
import org.trilink.benchmark.run.BenchmarkContext;
import org.trilink.benchmark.run.BenchmarkPart;
import org.trilink.benchmark.run.MeasurementBuilder;
import org.trilink.benchmark.run.StateBackend;
import org.trilink.launcher.local.Engine;

/**
 * A job at a steady rate for hours, while keys come, sleep, wake and go, and readings are late and
 * ahead: what its process holds, at several times. A measurement is one of these times.
 */
public final class SoakBenchmark extends Benchmark {

  /** The coordinate of a time, in s since the job's start. */
  public static final String SECONDS = "seconds";

  private static final String NAME = "soak";
  private static final String HEAP = "-Xmx2g";
  private static final int MINUTES = 240;
  private static final int QUICK_MINUTES = 2;
  private static final int POINTS = 24;

  /** In less time, the quarters of it say nothing: keys are in state for five minutes. */
  private static final int LEVEL_MINUTES = 20;

  /** The process is started, and its result compared, besides. */
  private static final Duration BESIDES = Duration.ofMinutes(5);

  public SoakBenchmark() {
    super(
        NAME,
        "heap, state, threads and file handles of a job that runs for hours; not part of all");
  }

  @Override
  public Map<String, String> settings(BenchOptions options) {
    Map<String, String> settings = new TreeMap<>();
    settings.put("minutes", String.valueOf(minutes(options)));
    settings.put(
        "input",
        "%,d readings a second of %,d keys at a time, each of which lives for two minutes"
            .formatted(
                SoakInput.PARTS * SoakInput.RATE_OF_PART,
                SoakInput.PARTS * SoakInput.KEYS_OF_PART));
    settings.put(
        "hint",
        "watermark=key, max-skew %s, idle-timeout %s, max-lead %s, drop"
            .formatted(SoakInput.MAX_SKEW, SoakInput.IDLE_TIMEOUT, SoakInput.MAX_LEAD));
    settings.put("JVM", HEAP);
    return settings;
  }

  private static int minutes(BenchOptions options) {
    return options.minutes().orElse(options.quick() ? QUICK_MINUTES : MINUTES);
  }

  private static long seconds(BenchOptions options) {
    return 60L * minutes(options);
  }

  /** A process for each backend; nothing is kept of one that does not come to its end. */
  @Override
  public List<BenchmarkPart> parts(BenchOptions options) {
    long seconds = seconds(options);
    return Arrays.stream(StateBackend.values())
        .map(
            backend ->
                BenchmarkPart.of(
                    times(backend, seconds), context -> measure(context, backend, seconds)))
        .toList();
  }

  private static List<Trial> times(StateBackend backend, long seconds) {
    return IntStream.rangeClosed(1, POINTS)
        .mapToObj(
            point ->
                new Trial(
                    Engine.TRILINK.toString(),
                    Map.of(
                        StateBackend.COORDINATE,
                        backend.toString(),
                        SECONDS,
                        String.valueOf(seconds * point / POINTS)),
                    0))
        .toList();
  }

  private static void measure(BenchmarkContext context, StateBackend backend, long seconds) {
    Instant startedAt = Instant.now();
    try (EmbeddedJvm jvm =
        EmbeddedJvm.start(
            context,
            NAME,
            SoakProcess.class,
            HEAP,
            folder ->
                new SoakProcess.Plan(backend, folder.checkpoints().toString(), seconds, POINTS))) {
      List<Usage> usages = new ArrayList<>();
      Duration apart = Duration.ofSeconds(seconds).dividedBy(POINTS);
      for (int point = 0; point < POINTS; point++) {
        Usage usage = jvm.next(Usage.class, apart.plus(BESIDES));
        usages.add(usage);
        context
            .progress()
            .note("%s, point %d of %d: %s".formatted(backend, point + 1, POINTS, usage.held()));
      }
      ComparedRun compared = jvm.nextRun();
      long rows = new SoakInput(seconds).rows();
      List<Trial> times = times(backend, seconds);
      context.measure(
          times,
          time -> {
            MeasurementBuilder values = compared.values(rows);
            usages.get(times.indexOf(time)).held().forEach(values::put);
            return values.build(time, startedAt);
          });
      jvm.succeeded();
    }
  }

  @Override
  public List<String> table(BenchmarkResult result) {
    return Stream.concat(super.table(result).stream(), rising(result).stream()).toList();
  }

  /** Whether all rows are right, and what the job holds has levelled off. */
  @Override
  public boolean isSound(BenchmarkResult result) {
    return super.isSound(result) && rising(result).isEmpty();
  }

  private static List<String> rising(BenchmarkResult result) {
    boolean tells =
        result.finished() && Integer.parseInt(result.settings().get("minutes")) >= LEVEL_MINUTES;
    return tells ? Levels.rising(result.measurements()) : List.of();
  }
}
