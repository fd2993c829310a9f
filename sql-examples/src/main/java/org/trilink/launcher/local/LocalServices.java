/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.launcher.local;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import javax.annotation.concurrent.GuardedBy;

/** A broker and a session cluster in one work folder; closing ends all their processes. */
public final class LocalServices implements AutoCloseable {

  private static final String SQL_CLIENT = "sql-client";

  private final TrilinkHome home;
  private final WorkFolder folder;

  @GuardedBy("this")
  private final List<LocalProcess> processes = new ArrayList<>();

  private HostAddress address = HostAddress.LOOPBACK;
  private JavaRuntime java = JavaRuntime.current();

  @GuardedBy("this")
  private boolean closed;

  private KafkaBroker broker;
  private SessionCluster cluster;
  private RedisServer redis;

  public LocalServices(TrilinkHome home, WorkFolder folder) {
    this.home = home;
    this.folder = folder;
  }

  /** Starts all processes without waiting for them; first the broker, which is needed first. */
  public void start(ClusterOptions options) {
    address = options.hosts().services();
    broker = KafkaBroker.start(this, options.kafkaPort());
    startCluster(options);
  }

  /** Starts the session cluster alone, without waiting for it. */
  public void startCluster(ClusterOptions options) {
    address = options.hosts().services();
    java = options.java();
    ClusterFlink.write(folder);
    cluster = SessionCluster.start(this, options);
  }

  /**
   * Starts a Redis server beside them, without waiting for it. Its data is durable.
   *
   * @param port 0 for any
   */
  public RedisServer startRedis(int port) {
    redis = RedisServer.start(this, port, true);
    return redis;
  }

  /** Starts a Redis server on any port and with its data in memory only, without waiting for it. */
  public RedisServer startRedisInMemory() {
    redis = RedisServer.start(this, 0, false);
    return redis;
  }

  /** The Redis server; empty if none was started. */
  public Optional<RedisServer> redis() {
    return Optional.ofNullable(redis);
  }

  /** Starts the broker alone, on any port, without waiting for it. */
  public void startBroker() {
    broker = KafkaBroker.start(this, 0);
  }

  public KafkaBroker broker() {
    return broker;
  }

  public SessionCluster cluster() {
    return cluster;
  }

  /** The host on which all but TaskManagers listen. */
  public String host() {
    return address.host();
  }

  /** A port of that host on which nothing listens. */
  public int freePort() {
    return address.freePort();
  }

  public TrilinkHome home() {
    return home;
  }

  /**
   * Starts a further server, of a program that is not Java, without waiting for it.
   *
   * @param name of the process
   * @param commandLine the program and its arguments
   * @param port of {@link #host} on which it listens
   */
  public void startServer(String name, List<String> commandLine, int port) {
    LocalProcess unused = start(ProcessLine.ofProgram(name, commandLine));
    ServerAddress.write(name, address.withPort(port), folder);
  }

  /**
   * The Java that the SQL Client runs on: that of the cluster's Flink, if that is another one than
   * the project's.
   */
  JavaRuntime clientJava() {
    return java.isAllCode() ? java : JavaRuntime.current();
  }

  /**
   * Flags of the SQL Client: a newer one has a gateway in it, which listens on the cluster's
   * address and is looked for at localhost.
   */
  List<String> clientFlags() {
    return java.isAllCode() ? SessionCluster.localhostAt(address, folder) : List.of();
  }

  /** The address that all processes but TaskManagers listen on. */
  HostAddress address() {
    return address;
  }

  public WorkFolder folder() {
    return folder;
  }

  /** Runs a script that starts one job; returns the job's id. */
  public String submit(Engine engine, SqlScript script) {
    try (SqlClientProcess client = new SqlClientProcess(this, engine, SQL_CLIENT)) {
      return client.submit(script);
    }
  }

  /** Leaves broker and cluster running; {@link ClusterControl} finds them again. */
  public synchronized void release() {
    List<LocalProcess> lasting = processes.stream().filter(LocalProcess::isAlive).toList();
    try (ProcessFile file = ProcessFile.open(folder)) {
      file.write(lasting.stream().map(RecordedProcess::of).toList());
    }
    lasting.forEach(LocalProcess::release);
  }

  /**
   * Starts a process again, on the ports, data and configuration that it had, without waiting for
   * it. One that still runs is killed first.
   */
  synchronized void restart(String name) {
    processes.stream()
        .filter(process -> process.name().equals(name))
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException("there is no " + name))
        .startAgain();
  }

  /** Starts a process that ends with the others; none is started any more once they have ended. */
  public LocalProcess start(JavaCommand command) {
    return start(command.line(home, folder));
  }

  /** Starts a process that ends with the others; none is started any more once they have ended. */
  synchronized LocalProcess start(ProcessLine line) {
    if (closed) {
      throw new CommandFailure("interrupted");
    }
    LocalProcess process = line.start(folder);
    processes.add(process);
    return process;
  }

  /** Ends all processes, the last one started first; also called while others are still started. */
  @Override
  public synchronized void close() {
    closed = true;
    for (int i = processes.size() - 1; i >= 0; i--) {
      processes.get(i).close();
    }
  }
}
