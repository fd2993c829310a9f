/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.benchmark.chaos;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.trilink.benchmark.host.HostSupport;

class SmallDiskTest {

  @TempDir private Path folder;

  /** As a checkpoint that is replaced while the disk is full. */
  @Test
  void whatIsDeletedLeavesNoRoomOnceItIsFilledAgain() throws IOException {
    assumeTrue(HostSupport.missing().isEmpty(), "needs root on Linux");
    try (SmallDisk disk = SmallDisk.at(folder.resolve("small"))) {
      Path checkpoint = Files.write(folder.resolve("small/checkpoint"), new byte[70_000]);
      disk.fill();
      Files.delete(checkpoint);
      disk.fill();
      assertThatThrownBy(() -> Files.write(checkpoint, new byte[10_000]))
          .isInstanceOf(IOException.class);

      disk.free();
      Files.write(checkpoint, new byte[10_000]);
      assertThat(checkpoint).hasSize(10_000);
    }
  }
}
