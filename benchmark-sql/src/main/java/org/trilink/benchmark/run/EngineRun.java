/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.benchmark.run;

import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.trilink.benchmark.result.Measurement;
import org.trilink.benchmark.result.Metric;
import org.trilink.benchmark.result.Trial;
import org.trilink.examples.workload.Verdict;
import org.trilink.launcher.local.CommandFailure;

/**
 * One job over input that is there before, brought to its end, and its result compared with the
 * oracle's.
 *
 * <p>Flink generates classes for each job, which the JIT compiles while the job reads. So the last
 * third of the input is timed; what comes before is read without limits on CPU time and links.
 */
public final class EngineRun {

  /** The part of the input that is timed, the last one, unless a benchmark says otherwise. */
  public static final double TIMED_PART = 1.0 / 3;

  /** If so much of the timed part went by before the first part was seen to end, all is timed. */
  private static final double MAX_UNSEEN = 0.5;

  /** If less of the timed part is left to be timed, the figure would be of no use. */
  private static final double LEAST_TIMED = 0.2;

  private final BenchCluster cluster;
  private final BenchInput input;
  private final Variant variant;
  private Submitter submitter;
  private boolean untilInState;
  private boolean untimed;
  private boolean whileAllRead;
  private boolean coldStart;
  private long firstPart;
  private long unlimitedPart;
  private double cpuAtStart;
  private List<JobObserver> observers = List.of();
  private ResultReader reader = ResultReader.ALL_ROWS;
  private Map<String, String> topicSettings = Map.of();
  private List<Long> restarts = List.of();

  public EngineRun(BenchCluster cluster, BenchInput input, Variant variant) {
    this.cluster = cluster;
    this.input = input;
    this.variant = variant;
    this.submitter = cluster;
    timed(TIMED_PART);
  }

  /** Has the job started by somebody else, perhaps on another cluster. */
  public EngineRun submittedBy(Submitter wanted) {
    submitter = wanted;
    return this;
  }

  /** Times so much of the input, of 1 for all of it; what comes before is not timed. */
  public EngineRun timed(double part) {
    long untimed = input.records() - Math.round(part * input.records());
    return timedAfter(untimed, untimed);
  }

  /**
   * Also times, once the input is read, what operators hold back until the next checkpoint: Flink's
   * window aggregate keeps records in a buffer that it applies to its state then.
   */
  public EngineRun untilInState() {
    untilInState = true;
    return this;
  }

  /**
   * Times all that comes behind {@code untimed} records of the input, not its last third, and lets
   * limits come into force before, behind {@code unlimited} records: they are felt a while after
   * that, in which a fast machine reads a good part of a short input.
   */
  public EngineRun timedAfter(long untimed, long unlimited) {
    firstPart = untimed;
    unlimitedPart = unlimited;
    return this;
  }

  /**
   * Goes by the partition that is read first, which may be a small one: the clock starts when so
   * much of it has been read as comes before the timed part, and stops at its end. A node that is
   * done would be idle.
   */
  public EngineRun whileAllRead() {
    whileAllRead = true;
    return this;
  }

  /** Also looks at the job. */
  public EngineRun observedBy(JobObserver... wanted) {
    observers = List.of(wanted);
    return this;
  }

  /** Has the broker note when it appends rows, by its own clock. */
  public EngineRun withAppendTimes() {
    topicSettings = EngineJob.APPEND_TIMES;
    return this;
  }

  /**
   * Stops the job with a savepoint, and starts it again from there, each time that so many records
   * of the timed part have gone through the sources.
   */
  public EngineRun restartedAfter(List<Long> timedRecords) {
    restarts = timedRecords;
    return this;
  }

  /** Leaves out how fast it was, where only what came out counts, and variants are not warm. */
  public EngineRun untimed() {
    untimed = true;
    return this;
  }

  /** Also measures how long it takes from the job's submission to its first row. */
  public EngineRun withColdStart() {
    coldStart = true;
    return withAppendTimes();
  }

  /** Reads results in another way than row by row. */
  public EngineRun readBy(ResultReader wanted) {
    reader = wanted;
    return this;
  }

  /** Runs the job so that classes are loaded and compiled, whatever comes out. */
  public void warmUp() {
    cluster.context().progress().beginWarmUp(variant);
    try (EngineJob job = start()) {
      double unused = awaitEnd(job);
      job.run().drain();
    }
  }

  /** Runs the job, and says what came out. */
  public Measurement measure(Trial trial) {
    Instant startedAt = Instant.now();
    MeasurementBuilder values = new MeasurementBuilder();
    try (EngineJob job = cluster.withoutLimits(this::startWarm)) {
      Reading timed = time(job);
      values.put(Metric.RECORDS, input.records());
      if (!untimed) {
        values.throughput(timed.records(), timed.seconds(), timed.cpuSeconds());
      }
      values.verdict(cluster.withoutLimits(() -> end(job, values)));
      observers.forEach(observer -> observer.checked(values));
      if (coldStart) {
        job.putColdStart(values);
      }
    }
    return values.build(trial, startedAt);
  }

  /**
   * Ends the job and compares its rows with the oracle's: as that is not timed, it need not wait
   * for a quota.
   */
  private Verdict end(EngineJob job, MeasurementBuilder values) {
    double unused = awaitEnd(job);
    observers.forEach(observer -> observer.observe(job.run(), values));
    job.run().drain();
    return job.results().verify(input.oracle(), reader);
  }

  private EngineJob start() {
    input.prepareRedis();
    return new EngineJob(
        cluster, input.workload(), input.topic(), variant, submitter, topicSettings);
  }

  private EngineJob startWarm() {
    EngineJob job = start();
    cpuAtStart = cpuSeconds();
    long unused = awaitPart(job, unlimitedPart);
    return job;
  }

  /** The records of the input that count, and the time and CPU time that they took. */
  private record Reading(long records, double seconds, double cpuSeconds) {}

  private Reading time(EngineJob job) {
    // counts are some tenths of a second old: the next one is of now, with the limit in force
    long limited = awaitRecords(job, 0) + 1;
    long seen = awaitRecords(job, Math.min(limited, input.records()));
    long untimed = Math.max(seen, awaitPart(job, firstPart));
    long startNanos = System.nanoTime();
    double cpuStart = cpuSeconds();
    observers.forEach(observer -> observer.begin(job::run));
    for (long records : restarts) {
      long unused = awaitRecords(job, firstPart + records);
      job.restart();
    }
    long read = whileAllRead ? awaitFirstEnd(job) : input.records();
    double secondsOfAll = whileAllRead ? job.run().secondsRunning() : awaitEnd(job);
    double seconds = (System.nanoTime() - startNanos) / 1e9;
    if (whileAllRead && read - untimed < LEAST_TIMED * (input.records() - firstPart)) {
      throw new CommandFailure(
          "a node had read its whole partition when the clock started, or soon after: only %,d of"
                  .formatted(read - untimed)
              + " %,d records were timed. More --rows last longer."
                  .formatted(input.records() - firstPart));
    }
    double heldBack = untilInState ? job.run().millisUntilInState() / 1e3 : 0;
    double cpuEnd = cpuSeconds();
    return !whileAllRead && untimed - firstPart > MAX_UNSEEN * (input.records() - firstPart)
        ? new Reading(read, secondsOfAll + heldBack, cpuEnd - cpuAtStart)
        : new Reading(read - untimed, seconds + heldBack, cpuEnd - cpuStart);
  }

  private double cpuSeconds() {
    return submitter.services().cluster().taskManagersCpuTime().toNanos() / 1e9;
  }

  private long awaitRecords(EngineJob job, long records) {
    return job.run().awaitConsumed(input.topic(), records, this::show);
  }

  private long awaitPart(EngineJob job, long records) {
    if (!whileAllRead) {
      return awaitRecords(job, records);
    }
    Map<Integer, Long> parts = new HashMap<>();
    input.ends().forEach((partition, end) -> parts.put(partition, end * records / input.records()));
    return job.run().awaitFirstConsumed(input.topic(), parts, this::show);
  }

  private long awaitFirstEnd(EngineJob job) {
    return job.run().awaitFirstConsumed(input.topic(), input.ends(), this::show);
  }

  /** Returns the seconds since all tasks worked. */
  private double awaitEnd(EngineJob job) {
    return job.run().awaitConsumed(input.topic(), input.ends(), this::show);
  }

  private void show(long records) {
    cluster.context().progress().records(records);
  }
}
