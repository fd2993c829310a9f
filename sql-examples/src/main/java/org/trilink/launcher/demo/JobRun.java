/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.launcher.demo;

import java.time.Duration;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.LongConsumer;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.trilink.launcher.local.Await;
import org.trilink.launcher.local.Checkpoint;
import org.trilink.launcher.local.CommandFailure;
import org.trilink.launcher.local.ExchangedBytes;
import org.trilink.launcher.local.FlinkRest;
import org.trilink.launcher.local.Job;
import org.trilink.launcher.local.JobCheckpoints;
import org.trilink.launcher.local.JobMetrics;
import org.trilink.launcher.local.KeyEventTime;
import org.trilink.launcher.local.KeyMoves;
import org.trilink.launcher.local.LocalServices;
import org.trilink.launcher.local.ReportedKeyLoad;
import org.trilink.launcher.local.Savepoint;

/** A submitted job, monitored from its start to its successful end. */
public final class JobRun {

  private static final Duration START_LIMIT = Duration.ofMinutes(3);

  /** With many keys a job's last rows alone take minutes. */
  private static final Duration END_LIMIT = Duration.ofMinutes(5);

  private static final Duration STALL_LIMIT = Duration.ofMinutes(2);
  private static final Duration SETTLE_LIMIT = Duration.ofSeconds(10);
  private static final long POLL_MILLIS = 100;

  /** Longer than it takes the cluster to fetch metrics anew. */
  private static final long SETTLE_MILLIS = 500;

  private final LocalServices services;
  private final FlinkRest rest;
  private final JobCheckpoints checkpoints;
  private final String id;
  private final Map<Integer, Long> readBefore;

  /** A job of the services' cluster. */
  public JobRun(LocalServices services, String id) {
    this(services, id, Map.of());
  }

  /**
   * A job of the services' cluster that was started from a savepoint.
   *
   * @param readBefore what the job that is gone on with had {@link #consumed}: the sources report
   *     nothing for a partition that is fully consumed
   */
  public JobRun(LocalServices services, String id, Map<Integer, Long> readBefore) {
    this.readBefore = readBefore;
    this.services = services;
    this.rest = services.cluster().rest();
    this.checkpoints = rest.checkpoints(id);
    this.id = id;
  }

  /** Waits until all tasks work. */
  public void awaitRunning() {
    Await.until("the job to start", START_LIMIT, () -> healthy().running());
  }

  /**
   * Waits until the sources have passed on the last record of each partition.
   *
   * @param ends the offset behind the last record of each partition
   * @param progress is told how many records have gone through the sources
   * @return the seconds since all tasks work
   */
  public double awaitConsumed(String topic, Map<Integer, Long> ends, LongConsumer progress) {
    Predicate<Map<Integer, Long>> all =
        consumed -> ends.keySet().stream().allMatch(each -> reached(each, consumed, ends));
    long unused = awaitConsumed(topic, sum(ends), all, progress);
    return secondsRunning();
  }

  /**
   * Waits until the sources have passed on the last record of one of the partitions.
   *
   * @param ends the offset behind the last record of each partition
   * @param progress is told how many records have gone through the sources
   * @return how many it is in the end, of all partitions together
   */
  public long awaitFirstConsumed(String topic, Map<Integer, Long> ends, LongConsumer progress) {
    return awaitConsumed(
        topic,
        sum(ends),
        consumed -> ends.keySet().stream().anyMatch(each -> reached(each, consumed, ends)),
        progress);
  }

  private static boolean reached(
      int partition, Map<Integer, Long> consumed, Map<Integer, Long> ends) {
    return consumed.getOrDefault(partition, 0L) >= ends.get(partition);
  }

  /** The seconds since all tasks work. */
  public double secondsRunning() {
    return (System.currentTimeMillis() - rest.runningSince(healthy())) / 1e3;
  }

  /**
   * Waits until the sources have passed on at least so many records, of all partitions together.
   *
   * @param progress is told how many it is
   * @return how many it is in the end
   */
  public long awaitConsumed(String topic, long records, LongConsumer progress) {
    return awaitConsumed(topic, records, consumed -> sum(consumed) >= records, progress);
  }

  private long awaitConsumed(
      String topic, long end, Predicate<Map<Integer, Long>> isEnough, LongConsumer progress) {
    LookInterval interval = new LookInterval(end);
    long best = -1;
    long bestAt = System.nanoTime();
    while (true) {
      Map<Integer, Long> consumed = consumed(topic);
      long sum = sum(consumed);
      if (isEnough.test(consumed)) {
        return sum;
      }
      if (sum > best) {
        best = sum;
        bestAt = System.nanoTime();
      } else if (System.nanoTime() - bestAt > STALL_LIMIT.toNanos()) {
        throw new CommandFailure(
            "the job has read nothing for %d s, after %,d records; see %s"
                .formatted(STALL_LIMIT.toSeconds(), sum, services.folder().logs()));
      }
      progress.accept(sum);
      Await.pause(interval.millis(sum));
    }
  }

  /**
   * How far the sources have read a topic, as the records that they have passed on.
   *
   * @return by partition, the offset behind the last record
   */
  public Map<Integer, Long> consumed(String topic) {
    Map<Integer, Long> consumed = new HashMap<>(readBefore);
    metrics()
        .consumed(topic)
        .forEach((partition, end) -> consumed.merge(partition, end, Math::max));
    return consumed;
  }

  private static long sum(Map<Integer, Long> consumed) {
    return consumed.values().stream().mapToLong(Long::longValue).sum();
  }

  /**
   * The running job's metrics on the keys' event time, once they no longer change: metrics lag
   * behind the records. Empty without key-level watermarks.
   */
  Optional<KeyEventTime> keyEventTime() {
    return settled(() -> metrics().keyEventTime());
  }

  /** The running job's current metrics on moved keys; empty if keys are not moved. */
  Optional<KeyMoves> keyMoves() {
    return metrics().keyMoves();
  }

  /**
   * The running job's metrics on moved keys, once they no longer change, but for the balance
   * degree; empty if keys are not moved.
   */
  Optional<KeyMoves> lastKeyMoves() {
    settled(() -> metrics().keyMoves().map(KeyMoves::syncs));
    return keyMoves();
  }

  /** How many records came to the subtasks of the keyed operators, once that no longer changes. */
  public List<ReportedKeyLoad> keyLoads() {
    return settled(() -> metrics().keyLoads());
  }

  /**
   * How many records came to the subtasks of the keyed operators, by current metrics, which may be
   * some tenths of a second old.
   */
  public List<ReportedKeyLoad> keyLoadsNow() {
    return metrics().keyLoads();
  }

  /**
   * How many bytes have gone from task to task, once that no longer changes: first, operators are
   * made to emit what they hold back for their next checkpoint.
   */
  public ExchangedBytes exchangedBytes() {
    String request = checkpoints.triggerSavepoint(services.folder().checkpoints());
    awaitSavepoint(request)
        .failure()
        .ifPresent(
            reason -> {
              throw new CommandFailure("the savepoint failed: " + reason);
            });
    return settled(() -> metrics().exchangedBytes());
  }

  /** The job's last completed checkpoints; waits for the first one. */
  public List<Checkpoint> checkpoints() {
    return Await.until(
        "a checkpoint", END_LIMIT, this::completed, completed -> !completed.isEmpty());
  }

  /**
   * How long the job takes, from its next checkpoint on, until its state has all records that the
   * sources have passed on: operators may hold records back until a checkpoint. Waits for it.
   *
   * @return in ms, since that checkpoint was triggered
   */
  public long millisUntilInState() {
    long now = System.currentTimeMillis();
    Optional<Checkpoint> next =
        Await.until(
            "the next checkpoint",
            END_LIMIT,
            () ->
                completed().stream()
                    .filter(checkpoint -> checkpoint.triggeredMs() >= now)
                    .min(Comparator.comparingLong(Checkpoint::id)),
            Optional::isPresent);
    return checkpoints.blockedMillis(next.orElseThrow(), healthy().vertices());
  }

  private List<Checkpoint> completed() {
    requireHealthy();
    return checkpoints.completed();
  }

  private JobMetrics metrics() {
    return rest.metrics(healthy());
  }

  private static <T> T settled(Supplier<T> metrics) {
    long deadline = System.nanoTime() + SETTLE_LIMIT.toNanos();
    T before = null;
    T now = metrics.get();
    while (!now.equals(before) && System.nanoTime() < deadline) {
      Await.pause(SETTLE_MILLIS);
      before = now;
      now = metrics.get();
    }
    return now;
  }

  /** Ends the job as if its input had ended, so that all its windows fire. */
  public void drain() {
    awaitStop(checkpoints.stop(services.folder().checkpoints(), true), () -> {});
  }

  /**
   * Stops the job with a savepoint, without draining it; returns the savepoint, from which another
   * job can be started.
   *
   * @param look is called again and again until the job has stopped, with its sources at a stand
   */
  public String stopWithSavepoint(Runnable look) {
    String request = checkpoints.stop(services.folder().checkpoints(), false);
    awaitStop(request, look);
    return awaitSavepoint(request).location();
  }

  private Savepoint awaitSavepoint(String request) {
    return Await.until(
            "the savepoint",
            END_LIMIT,
            () -> {
              requireHealthy();
              return checkpoints.savepoint(request);
            },
            Optional::isPresent)
        .orElseThrow();
  }

  private void awaitStop(String request, Runnable look) {
    Await.until(
        "the job to end",
        END_LIMIT,
        () -> {
          look.run();
          boolean finished = healthy().finished();
          Optional<String> failure =
              finished
                  ? Optional.empty()
                  : checkpoints.savepoint(request).flatMap(Savepoint::failure);
          if (failure.isPresent()) {
            awaitFailure();
            throw new CommandFailure("the job could not be ended: " + failure.get());
          }
          return finished;
        });
  }

  /** Fails with the root cause if the job fails soon; a stop may fail some time before that. */
  private void awaitFailure() {
    long deadline = System.nanoTime() + SETTLE_LIMIT.toNanos();
    while (System.nanoTime() < deadline) {
      healthy();
      Await.pause(POLL_MILLIS);
    }
  }

  /** Fails with the root cause if the job or a process has failed. */
  void requireHealthy() {
    healthy();
  }

  /** The job's state; fails with the root cause if the job or a process has failed. */
  private Job healthy() {
    services.cluster().requireAlive();
    Job job = rest.job(id);
    if (job.failed()) {
      throw new CommandFailure(
          "the job failed: %s\nlogs: %s".formatted(rest.failure(id), services.folder().logs()));
    }
    return job;
  }
}
