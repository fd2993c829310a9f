/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.benchmark.chaos;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.trilink.examples.workload.Oracle;
import org.trilink.examples.workload.ResultTopic;
import org.trilink.examples.workload.Verdict;
import org.trilink.examples.workload.Workload;
import org.trilink.launcher.demo.Progress;
import org.trilink.launcher.demo.Topics;
import org.trilink.launcher.local.Await;
import org.trilink.launcher.local.CommandFailure;
import org.trilink.launcher.local.TaskManagerJvms;
import org.trilink.launcher.local.TrilinkHome;

/** One run: faults happen, one after the other has been survived, until the time is over. */
public final class ChaosRun {

  private static final Duration RECOVERY_LIMIT = Duration.ofMinutes(3);

  private final ChaosOptions options;
  private final TrilinkHome home;
  private final Progress progress;
  private final Workload workload;
  private final List<FaultRecord> survived = new ArrayList<>();

  /**
   * @param progress is told of each fault
   */
  public ChaosRun(ChaosOptions options, TrilinkHome home, Progress progress) {
    this.options = options;
    this.home = home;
    this.progress = progress;
    this.workload = options.workload();
  }

  /** Why a run makes no sense, as far as the workload's script shows it; takes no time. */
  public static Optional<String> unfit(ChaosOptions options, TrilinkHome home) {
    return new ChaosScript(options, home).unfit();
  }

  /**
   * Runs it.
   *
   * @throws CommandFailure if the job does not survive a fault
   */
  public ChaosResult run() {
    progress.lastingAt(
        "starting a Kafka broker, a highly available Flink cluster and what the job needs");
    try (ChaosCluster cluster = ChaosCluster.start(options, home, progress::lastingAt);
        Topics topics = new Topics(cluster.servers().broker(), options.parallelism())) {
      List<String> results = options.query().topics().stream().map(ResultTopic::name).toList();
      topics.create(List.of(workload.inputTopic()));
      topics.create(results);
      try (CommittedRows rows =
          new CommittedRows(cluster.servers().broker(), results, options.parallelism())) {
        ChaosResult result = run(cluster, topics, rows);
        if (result.isRight()) {
          cluster.succeeded();
        }
        return result;
      }
    }
  }

  private ChaosResult run(ChaosCluster cluster, Topics topics, CommittedRows rows) {
    ChaosScript script = new ChaosScript(options, home);
    ChaosJob job = ChaosJob.submit(options, cluster, script);
    Oracle<?> oracle = options.query().newOracle();
    try (ChaosInput input = ChaosInput.start(options, cluster.servers().broker(), oracle)) {
      progress.lastingAt("the job runs; web UI: " + cluster.rest().url());
      awaitRows(rows, 1, cluster, input);
      TaskManagerJvms before = cluster.rest().taskManagerJvms();
      strike(cluster, job, rows, input);
      long records = input.stop();
      progress.lastingAt(
          String.format(Locale.ROOT, "%,d %s are written", records, workload.records()));
      job.awaitRunning();
      job.awaitConsumed(topics, () -> startEndedAgain(cluster));
      long restores = job.restores();
      job.drain();
      progress.lastingAt("the job has ended; comparing all rows");
      Verdict verdict = oracle.verify(result -> result.open(cluster.servers()));
      return new ChaosResult(
          options, records, List.copyOf(survived), restores, verdict, left(cluster, rows, before));
    }
  }

  /** Faults until the time is over; the last one is survived, too. */
  private void strike(ChaosCluster cluster, ChaosJob job, CommittedRows rows, ChaosInput input) {
    FaultSchedule schedule =
        new FaultSchedule(options.faults(), options.movesKeys(), options.generator().seed());
    Faults faults = new Faults(options, cluster, job);
    long end = System.nanoTime() + options.duration().toNanos();
    while (System.nanoTime() < end) {
      FaultSchedule.Step step = schedule.next();
      awaitRows(rows, rows.count() + step.furtherRows(), cluster, input);
      survived.add(survive(step, cluster, job, faults, rows, input));
      job.awaitRunning();
      tell(survived.get(survived.size() - 1), job.restores());
    }
  }

  /** Lets one fault happen, and waits for a row that was written after it. */
  private FaultRecord survive(
      FaultSchedule.Step step,
      ChaosCluster cluster,
      ChaosJob job,
      Faults faults,
      CommittedRows rows,
      ChaosInput input) {
    boolean hit = awaitMoment(step, job, faults);
    Fault fault = faults.of(step);
    rows.mark();
    long struck = System.currentTimeMillis();
    fault.strike().run();
    if (step.kind().leavesBroker()) {
      // what was written until now may still be committed, and shows nothing
      rows.mark();
    }
    fault.mend().run();
    Await.until(
        "a row after " + step.kind() + " " + fault.target(),
        RECOVERY_LIMIT,
        () -> {
          supervise(cluster, input);
          return rows.millisBeyondMark().isPresent();
        });
    return new FaultRecord(
        step.kind(),
        hit ? step.moment() : Moment.ANY_TIME,
        fault.target(),
        rows.millisBeyondMark().getAsLong() - struck);
  }

  private void tell(FaultRecord last, long restores) {
    progress.lastingAt(
        String.format(
            Locale.ROOT,
            "%3d  %s: next row after %.1f s; %d restores",
            survived.size(),
            last.text(),
            last.recoveryMillis() / 1e3,
            restores));
  }

  /** Returns whether the moment came. */
  private static boolean awaitMoment(FaultSchedule.Step step, ChaosJob job, Faults faults) {
    switch (step.moment()) {
      case IN_CHECKPOINT -> {
        return job.awaitCheckpointUnderWay();
      }
      case IN_RESTORE -> faults.provokeRestore(step);
      case IN_SYNC -> faults.moveKeys();
      case ANY_TIME -> {}
    }
    return true;
  }

  /** Waits until so many rows are committed. */
  private void awaitRows(CommittedRows rows, long count, ChaosCluster cluster, ChaosInput input) {
    Await.until(
        "the job to commit rows",
        RECOVERY_LIMIT,
        () -> {
          supervise(cluster, input);
          return rows.count() >= count;
        });
  }

  private void supervise(ChaosCluster cluster, ChaosInput input) {
    input.requireWriting();
    startEndedAgain(cluster);
  }

  private void startEndedAgain(ChaosCluster cluster) {
    cluster
        .startEndedAgain()
        .forEach(name -> progress.lastingAt(name + " has ended, and is started again"));
  }

  private Leftovers left(ChaosCluster cluster, CommittedRows rows, TaskManagerJvms before) {
    return new Leftovers(
        cluster.ended(),
        rows.isTransactionOpen(),
        options.mergesGlobally() && options.store() == Store.REDIS
            ? Leftovers.redisKeys(cluster.store())
            : 0,
        Leftovers.checkpointFiles(cluster.folder().checkpoints()),
        before,
        cluster.rest().taskManagerJvms());
  }
}
