/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.move.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.apache.flink.table.data.binary.BinaryRowData;
import org.junit.jupiter.api.Test;
import org.trilink.runtime.key.KeyBytes;

/** Where the strategy puts keys: in key group 0. */
class MovedKeysMapTest {

  private static MovingKeys move(BinaryRowData key, int from, int to) {
    return MovingKeys.builder().move(key, from, to, 0).build();
  }

  private static MovingKeys moveMany(int from, int to) {
    MovingKeys.Builder moves = MovingKeys.builder();
    for (int key = from; key < to; key++) {
      moves.move(SimulatedJob.rowOf(key), 0, 1, 0);
    }
    return moves.build();
  }

  @Test
  void aKeyThatReturnsIsDropped() {
    BinaryRowData key = SimulatedJob.rowOf(7);
    MovedKeys moved = MovedKeys.NONE.with(1, move(key, 0, 1)).with(2, moveMany(8, 9));

    MovedKeys returned = moved.with(3, move(key, 1, 0));

    assertThat(moved.size()).isEqualTo(2);
    assertThat(returned.size()).isEqualTo(1);
    assertThat(returned.epoch()).isEqualTo(3);
    assertThat(returned.keyGroupOf(key, 0)).isZero();
    assertThat(returned.keyGroupOf(SimulatedJob.rowOf(8), 0)).isEqualTo(1);
  }

  /** So that they place the next record as the coordinator expects it. */
  @Test
  void placingSubtasksDropItToo() throws Exception {
    BinaryRowData key = SimulatedJob.rowOf(7);
    SyncSender sender = new SyncSender(0, 0, new Silent());
    SyncMessage.begin(MovedKeys.NONE.with(1, move(key, 0, 1))).deliver(sender);
    assertThat(sender.keyGroupOf(key, 0)).isEqualTo(1);

    SyncMessage.prepareSender(2, move(key, 1, 0)).deliver(sender);
    SyncMessage.go(2).deliver(sender);

    assertThat(sender.keyGroupOf(key, 0)).isZero();
    assertThat(sender.moved().size()).isZero();
  }

  @Test
  void itHasAMaximumNumberOfKeys() {
    MovedKeys moved = MovedKeys.NONE.with(1, moveMany(1, MovedKeys.MAX_KEYS));

    assertThat(moved.hasRoomFor(moveMany(-1, 0))).isTrue();
    assertThat(moved.hasRoomFor(moveMany(-2, 0))).isFalse();

    MovedKeys full = moved.with(2, moveMany(-1, 0));
    assertThat(full.size()).isEqualTo(MovedKeys.MAX_KEYS);
    assertThat(full.hasRoomFor(move(SimulatedJob.rowOf(5), 1, 2))).as("moves on").isTrue();
    assertThat(full.hasRoomFor(move(SimulatedJob.rowOf(5), 1, 0))).as("returns").isTrue();
  }

  @Test
  void itHasAMaximumSize() {
    List<BinaryRowData> keys = new ArrayList<>();
    for (byte number = 0; number < 4; number++) {
      byte[] bytes = new byte[MovedKeys.MAX_BYTES / 4];
      bytes[0] = number;
      keys.add(KeyBytes.key(bytes));
    }
    MovedKeys moved = MovedKeys.NONE;
    for (int i = 0; i < 3; i++) {
      assertThat(moved.hasRoomFor(move(keys.get(i), 0, 1))).isTrue();
      moved = moved.with(i, move(keys.get(i), 0, 1));
    }

    assertThat(moved.hasRoomFor(move(keys.get(3), 0, 1))).isFalse();
    assertThat(moved.hasRoomFor(move(SimulatedJob.rowOf(7), 0, 1))).isTrue();
  }

  /** Sends nothing. */
  private static final class Silent implements SyncSender.Effects {

    @Override
    public void tell(SyncMessage.FromSender message) {}

    @Override
    public void sendToAllChannels(SyncMarker marker) {}
  }
}
