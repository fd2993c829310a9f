/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.launcher.local;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.Socket;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RedisServerTest {

  private static final Duration LIMIT = Duration.ofSeconds(20);

  @TempDir private Path folder;

  @Test
  void answersUntilTheServicesAreClosed() throws IOException {
    WorkFolder work = WorkFolder.create(folder.resolve("run"));
    LocalServices services = new LocalServices(TrilinkHome.current(), work);
    List<ProcessHandle> programs;
    URI address;
    try (services) {
      RedisServer redis = services.startRedis(0);
      address = URI.create("redis://" + redis.awaitAddress());
      assertThat(address).hasScheme("redis").hasHost("127.0.0.1");
      assertThat(ask(address, "SET k v\r\n")).isEqualTo("+OK\r\n");
      programs =
          ProcessHandle.current()
              .descendants()
              .filter(process -> process.info().command().orElse("").contains("redis-server"))
              .toList();
      assertThat(programs).hasSize(1);
    }

    assertThat(programs.get(0).onExit().join().isAlive()).isFalse();
  }

  @Test
  void whatItAcknowledgedOutlivesItsKilling() throws IOException {
    WorkFolder work = WorkFolder.create(folder.resolve("a run"));
    try (LocalServices services = new LocalServices(TrilinkHome.current(), work)) {
      URI address = URI.create("redis://" + services.startRedis(0).awaitAddress());
      assertThat(ask(address, "SET k v\r\n")).isEqualTo("+OK\r\n");
      int port = address.getPort();
      List<FolderProcess> servers = FolderProcess.in(work);
      assertThat(servers).hasSize(1);
      assertThat(servers.get(0).handle().destroyForcibly()).isTrue();
      Await.until("Redis to end", LIMIT, () -> HostAddress.LOOPBACK.isFree(port));

      services.restart(RedisServer.NAME);

      Await.until("Redis to have its data", LIMIT, () -> "$1\r\nv".equals(get(address)));
    }
  }

  /** The beginning of Redis' answer for the key k; empty while it does not listen yet. */
  private static String get(URI address) {
    try {
      return ask(address, "GET k\r\n");
    } catch (IOException notYet) {
      return "";
    }
  }

  private static String ask(URI address, String command) throws IOException {
    try (Socket socket = new Socket()) {
      socket.connect(HostAddress.LOOPBACK.socketAddress(address.getPort()));
      socket.getOutputStream().write(command.getBytes(US_ASCII));
      return new String(socket.getInputStream().readNBytes("+OK\r\n".length()), US_ASCII);
    }
  }
}
