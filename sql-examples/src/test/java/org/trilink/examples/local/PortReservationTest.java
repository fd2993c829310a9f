package org.trilink.examples.local;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class PortReservationTest {

  @Test
  void aPortIsGivenAwayOnce() {
    int port = HostAddress.LOOPBACK.freePort();

    assertThat(HostAddress.LOOPBACK.isFree(port)).isTrue();
    assertThat(PortReservation.take(port)).isFalse();
    assertThat(HostAddress.LOOPBACK.freePortPreferably(port)).isNotEqualTo(port);
  }
}
