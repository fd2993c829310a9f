/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.benchmark.chaos;

import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.trilink.benchmark.host.LinkRate;
import org.trilink.launcher.local.Await;

/** Makes the faults of a schedule for a cluster and its job. */
final class Faults {

  /** From less than a heartbeat to longer than it takes to be given up. */
  private static final int MIN_PAUSE_MILLIS = 500;

  private static final int MAX_PAUSE_MILLIS = 14_000;

  private static final LinkRate SLOW = LinkRate.parse("200kbit");

  /** To where keys are moved in turn. */
  private static final List<String> STRATEGIES = List.of("hash", "modulo", "least-count", "auto");

  private final ChaosCluster cluster;
  private final ChaosJob job;
  private final ChaosOptions options;
  private int switches;

  Faults(ChaosOptions options, ChaosCluster cluster, ChaosJob job) {
    this.options = options;
    this.cluster = cluster;
    this.job = job;
  }

  Fault of(FaultSchedule.Step step) {
    Random random = new Random(step.choice());
    int number = 1 + random.nextInt(ChaosCluster.TASK_MANAGERS);
    String taskManager = ChaosCluster.TASK_MANAGER_PREFIX + number;
    int millis = MIN_PAUSE_MILLIS + random.nextInt(MAX_PAUSE_MILLIS - MIN_PAUSE_MILLIS);
    return switch (step.kind()) {
      case KILL_TM -> kill(taskManager);
      case KILL_JM -> kill("jobmanager");
      case KILL_BROKER -> kill("broker");
      case KILL_REDIS -> kill("redis");
      case KILL_MYSQL -> kill(MariaDb.NAME);
      case PAUSE_TM ->
          new Fault(
              lasting(taskManager, millis),
              () -> cluster.pause(taskManager),
              () -> {
                Await.pause(millis);
                cluster.resume(taskManager);
              });
      case SLOW_LINK ->
          new Fault(
              lasting("to " + SLOW, millis),
              () -> cluster.hosts().limitLinks(SLOW),
              () -> {
                Await.pause(millis);
                cluster.hosts().limitLinks(LinkRate.UNLIMITED);
              });
      case LOSE_LINK ->
          new Fault(
              lasting(taskManager, millis),
              () -> cluster.hosts().cutOff(number),
              () -> {
                Await.pause(millis);
                cluster.hosts().connect(number);
              });
      case FILL_DISK -> fillDisk();
      case DROP_CHECKPOINT -> dropCheckpoint(taskManager);
      case SAVEPOINT_RESCALE -> rescale(random);
      case SWITCH -> switchPlacement();
    };
  }

  private Fault kill(String name) {
    return new Fault(name, () -> cluster.kill(name), () -> cluster.restart(name));
  }

  private static String lasting(String target, int millis) {
    return String.format(Locale.ROOT, "%s for %.1f s", target, millis / 1e3);
  }

  private Fault fillDisk() {
    AtomicLong failed = new AtomicLong();
    return new Fault(
        "until a checkpoint fails",
        () -> {
          failed.set(job.failedCheckpoints());
          cluster.disk().fill();
        },
        () -> {
          // an old checkpoint that is deleted now leaves the room that the next one needs
          job.awaitFailedCheckpoint(failed.get(), cluster.disk()::fill);
          cluster.disk().free();
        });
  }

  private Fault dropCheckpoint(String taskManager) {
    AtomicLong failed = new AtomicLong();
    return new Fault(
        taskManager,
        () -> {
          failed.set(job.failedCheckpoints());
          cluster.pause(taskManager);
        },
        () -> {
          job.awaitFailedCheckpoint(failed.get(), () -> {});
          cluster.resume(taskManager);
        });
  }

  /** To another parallelism, down to one that all TaskManagers are needed for. */
  private Fault rescale(Random random) {
    int least = options.leastParallelism();
    int other = least + random.nextInt(options.parallelism() - least);
    int next = other >= job.parallelism() ? other + 1 : other;
    AtomicReference<String> savepoint = new AtomicReference<>();
    return new Fault(
        "from %d to %d".formatted(job.parallelism(), next),
        () -> savepoint.set(job.stopWithSavepoint()),
        () -> job.goOn(savepoint.get(), next));
  }

  private Fault switchPlacement() {
    String strategy = STRATEGIES.get(switches++ % STRATEGIES.size());
    return new Fault("to " + strategy, () -> job.place(strategy));
  }

  /** Lets keys move, for a fault that is to hit a Sync. */
  void moveKeys() {
    job.place(STRATEGIES.get(switches++ % STRATEGIES.size()));
  }

  /** Lets the job be restored, for a fault that is to hit that: of a TaskManager that is killed. */
  void provokeRestore(FaultSchedule.Step step) {
    String taskManager =
        ChaosCluster.TASK_MANAGER_PREFIX
            + (1 + new Random(~step.choice()).nextInt(ChaosCluster.TASK_MANAGERS));
    cluster.kill(taskManager);
    job.awaitRestoring();
    // the job gets its slots now, and begins to load its state
    cluster.restart(taskManager);
  }
}
