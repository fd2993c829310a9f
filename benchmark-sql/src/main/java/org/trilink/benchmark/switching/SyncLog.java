/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.benchmark.switching;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Supplier;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.LongStream;
import org.trilink.benchmark.result.Metric;
import org.trilink.benchmark.run.JobObserver;
import org.trilink.benchmark.run.MeasurementBuilder;
import org.trilink.launcher.demo.JobRun;
import org.trilink.launcher.demo.Latencies;
import org.trilink.launcher.local.CommandFailure;

/** The moves of keys that the JobManager tells of in its log. Metrics have the last one only. */
final class SyncLog implements JobObserver {

  private static final Pattern DONE =
      Pattern.compile(
          "Sync \\d+ has moved (\\d+) keys with (\\d+) bytes of state in \\d+ ms,"
              + " watermarks waited for up to (\\d+) ms");

  /**
   * One move.
   *
   * @param bytes of state
   * @param pauseMs for how long watermarks waited at the subtask where that was longest
   */
  record Sync(long keys, long bytes, long pauseMs) {}

  private final Path log;
  private int start;

  /**
   * By a cluster's log.
   *
   * @param logs the folder that its JobManager's log is in
   */
  SyncLog(Path logs) {
    this.log = logs.resolve("jobmanager.log");
  }

  @Override
  public void begin(Supplier<JobRun> job) {
    start = text().length();
  }

  @Override
  public void observe(JobRun job, MeasurementBuilder values) {
    List<Sync> syncs = syncs(text().substring(start));
    values
        .put(Metric.SYNCS, syncs.size())
        .put(Metric.KEYS_MOVED, syncs.stream().mapToLong(Sync::keys).sum())
        .put(Metric.STATE_MOVED, syncs.stream().mapToLong(Sync::bytes).sum());
    put(syncs.stream().mapToLong(Sync::pauseMs), values);
  }

  /** Notes pauses, if there are any. */
  static void put(LongStream pausesMs, MeasurementBuilder values) {
    values.percentiles(
        Latencies.ofMillis(pausesMs), Metric.PAUSE_P50, Metric.PAUSE_P99, Metric.PAUSE_MAX);
  }

  /** The moves of keys that a part of a log tells of. */
  static List<Sync> syncs(String log) {
    return DONE.matcher(log)
        .results()
        .map(done -> new Sync(number(done, 1), number(done, 2), number(done, 3)))
        .toList();
  }

  private static long number(MatchResult done, int group) {
    return Long.parseLong(done.group(group));
  }

  private String text() {
    try {
      return Files.readString(log, StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new CommandFailure("cannot read the JobManager's log " + log, e);
    }
  }
}
