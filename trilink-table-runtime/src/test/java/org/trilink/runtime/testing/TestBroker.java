/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.testing;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.Map;
import java.util.stream.Stream;
import kafka.security.authorizer.AclAuthorizer;
import kafka.server.KafkaConfig;
import kafka.server.KafkaServer;
import org.apache.kafka.common.network.ListenerName;
import org.apache.kafka.common.utils.Time;
import org.apache.zookeeper.server.NIOServerCnxnFactory;
import org.apache.zookeeper.server.ZooKeeperServer;

/**
 * A real broker and its ZooKeeper in the tests' own JVM; one for all of them. A module that uses it
 * needs Kafka's server among its tests' dependencies.
 */
public final class TestBroker {

  private static final String HOST = "127.0.0.1";
  private static final int ZOOKEEPER_TICK_MILLIS = 500;
  private static final int ZOOKEEPER_CONNECTIONS = 100;

  private static String address;

  private TestBroker() {}

  /** The broker's address. Starts it if needed; it runs until the JVM ends. */
  public static synchronized String address() {
    if (address == null) {
      address = start();
    }
    return address;
  }

  private static String start() {
    try {
      Path folder = Files.createTempDirectory("trilink-test-broker");
      int zooKeeperPort = startZooKeeper(folder.resolve("zookeeper"));
      KafkaServer broker =
          new KafkaServer(
              configuration(folder, zooKeeperPort), Time.SYSTEM, scala.Option.empty(), false);
      broker.startup();
      Runtime.getRuntime().addShutdownHook(new Thread(() -> stop(broker, folder)));
      return HOST + ":" + broker.boundPort(ListenerName.normalised("PLAINTEXT"));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("The tests' broker was not started.", e);
    }
  }

  private static int startZooKeeper(Path data) throws IOException, InterruptedException {
    ZooKeeperServer server =
        new ZooKeeperServer(
            data.resolve("snapshots").toFile(),
            data.resolve("log").toFile(),
            ZOOKEEPER_TICK_MILLIS);
    NIOServerCnxnFactory listener = new NIOServerCnxnFactory();
    listener.configure(
        new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), ZOOKEEPER_CONNECTIONS);
    listener.startup(server);
    return listener.getLocalPort();
  }

  private static KafkaConfig configuration(Path data, int zooKeeperPort) {
    return new KafkaConfig(
        Map.ofEntries(
            Map.entry("broker.id", "0"),
            Map.entry("zookeeper.connect", HOST + ":" + zooKeeperPort),
            Map.entry("zookeeper.connection.timeout.ms", "30000"),
            Map.entry("listeners", "PLAINTEXT://" + HOST + ":0"),
            Map.entry("log.dirs", data.resolve("topics").toString()),
            Map.entry("auto.create.topics.enable", "false"),
            Map.entry("authorizer.class.name", AclAuthorizer.class.getName()),
            Map.entry("allow.everyone.if.no.acl.found", "true"),
            Map.entry("offsets.topic.replication.factor", "1"),
            Map.entry("offsets.topic.num.partitions", "1"),
            Map.entry("transaction.state.log.replication.factor", "1"),
            Map.entry("transaction.state.log.min.isr", "1"),
            Map.entry("transaction.state.log.num.partitions", "1"),
            // Flink's transactional sink requires one hour.
            Map.entry("transaction.max.timeout.ms", "7200000"),
            Map.entry("group.initial.rebalance.delay.ms", "0"),
            // Topics are too short-lived for compaction, and the cleaner takes 128 MB.
            Map.entry("log.cleaner.enable", "false"),
            Map.entry("log.retention.ms", "-1"),
            Map.entry("controlled.shutdown.enable", "false")),
        false);
  }

  /**
   * Stops the broker before its files are deleted: otherwise it would halt the JVM with an exit
   * code that fails the build.
   */
  private static void stop(KafkaServer broker, Path folder) {
    broker.shutdown();
    broker.awaitShutdown();
    delete(folder);
  }

  private static void delete(Path folder) {
    try (Stream<Path> files = Files.walk(folder)) {
      files.sorted(Comparator.reverseOrder()).forEach(file -> file.toFile().delete());
    } catch (IOException | UncheckedIOException e) {
      // it is a temporary folder
    }
  }
}
