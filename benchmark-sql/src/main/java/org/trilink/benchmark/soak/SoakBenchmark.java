/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.benchmark.soak;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.trilink.benchmark.embedded.ComparedRun;
import org.trilink.benchmark.embedded.EmbeddedJvm;
import org.trilink.benchmark.result.BenchmarkResult;
import org.trilink.benchmark.result.Measurement;
import org.trilink.benchmark.result.Metric;
import org.trilink.benchmark.result.Trial;
import org.trilink.benchmark.run.BenchOptions;
import org.trilink.benchmark.run.Benchmark;
import org.trilink.benchmark.run.BenchmarkContext;
import org.trilink.benchmark.run.StateBackend;
import org.trilink.launcher.local.Engine;

/**
 * A job at a steady rate for hours, while keys come, sleep, wake and go, and readings are late and
 * ahead: what its process holds, at several times. A measurement is one of these times.
 */
public final class SoakBenchmark implements Benchmark {

  /** The coordinate of a time, in s since the job's start. */
  public static final String SECONDS = "seconds";

  private static final String HEAP = "-Xmx2g";
  private static final int MINUTES = 240;
  private static final int QUICK_MINUTES = 2;
  private static final int POINTS = 24;

  /** In less time, the quarters of it say nothing: keys are in state for five minutes. */
  private static final int LEVEL_MINUTES = 20;

  /** The process is started, and its result compared, besides. */
  private static final Duration BESIDES = Duration.ofMinutes(5);

  @Override
  public String name() {
    return "soak";
  }

  @Override
  public String description() {
    return "heap, state, threads and file handles of a job that runs for hours; not part of all";
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

  @Override
  public List<Trial> trials(BenchOptions options) {
    return Arrays.stream(StateBackend.values())
        .flatMap(backend -> trials(backend, options).stream())
        .toList();
  }

  private static List<Trial> trials(StateBackend backend, BenchOptions options) {
    return IntStream.rangeClosed(1, POINTS)
        .mapToObj(
            point ->
                new Trial(
                    Engine.TRILINK.toString(),
                    Map.of(
                        StateBackend.COORDINATE,
                        backend.toString(),
                        SECONDS,
                        String.valueOf(seconds(options) * point / POINTS)),
                    0))
        .toList();
  }

  @Override
  public void run(BenchmarkContext context) {
    for (StateBackend backend : StateBackend.values()) {
      if (!context.hasAll(trials(backend, context.options()))) {
        run(context, backend);
      }
    }
  }

  /** Nothing is kept of a process that does not come to its end. */
  private void run(BenchmarkContext context, StateBackend backend) {
    long seconds = seconds(context.options());
    Instant startedAt = Instant.now();
    try (EmbeddedJvm jvm =
        EmbeddedJvm.start(
            context,
            name(),
            SoakProcess.class,
            HEAP,
            checkpoints -> SoakProcess.arguments(backend, checkpoints, seconds, POINTS))) {
      List<Usage> usages = new ArrayList<>();
      Duration apart = Duration.ofSeconds(seconds).dividedBy(POINTS);
      for (int point = 0; point < POINTS; point++) {
        Usage usage = Usage.parse(jvm.line(Usage.MARK, point, apart.plus(BESIDES)));
        usages.add(usage);
        context
            .progress()
            .note("%s, point %d of %d: %s".formatted(backend, point + 1, POINTS, usage));
      }
      ComparedRun compared = jvm.next();
      long rows = new SoakInput(seconds).rows();
      List<Trial> trials = trials(backend, context.options());
      context.measure(
          trials,
          trial ->
              with(
                  usages.get(trials.indexOf(trial)), compared.measurement(trial, startedAt, rows)));
      jvm.succeeded();
    }
  }

  @Override
  public List<String> table(BenchmarkResult result) {
    return Stream.concat(Benchmark.super.table(result).stream(), rising(result).stream()).toList();
  }

  /** Whether all rows are right, and what the job holds has levelled off. */
  @Override
  public boolean isSound(BenchmarkResult result) {
    return Benchmark.super.isSound(result) && rising(result).isEmpty();
  }

  private static List<String> rising(BenchmarkResult result) {
    boolean tells =
        result.finished() && Integer.parseInt(result.settings().get("minutes")) >= LEVEL_MINUTES;
    return tells ? Levels.rising(result.measurements()) : List.of();
  }

  private static Measurement with(Usage usage, Measurement compared) {
    Map<Metric, Double> values = new EnumMap<>(Metric.class);
    values.putAll(compared.values());
    values.put(Metric.HEAP_BYTES, (double) usage.heapBytes());
    values.put(Metric.STATE_FILES_BYTES, (double) usage.stateFilesBytes());
    values.put(Metric.CHECKPOINT_BYTES, (double) usage.checkpointBytes());
    values.put(Metric.KEYS_IN_STATE, (double) usage.keys());
    values.put(Metric.THREADS, (double) usage.threads());
    values.put(Metric.FILE_HANDLES, (double) usage.fileHandles());
    return new Measurement(
        compared.trial(),
        compared.startedAt(),
        compared.exact(),
        values,
        compared.loads(),
        compared.balance(),
        compared.differences());
  }
}
