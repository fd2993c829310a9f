/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.launcher.local;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import kafka.server.KafkaConfig;
import kafka.server.KafkaServer;
import org.apache.kafka.common.utils.Time;
import org.apache.zookeeper.server.NIOServerCnxnFactory;
import org.apache.zookeeper.server.ZKDatabase;
import org.apache.zookeeper.server.ZooKeeperServer;

/** One Kafka broker and the ZooKeeper it needs in one process. */
final class EmbeddedKafka {

  private static final int ZOOKEEPER_TICK_MILLIS = 500;
  private static final int ZOOKEEPER_CONNECTIONS = 100;

  private EmbeddedKafka() {}

  /** Arguments: the data folder, and the address and port to listen on. */
  public static void main(String[] args) throws Exception {
    Path data = Path.of(args[0]);
    HostAddress address = new HostAddress(args[1]);
    String listener = address.withPort(Integer.parseInt(args[2]));
    int zooKeeperPort = startZooKeeper(data.resolve("zookeeper"));
    KafkaServer broker =
        new KafkaServer(
            configuration(data, zooKeeperPort, listener), Time.SYSTEM, scala.Option.empty(), false);
    Runtime.getRuntime().addShutdownHook(new Thread(broker::shutdown, "shut-down"));
    broker.startup();
    broker.awaitShutdown();
  }

  private static int startZooKeeper(Path data) throws IOException, InterruptedException {
    ZooKeeperServer server =
        new ZooKeeperServer(
            data.resolve("snapshots").toFile(),
            data.resolve("log").toFile(),
            ZOOKEEPER_TICK_MILLIS);
    NIOServerCnxnFactory listener = new NIOServerCnxnFactory();
    // only the broker talks to it
    listener.configure(HostAddress.LOOPBACK.socketAddress(0), ZOOKEEPER_CONNECTIONS);
    listener.startup(server);
    endSessions(server);
    return listener.getLocalPort();
  }

  /**
   * Ends the sessions of a broker that was killed: until they expire, they keep the next one from
   * registering under the same id.
   */
  private static void endSessions(ZooKeeperServer server) throws InterruptedException {
    ZKDatabase data = server.getZKDatabase();
    for (long session : List.copyOf(data.getSessions())) {
      server.closeSession(session);
    }
    while (!data.getSessions().isEmpty()) {
      Thread.sleep(10); // it closes them one after the other
    }
  }

  private static KafkaConfig configuration(Path data, int zooKeeperPort, String listener) {
    return new KafkaConfig(
        Map.ofEntries(
            Map.entry("broker.id", "0"),
            Map.entry("zookeeper.connect", HostAddress.LOOPBACK.withPort(zooKeeperPort)),
            Map.entry("zookeeper.connection.timeout.ms", "30000"),
            Map.entry("listeners", "PLAINTEXT://" + listener),
            Map.entry("log.dirs", data.resolve("topics").toString()),
            // A user's INSERT makes its topic; the consumer of a missing one still fails.
            Map.entry("auto.create.topics.enable", "true"),
            Map.entry("num.partitions", "2"),
            Map.entry("offsets.topic.replication.factor", "1"),
            Map.entry("offsets.topic.num.partitions", "1"),
            Map.entry("transaction.state.log.replication.factor", "1"),
            Map.entry("transaction.state.log.min.isr", "1"),
            Map.entry("transaction.state.log.num.partitions", "1"),
            // Flink's transactional sink asks for one hour.
            Map.entry("transaction.max.timeout.ms", "7200000"),
            Map.entry("group.initial.rebalance.delay.ms", "0"),
            // Nothing here lives long enough to be compacted, and the cleaner takes 128 MB.
            Map.entry("log.cleaner.enable", "false"),
            Map.entry("log.retention.ms", "-1"),
            Map.entry("controlled.shutdown.enable", "false")),
        false);
  }
}
