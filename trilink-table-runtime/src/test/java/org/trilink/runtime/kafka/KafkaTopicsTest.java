/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** With servers that do not answer. */
@Tag("slow")
class KafkaTopicsTest {

  private static final Duration LIMIT = Duration.ofSeconds(6);

  /** The time that passes until a connection is accepted is part of the limit. */
  @Test
  void aConnectionAndAnAnswerAreAwaitedWithinOneLimit() throws Exception {
    List<Socket> waiting = new ArrayList<>();
    try (ServerSocket full = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
        ServerSocket mute = new ServerSocket(0, 16, InetAddress.getLoopbackAddress())) {
      fill(full, waiting);
      KafkaTopics topics =
          new KafkaTopics(
              List.of("t"),
              Map.of(
                  "bootstrap.servers",
                  "127.0.0.1:" + full.getLocalPort() + ",127.0.0.1:" + mute.getLocalPort()));

      long start = System.nanoTime();
      assertThatThrownBy(() -> topics.partitionsSoon(getClass().getClassLoader(), LIMIT))
          .isInstanceOf(TopicException.class)
          .hasMessageContaining("cannot be read");
      assertThat(Duration.ofNanos(System.nanoTime() - start)).isBetween(LIMIT.dividedBy(2), LIMIT);
    } finally {
      for (Socket socket : waiting) {
        socket.close();
      }
    }
  }

  /** Connects until the server takes no more connections. */
  private static void fill(ServerSocket server, List<Socket> waiting) throws IOException {
    boolean takesMore = true;
    while (takesMore) {
      Socket socket = new Socket();
      waiting.add(socket);
      try {
        socket.connect(server.getLocalSocketAddress(), 500);
      } catch (IOException full) {
        takesMore = false;
      }
    }
  }
}
