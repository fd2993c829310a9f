/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.move.protocol;

import java.io.IOException;
import javax.annotation.Nullable;
import org.apache.flink.table.data.binary.BinaryRowData;

/**
 * A placing subtask's part in Syncs. It never holds records: on Go it sends its markers and places
 * the next record by the new map.
 *
 * <p>All its methods are called by the task's thread, and never while a record is processed. It
 * stores nothing in checkpoints: the coordinator sends the initial map.
 */
public final class SyncSender {

  private enum Phase {
    IDLE,
    /** It has reported that it is ready. */
    READY,
    /** It has sent its markers. */
    GONE
  }

  private final int input;
  private final int sender;
  private final Effects effects;

  private Phase phase = Phase.IDLE;

  /** The number of the Sync under way, or of the last one. */
  private int number;

  /** The moves of the Sync under way; null in phase {@link Phase#IDLE}. */
  @Nullable private MovingKeys moves;

  /** The map of moved keys; null before the coordinator has sent it. */
  @Nullable private MovedKeys moved;

  private boolean ended;

  /**
   * @param input of the operator behind the exchange, from 0 on
   * @param sender the subtask's index
   */
  public SyncSender(int input, int sender, Effects effects) {
    this.input = input;
    this.sender = sender;
    this.effects = effects;
  }

  // ------------------------------------------------------------------------------------- records

  /** Whether it knows the map: before that no record can be placed. */
  public boolean knowsMap() {
    return moved != null;
  }

  /**
   * The key group of the next record of a key.
   *
   * @param base the key group of the strategy, regardless of moves; so an answer of the coordinator
   *     is right no matter when it arrives
   */
  public int keyGroupOf(BinaryRowData key, int base) {
    return moved.keyGroupOf(key, base);
  }

  /** The map by which records are placed now; null as long as it is not known. */
  @Nullable
  public MovedKeys moved() {
    return moved;
  }

  // --------------------------------------------------------------------------------- end of input

  /**
   * Whether the subtask may end its input. It may not while a Sync is under way: the subtasks
   * behind the exchange would treat it as the end of all input. A caller that waits must process
   * the coordinator's messages in the meantime.
   */
  public boolean mayEnd() {
    return phase == Phase.IDLE;
  }

  /** The input ends: no Sync is possible from now on. */
  public void end() {
    if (!mayEnd()) {
      throw new IllegalStateException("Sync " + number + " is under way, the input can't end.");
    }
    ended = true;
    effects.tell(SyncMessage.senderEnded());
  }

  // ------------------------------------------------------------------ the coordinator's messages

  void begin(MovedKeys map) {
    moved = map;
  }

  void prepare(int newNumber, MovingKeys newMoves) {
    if (newNumber <= number) {
      return; // of a Sync that is over
    }
    if (ended) {
      effects.tell(SyncMessage.senderEnded());
      return;
    }
    number = newNumber;
    moves = newMoves;
    phase = Phase.READY;
    effects.tell(SyncMessage.senderReady(number));
  }

  void go(int ofNumber) throws IOException {
    if (ofNumber == number && phase == Phase.READY) {
      phase = Phase.GONE;
      moved = moved.with(number, moves);
      effects.sendToAllChannels(new SyncMarker(number, input, sender));
    }
  }

  void over(int ofNumber) {
    if (ofNumber == number && phase == Phase.GONE) {
      phase = Phase.IDLE;
      moves = null;
    }
  }

  void cancel(int ofNumber) {
    if (ofNumber == number && phase == Phase.READY) {
      phase = Phase.IDLE;
      moves = null;
    }
  }

  /** Its effects. */
  public interface Effects {

    /** Sends a message to the coordinator; possibly later, but in order. */
    void tell(SyncMessage.FromSender message);

    /**
     * Sends a marker to every subtask behind the exchange, behind all records so far and before all
     * that follow.
     */
    void sendToAllChannels(SyncMarker marker) throws IOException;
  }
}
