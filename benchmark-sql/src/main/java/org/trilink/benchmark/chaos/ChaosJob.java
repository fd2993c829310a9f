/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.benchmark.chaos;

import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;
import org.trilink.launcher.demo.Topics;
import org.trilink.launcher.local.Await;
import org.trilink.launcher.local.CheckpointCounts;
import org.trilink.launcher.local.CommandFailure;
import org.trilink.launcher.local.Job;
import org.trilink.launcher.local.JobCheckpoints;
import org.trilink.launcher.local.Savepoint;

/**
 * The job under test, by whatever id it has at the moment. It may be restarting, and the JobManager
 * may be gone, whenever it is asked for anything.
 */
final class ChaosJob {

  private static final Duration LIMIT = Duration.ofMinutes(3);

  /** The checkpoint that is to be hit may be over before anybody sees it. */
  private static final Duration MOMENT_LIMIT = Duration.ofSeconds(10);

  private static final long MOMENT_POLL_MILLIS = 2;

  private final ChaosOptions options;
  private final ChaosCluster cluster;
  private final ChaosScript script;
  private String id;
  private int parallelism;
  private long restores;
  private long restoresOfThisJobManager;

  private ChaosJob(ChaosOptions options, ChaosCluster cluster, ChaosScript script) {
    this.options = options;
    this.cluster = cluster;
    this.script = script;
  }

  /** Submits it, and waits until it runs. */
  static ChaosJob submit(ChaosOptions options, ChaosCluster cluster, ChaosScript script) {
    ChaosJob job = new ChaosJob(options, cluster, script);
    job.submit(options.parallelism(), Optional.empty());
    return job;
  }

  private void submit(int newParallelism, Optional<String> savepoint) {
    parallelism = newParallelism;
    restoresOfThisJobManager = 0;
    id = cluster.submit(script.on(cluster.servers(), cluster.store(), newParallelism, savepoint));
    awaitRunning();
  }

  int parallelism() {
    return parallelism;
  }

  /** Waits until all tasks work. */
  void awaitRunning() {
    await("the job to run", Job::running);
  }

  /** Waits until the job comes back from a failure, and does not work yet. */
  void awaitRestoring() {
    await("the job to be restored", job -> !job.running());
  }

  private void await(String what, Predicate<Job> condition) {
    Await.until(what, LIMIT, () -> lookFor(condition));
  }

  private boolean lookFor(Predicate<Job> condition) {
    Optional<Job> job = cluster.rest().jobIfUp(id);
    job.ifPresent(this::requireHealthy);
    return job.filter(condition).isPresent();
  }

  private void requireHealthy(Job job) {
    if (job.failed() && !job.state().equals("FAILING")) {
      throw new CommandFailure(
          "the job is %s: %s".formatted(job.state(), cluster.rest().failure(id)));
    }
  }

  /**
   * Waits until a checkpoint is under way.
   *
   * @return whether one was seen; on a small state they take some milliseconds
   */
  boolean awaitCheckpointUnderWay() {
    long end = System.nanoTime() + MOMENT_LIMIT.toNanos();
    while (System.nanoTime() < end) {
      if (counts().filter(counts -> counts.inProgress() > 0).isPresent()) {
        return true;
      }
      Await.pause(MOMENT_POLL_MILLIS);
    }
    return false;
  }

  /**
   * Waits until a further checkpoint has failed.
   *
   * @param meanwhile done again and again until then
   */
  void awaitFailedCheckpoint(long failedBefore, Runnable meanwhile) {
    Await.until(
        "a checkpoint to fail",
        LIMIT,
        () -> {
          meanwhile.run();
          return failedCheckpoints() > failedBefore || !lookFor(Job::running);
        });
  }

  /** How many have failed since the JobManager started; 0 if it does not answer. */
  long failedCheckpoints() {
    return counts().map(CheckpointCounts::failed).orElse(0L);
  }

  /** Waits until a further checkpoint is complete. */
  void awaitCheckpoint() {
    Function<CheckpointCounts, Long> completed = CheckpointCounts::completed;
    long before = counts().map(completed).orElse(0L);
    Await.until(
        "a checkpoint",
        LIMIT,
        () -> counts().map(completed).filter(now -> now > before).isPresent());
  }

  private Optional<CheckpointCounts> counts() {
    return checkpoints().countsIfUp();
  }

  /** How often state has been restored so far; counts on what it was at earlier calls. */
  long restores() {
    counts()
        .ifPresent(
            counts -> {
              long now = counts.restored();
              // a new JobManager begins at 0
              restores += now - (now >= restoresOfThisJobManager ? restoresOfThisJobManager : 0);
              restoresOfThisJobManager = now;
            });
    return restores;
  }

  /** Stops the job with a savepoint; returns where that is. */
  String stopWithSavepoint() {
    String savepoint = stop(false);
    long unused = restores();
    return savepoint;
  }

  /** Goes on from a savepoint. */
  void goOn(String savepoint, int newParallelism) {
    submit(newParallelism, Optional.of(savepoint));
  }

  /** Ends the job as if its input had ended, so that all its windows fire. */
  void drain() {
    String unused = stop(true);
  }

  private String stop(boolean drain) {
    while (true) {
      awaitRunning();
      String request = checkpoints().stop(cluster.folder().checkpoints(), drain);
      Savepoint savepoint =
          Await.until(
                  "the savepoint",
                  LIMIT,
                  () -> checkpoints().savepoint(request),
                  Optional::isPresent)
              .orElseThrow();
      if (savepoint.failure().isEmpty()) {
        await("the job to end", Job::finished);
        return savepoint.location();
      }
    }
  }

  private JobCheckpoints checkpoints() {
    return cluster.rest().checkpoints(id);
  }

  /**
   * Tells the operators whose keys can be moved to place them by another strategy.
   *
   * @throws CommandFailure if there is none, or it refuses
   */
  void place(String strategy) {
    Job job = cluster.rest().job(id);
    if (job.vertices().stream().noneMatch(Job.Vertex::isMonitored)) {
      throw new CommandFailure("no operator of the job can move its keys");
    }
    for (Job.Vertex vertex : job.vertices()) {
      if (vertex.isMonitored()) {
        var answer =
            cluster.rest().askPlacement(id, vertex.id(), "{\"set\": \"%s\"}".formatted(strategy));
        if (answer.has("error")) {
          throw new CommandFailure("keys cannot be moved: " + answer.path("error").asText());
        }
      }
    }
  }

  /**
   * Waits until the last record of each partition is part of a checkpoint.
   *
   * @param meanwhile done again and again until then
   */
  void awaitConsumed(Topics topics, Runnable meanwhile) {
    Map<Integer, Long> ends = topics.ends(options.workload().inputTopic());
    ends.values().removeIf(end -> end == 0);
    Await.until(
        "the job to read all of its input",
        LIMIT,
        () -> {
          meanwhile.run();
          return read(topics);
        },
        read ->
            ends.entrySet().stream()
                .allMatch(end -> read.getOrDefault(end.getKey(), 0L) >= end.getValue()));
    awaitCheckpoint();
  }

  /**
   * Up to where each partition of the input is read, by committed offsets and by what the sources
   * say themselves: after a restart of the broker, a consumer of kafka-clients before 3.1.1 may
   * commit no more, although it reads on (FLINK-28060).
   */
  private Map<Integer, Long> read(Topics topics) {
    String topic = options.workload().inputTopic();
    Map<Integer, Long> read = topics.committed(topic, script.consumerGroup());
    cluster
        .rest()
        .jobIfUp(id)
        .filter(Job::running)
        .map(job -> cluster.rest().metrics(job).consumed(topic))
        .ifPresent(bySources -> bySources.forEach((p, end) -> read.merge(p, end, Math::max)));
    return read;
  }
}
