/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.benchmark.switching;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

class SyncLogTest {

  @Test
  void readsTheMovesThatWereMade() {
    String log =
        """
        10:00:00 INFO  SyncLeader [] - Key placement, operator Match: Sync 1 has moved no key: some subtasks did not get ready in time.
        10:00:01 INFO  SyncLeader [] - Key placement, operator Match: Sync 2 has moved 30 keys with 1310340 bytes of state in 130 ms, watermarks waited for up to 101 ms: moving 30 key(s) changes the balance from 0.26 to 0.90.
        """;

    assertThat(SyncLog.syncs(log)).containsExactly(new SyncLog.Sync(30, 1_310_340, 101));
  }

  @Test
  void gapsAreFromRowToRow() {
    assertThat(OutputGaps.longestFirst(100, new TreeSet<>(List.of(130L, 140L, 1_140L))))
        .containsExactly(1_000L, 30L, 10L);
  }
}
