/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.launcher.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FlinkConfigurationTest {

  private static final ClusterOptions OPTIONS =
      new ClusterOptions(0, 0, 2, Map.of("parallelism.default", "3"), ClusterHosts.loopback(2));

  @TempDir private Path path;

  private Map<String, String> ofClient(ClusterOptions options, Optional<String> zooKeeper) {
    WorkFolder folder = WorkFolder.create(path.resolve("cluster"));
    FlinkConfiguration.writeForCluster(folder, options, zooKeeper);
    return FlinkConfiguration.ofClient(folder);
  }

  @Test
  void aClientGetsTheAddressAndWhatTheClusterWasStartedWith() {
    assertThat(ofClient(OPTIONS, Optional.empty()))
        .containsOnlyKeys("rest.address", "rest.port", "parallelism.default")
        .containsEntry("rest.address", "127.0.0.1")
        .containsEntry("parallelism.default", "3");
  }

  @Test
  void jobsOfAHighlyAvailableClusterTakeCheckpoints() {
    ClusterOptions highlyAvailable = OPTIONS.highlyAvailable(true);

    Map<String, String> client = ofClient(highlyAvailable, Optional.of("127.0.0.1:2181"));

    assertThat(client)
        .containsOnlyKeys(
            "rest.address", "rest.port", "parallelism.default", "execution.checkpointing.interval")
        .containsEntry("execution.checkpointing.interval", "5 s");
  }

  @Test
  void theIntervalOfTheUserWins() {
    ClusterOptions options =
        new ClusterOptions(
                0,
                0,
                2,
                Map.of("execution.checkpointing.interval", "1 min"),
                ClusterHosts.loopback(2))
            .highlyAvailable(true);

    assertThat(ofClient(options, Optional.of("127.0.0.1:2181")))
        .containsEntry("execution.checkpointing.interval", "1 min");
  }

  @Test
  void refusesWhatFlinkWouldReadAsAComment() {
    ClusterOptions options =
        new ClusterOptions(
            0, 0, 2, Map.of("s3.secret-key", "top#secret"), ClusterHosts.loopback(2));

    assertThatThrownBy(() -> ofClient(options, Optional.empty()))
        .isInstanceOf(CommandFailure.class)
        .hasMessageContaining("option s3.secret-key: ")
        .hasMessageNotContaining("top#secret");
  }

  @Test
  void refusesAFolderThatFlinkWouldReadAsAnother() {
    WorkFolder folder = WorkFolder.create(path.resolve("c#"));

    assertThatThrownBy(() -> FlinkConfiguration.writeForCluster(folder, OPTIONS, Optional.empty()))
        .isInstanceOf(CommandFailure.class)
        .hasMessageContaining("'#' in its path");
  }
}
