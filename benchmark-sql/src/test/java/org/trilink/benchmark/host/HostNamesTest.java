/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.benchmark.host;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class HostNamesTest {

  private static final int DEVICE_NAME_LIMIT = 15;
  private static final String GREATEST_PID = "4194304";

  @Test
  void allNamesTellTheProcess() {
    HostNames names = HostNames.next();
    long pid = ProcessHandle.current().pid();

    assertThat(HostNames.next()).isNotEqualTo(names);
    assertThat(HostNames.pidIn(names.bridge())).hasValue(pid);
    assertThat(HostNames.pidIn(names.switchNamespace())).hasValue(pid);
    assertThat(HostNames.pidIn(names.node(3))).hasValue(pid);
  }

  @ParameterizedTest
  @ValueSource(strings = {"eth0", "tl", "tl12", "tlx-1", "tl12-", "atl12-1"})
  void leavesNamesOfOthersAlone(String name) {
    assertThat(HostNames.pidIn(name)).isEmpty();
  }

  @Test
  void fitANetworkDevice() {
    assertThat(new HostNames("tl" + GREATEST_PID + "-99").node(99))
        .hasSizeLessThanOrEqualTo(DEVICE_NAME_LIMIT);
  }
}
