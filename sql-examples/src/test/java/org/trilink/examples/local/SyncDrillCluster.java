/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.examples.local;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.apache.flink.runtime.zookeeper.FlinkZooKeeperQuorumPeer;
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
  private final Map<String, List<String>> commandLines = new HashMap<>();
  private final List<Process> again = new ArrayList<>();

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
    LocalServices services = new LocalServices(TrilinkHome.current(), work);
    SyncDrillCluster cluster = new SyncDrillCluster(services, halts);
    try {
      Map<String, String> flink = cluster.flink();
      JavaRuntime java = JavaRuntime.current();
      if (highlyAvailable) {
        java = withZooKeeper(java);
        cluster.startZooKeeper(flink, java);
      }
      services.startCluster(
          new ClusterOptions(0, REST_PORT, SLOTS, flink, ClusterHosts.loopback(2), java));
      cluster.redis = services.startRedisInMemory().awaitAddress();
      services.cluster().awaitReady();
      for (FolderProcess process : FolderProcess.in(work)) {
        cluster.commandLines.put(process.name(), commandLine(process.handle()));
      }
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
    return flink;
  }

  /** Flink's default ZooKeeper client cannot parse addresses on this version of Java. */
  private static JavaRuntime withZooKeeper(JavaRuntime java) throws IOException {
    Path folder = TrilinkHome.current().jars().resolveSibling("zookeeper");
    if (!Files.exists(folder)) {
      throw new CommandFailure("there is no " + folder + ": the build has it with -Pnightly");
    }
    try (Stream<Path> jars = Files.list(folder)) {
      return new JavaRuntime(java.executable(), jars.toList());
    }
  }

  private void startZooKeeper(Map<String, String> flink, JavaRuntime java) {
    WorkFolder work = services.folder();
    int port = HostAddress.LOOPBACK.freePort();
    String host = HostAddress.LOOPBACK.host();
    Path configuration =
        work.write(
            work.conf().resolve("zoo.cfg"),
            "tickTime=1000\ndataDir=%s\nclientPort=%d\nclientPortAddress=%s\n"
                .formatted(work.temp().resolve("zookeeper"), port, host));
    services.start(
        new JavaCommand("zookeeper", FlinkZooKeeperQuorumPeer.class.getName())
            .on(java)
            .jvm("-Xmx64m", "-XX:+UseSerialGC")
            .arguments("--zkConfigFile", configuration.toString(), "--peerId", "1"));
    String jobManagerPort = String.valueOf(HostAddress.LOOPBACK.freePort());
    flink.put("jobmanager.rpc.port", jobManagerPort); // which shows that it is up
    flink.put("high-availability.jobmanager.port", jobManagerPort);
    flink.put("high-availability", "zookeeper");
    flink.put("high-availability.zookeeper.quorum", host + ":" + port);
    flink.put("high-availability.storageDir", "file://" + work.checkpoints().resolve("ha"));
    flink.put("high-availability.zookeeper.client.session-timeout", "4000");
    flink.put("high-availability.zookeeper.client.connection-timeout", "4000");
  }

  private static List<String> commandLine(ProcessHandle process) throws IOException {
    return List.of(
        Files.readString(Path.of("/proc", String.valueOf(process.pid()), "cmdline")).split("\0"));
  }

  /** {@code host:port} of the Redis server. */
  String redis() {
    return redis;
  }

  /** Starts a job; returns its id. The client does not use ZooKeeper. */
  String submit(SqlScript script) {
    return services.submit(
        Engine.TRILINK, new SqlScript("SET 'high-availability' = 'NONE';\n" + script.text()));
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
    return running(job).flatMap(rest()::keyMoves).map(KeyMoves::syncs).orElse(0L);
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
  void startRedisAgain() throws IOException {
    startAgain(RedisServer.NAME, RedisServer.commandLine(services.folder()));
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
    return rest().restarts(job);
  }

  /** Makes a process fail at a step; returns the process's name. */
  String loseAt(String step) throws IOException {
    Path halt = Files.createFile(halts.resolve(step));
    Await.until("a process to come to " + step, LIMIT, () -> !Files.exists(halt));
    List<String> lost = new ArrayList<>();
    Await.until(
        "a process to be lost at " + step,
        LIMIT,
        () -> {
          lost.clear();
          lost.addAll(commandLines.keySet());
          FolderProcess.in(services.folder()).forEach(process -> lost.remove(process.name()));
          return !lost.isEmpty();
        });
    return lost.get(0);
  }

  /** Restarts a Flink process that has failed. */
  void startAgain(String name) throws IOException {
    startAgain(name, commandLines.get(name));
  }

  private void startAgain(String name, List<String> commandLine) throws IOException {
    WorkFolder work = services.folder();
    Path output = work.logs().resolve("%s-%d.out".formatted(name, again.size()));
    ProcessBuilder builder = new ProcessBuilder(commandLine);
    builder.directory(work.path().toFile());
    builder.environment().put("FLINK_CONF_DIR", work.conf().toString());
    again.add(builder.redirectErrorStream(true).redirectOutput(output.toFile()).start());
  }

  /** Stops a job with drain, as if its input had ended. */
  void drain(String job) {
    String request = rest().stopWithDrain(job, services.folder().checkpoints());
    Await.until(
        "the job to end",
        LIMIT,
        () -> {
          rest()
              .stopFailure(job, request)
              .ifPresent(
                  reason -> {
                    throw new CommandFailure("the job could not be ended: " + reason);
                  });
          return rest().job(job).finished();
        });
  }

  @Override
  public void close() {
    again.forEach(Process::destroyForcibly);
    services.close();
  }
}
