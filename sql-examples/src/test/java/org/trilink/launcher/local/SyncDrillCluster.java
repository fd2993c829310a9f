/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.launcher.local;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.trilink.runtime.placement.SyncDrill;
import redis.clients.jedis.HostAndPort;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.exceptions.JedisConnectionException;

/**
 * A session cluster with keys that are moved all the time. Its processes can be made to fail at a
 * step of a Sync.
 */
final class SyncDrillCluster implements AutoCloseable {

  private static final Duration LIMIT = Duration.ofMinutes(2);

  /** Used if it is free. */
  private static final int REST_PORT = 8081;

  /** The slots of each of the two TaskManagers. */
  private static final int SLOTS = 2;

  /** The number of Syncs to wait for before a failure, and after it. */
  private static final int SYNCS = 3;

  /** The number of statements of the job that receive commands. */
  private static final int LISTENERS = 2;

  private final LocalServices services;
  private final Path halts;
  private String redis;
  private RestRequests requests;

  private SyncDrillCluster(LocalServices services, Path halts) {
    this.services = services;
    this.halts = halts;
  }

  /**
   * Starts it.
   *
   * @param highlyAvailable whether a JobManager may fail
   */
  static SyncDrillCluster start(Path folder, boolean highlyAvailable) throws IOException {
    WorkFolder work = WorkFolder.create(folder.resolve("cluster"));
    Path halts = Files.createDirectory(folder.resolve("halts"));
    LocalServices services =
        new LocalServices(TrilinkHome.current().withCodeOf(SyncDrill.class), work);
    SyncDrillCluster cluster = new SyncDrillCluster(services, halts);
    try {
      services.startCluster(
          new ClusterOptions(
                  0,
                  REST_PORT,
                  SLOTS,
                  cluster.flink(),
                  ClusterHosts.loopback(ClusterOptions.TASK_MANAGERS))
              .highlyAvailable(highlyAvailable));
      cluster.redis = services.startRedisInMemory().awaitAddress();
      services.cluster().awaitReady();
      cluster.requests = new RestRequests(services.cluster().rest().url());
      return cluster;
    } catch (Throwable e) {
      cluster.close();
      throw e;
    }
  }

  private Map<String, String> flink() {
    Map<String, String> flink = new HashMap<>();
    String drill =
        "-D%s=true -D%s=%s".formatted(SyncDrill.PROPERTY, SyncDrill.HALTS, halts.toAbsolutePath());
    flink.put("env.java.opts.jobmanager", drill);
    flink.put("env.java.opts.taskmanager", drill);
    flink.put("taskmanager.memory.process.size", "900m");
    flink.put("jobmanager.memory.process.size", "700m");
    flink.put("jobmanager.memory.jvm-metaspace.size", "128m");
    flink.put("jobmanager.memory.off-heap.size", "64m");
    flink.put("taskmanager.memory.jvm-metaspace.size", "160m");
    flink.put("parallelism.default", String.valueOf(2 * SLOTS));
    flink.put("execution.checkpointing.interval", "200 ms");
    flink.put("restart-strategy", "fixed-delay");
    flink.put("restart-strategy.fixed-delay.attempts", "1000");
    flink.put("restart-strategy.fixed-delay.delay", "100 ms");
    flink.put("heartbeat.interval", "500"); // so that a failed process is detected soon
    flink.put("heartbeat.timeout", "10000");
    flink.put("high-availability.zookeeper.client.session-timeout", "4000"); // if there is one
    flink.put("high-availability.zookeeper.client.connection-timeout", "4000");
    return flink;
  }

  /** {@code host:port} of the Redis server. */
  String redis() {
    return redis;
  }

  /** Starts a job; returns its id. */
  String submit(SqlScript script) {
    return services.submit(Engine.TRILINK, script);
  }

  /** Waits for a checkpoint and some Syncs of the job since its last start. */
  void awaitSyncs(String job) {
    Await.until("the job to run", LIMIT, () -> running(job).isPresent());
    long before = syncs(job);
    Await.until(
        "Syncs of a running job",
        LIMIT,
        () -> {
          long now = syncs(job);
          return now >= before + SYNCS || (now < before && now >= SYNCS);
        });
  }

  private long syncs(String job) {
    return running(job)
        .flatMap(now -> rest().metrics(now).keyMoves())
        .map(KeyMoves::syncs)
        .orElse(0L);
  }

  /** The job if it is running; empty if the cluster has no JobManager at the moment. */
  private Optional<Job> running(String id) {
    Job job;
    try {
      job = rest().job(id);
    } catch (CommandFailure noAnswer) {
      return Optional.empty();
    }
    if (job.failed()) {
      throw new CommandFailure("the job failed: " + rest().failure(id));
    }
    return Optional.of(job).filter(Job::running);
  }

  private FlinkRest rest() {
    return services.cluster().rest();
  }

  /** Kills Redis while a process waits at a step of a Sync. */
  void loseRedisAt(String step) throws IOException {
    Path wait = Files.createFile(halts.resolve("wait-" + step));
    Path here = halts.resolve("at-" + step);
    Await.until(
        "a process to come to " + step, LIMIT, () -> !Files.exists(wait) && Files.exists(here));
    FolderProcess.in(services.folder()).stream()
        .filter(process -> process.name().equals(RedisServer.NAME))
        .forEach(process -> process.handle().destroyForcibly());
    int port = HostAndPort.from(redis).getPort();
    Await.until("Redis to end", LIMIT, () -> HostAddress.LOOPBACK.isFree(port));
    Files.delete(here);
  }

  /** Starts Redis again, and waits until all statements receive commands from it. */
  void startRedisAgain() {
    services.restart(RedisServer.NAME);
    HostAndPort server = HostAndPort.from(redis);
    Await.until(
        "Redis to have its listeners",
        LIMIT,
        () -> {
          try (Jedis client = new Jedis(server)) {
            return client.publish("moves", "{\"threshold\": 0.5}") == LISTENERS;
          } catch (JedisConnectionException notYet) {
            return false;
          }
        });
  }

  /** How often the job has been restarted. */
  long restarts(String job) {
    return requests.get("/jobs/" + job + "/metrics?get=numRestarts").path(0).path("value").asLong();
  }

  /** Makes a process fail at a step; returns the process's name. */
  String loseAt(String step) throws IOException {
    List<String> before = processes();
    Path halt = Files.createFile(halts.resolve(step));
    Await.until("a process to come to " + step, LIMIT, () -> !Files.exists(halt));
    return Await.until(
            "a process to be lost at " + step,
            LIMIT,
            () -> {
              List<String> lost = new ArrayList<>(before);
              lost.removeAll(processes());
              return lost;
            },
            lost -> !lost.isEmpty())
        .get(0);
  }

  private List<String> processes() {
    return FolderProcess.in(services.folder()).stream().map(FolderProcess::name).toList();
  }

  /**
   * Restarts a Flink process that has failed, and waits until the job has been restarted: for some
   * seconds after the failure the cluster still calls the job running.
   */
  void startAgain(String name, String job) {
    long failed = System.currentTimeMillis();
    services.restart(name);
    Await.until(
        "the job to be restarted",
        LIMIT,
        () -> running(job).filter(now -> isStartedAfter(now, failed)).isPresent());
  }

  /** Whether all tasks of a job have begun to work after a time, in epoch milliseconds. */
  private boolean isStartedAfter(Job job, long time) {
    for (Job.Vertex vertex : job.vertices()) {
      for (JsonNode subtask : requests.get(job.path(vertex) + "/subtasktimes").path("subtasks")) {
        if (subtask.path("timestamps").path("RUNNING").asLong() <= time) {
          return false;
        }
      }
    }
    return true;
  }

  /** Stops a job with drain, as if its input had ended. */
  void drain(String job) {
    JobCheckpoints checkpoints = rest().checkpoints(job);
    String request = checkpoints.stop(services.folder().checkpoints(), true);
    Await.until(
        "the job to end",
        LIMIT,
        () -> {
          checkpoints
              .savepoint(request)
              .flatMap(Savepoint::failure)
              .ifPresent(
                  reason -> {
                    throw new CommandFailure("the job could not be ended: " + reason);
                  });
          return rest().job(job).finished();
        });
  }

  @Override
  public void close() {
    services.close();
  }
}
