/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.launcher.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.net.DatagramSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ServerPortsTest {

  @TempDir private Path temp;

  @Test
  void aPortIsGivenAwayOnce() {
    int port = HostAddress.LOOPBACK.freePort();

    assertThat(HostAddress.LOOPBACK.isFree(port)).isTrue();
    assertThat(ServerPorts.reserve(HostAddress.LOOPBACK.socketAddress(port))).isFalse();
    assertThat(HostAddress.LOOPBACK.freePortPreferably(port)).isNotEqualTo(port);
  }

  @Test
  void aPortThatAnotherProcessHasReservedIsNotTaken() throws IOException {
    try (DatagramSocket other = new DatagramSocket(HostAddress.LOOPBACK.socketAddress(0))) {
      int port = other.getLocalPort();

      assertThat(ServerPorts.reserve(HostAddress.LOOPBACK.socketAddress(port))).isFalse();
      assertThat(HostAddress.LOOPBACK.freePortPreferably(port)).isNotEqualTo(port);
    }
  }

  @Test
  void connectionsAreNotGivenThePortsOfServers() throws IOException {
    Path range = Files.writeString(temp.resolve("range"), "20000\t60999\n");

    assertThat(ServerPorts.endOf(range)).isEqualTo(20_000);
    assertThat(ServerPorts.endOf(temp.resolve("none"))).as("not told").isEqualTo(15_000);
    int firstOfConnections = ServerPorts.endOf(ServerPorts.RANGE);
    assumeTrue(firstOfConnections > 16_000, "connections may use all ports here");
    assertThat(Stream.generate(HostAddress.LOOPBACK::freePort).limit(10))
        .allMatch(port -> port >= 15_000 && port < firstOfConnections)
        .doesNotHaveDuplicates();
  }
}
