package org.trilink.examples.local;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class PortReservationTest {

  @Test
  void aPortIsGivenAwayOnce() {
    int port = Loopback.freePort();

    assertThat(Loopback.isFree(port)).isTrue();
    assertThat(PortReservation.take(port)).isFalse();
    assertThat(Loopback.freePortPreferably(port)).isNotEqualTo(port);
  }
}
