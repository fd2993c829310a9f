/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.planner.flink;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.ZoneId;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.table.api.TableConfig;
import org.apache.flink.table.api.bridge.java.StreamTableEnvironment;
import org.junit.jupiter.api.Test;
import org.trilink.planner.hint.HintOptions;
import org.trilink.planner.hint.TrilinkOptions;
import org.trilink.runtime.testing.SharedCluster;

/** Settings of the cluster's configuration, which a program's session does not repeat. */
class ClusterSettingsTest {

  @Test
  void theyCountInASession() {
    Configuration cluster = new Configuration();
    cluster.setString("table.local-time-zone", "Asia/Kolkata");
    cluster.setString("table.exec.state.ttl", "7 d");
    cluster.setString("table.optimizer.trilink.watermark.delay", "3 s");
    TableConfig session =
        StreamTableEnvironment.create(SharedCluster.environment(1, cluster)).getConfig();

    assertThat(FlinkSettings.timeZone(session)).isEqualTo(ZoneId.of("Asia/Kolkata"));
    assertThat(FlinkSettings.stateRetention(session)).isEqualTo(Duration.ofDays(7));
    assertThat(HintOptions.ofSession(FlinkSettings.of(session)).get(TrilinkOptions.WATERMARK_DELAY))
        .contains(Duration.ofSeconds(3));
  }

  @Test
  void theSessionsOwnComeFirst() {
    Configuration cluster = new Configuration();
    cluster.setString("table.local-time-zone", "Asia/Kolkata");
    TableConfig session =
        StreamTableEnvironment.create(SharedCluster.environment(1, cluster)).getConfig();
    session.setLocalTimeZone(ZoneId.of("America/New_York"));

    assertThat(FlinkSettings.timeZone(session)).isEqualTo(ZoneId.of("America/New_York"));
  }
}
