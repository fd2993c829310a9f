/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.launcher.demo;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.trilink.launcher.local.CommandFailure;

class TopicsTest {

  /** Something is at the address, so that nothing else can be, but it does not speak Kafka. */
  @Test
  void namesTheAddressAtWhichNoBrokerAnswers() throws IOException {
    try (ServerSocket mute = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
      String address = "127.0.0.1:" + mute.getLocalPort();
      try (Topics topics = new Topics(address, 1, Duration.ofSeconds(1))) {
        assertThatThrownBy(() -> topics.createMissing(List.of("readings")))
            .isInstanceOf(CommandFailure.class)
            .hasMessage(
                "no Kafka broker answers at " + address + "; is it up, and is that its address?");
      }
    }
  }
}
