/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.move.protocol;

import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Consumer;
import javax.annotation.Nullable;
import org.apache.flink.runtime.state.KeyGroupRange;
import org.apache.flink.table.data.binary.BinaryRowData;

/**
 * The part of a subtask behind the exchange in Syncs, for one or two inputs. It is between the
 * inputs and the keyed operator.
 *
 * <p>From the first marker of a Sync on it holds watermarks, and records of keys that are moved to
 * it. Before the first marker nothing has to be held: records that are placed by the new map arrive
 * after a marker. Records of other keys always pass. It takes part only in Syncs in which a key is
 * moved away from it or to it, and ignores markers of other Syncs.
 *
 * <p>All its methods are called by the task's thread.
 *
 * @param <R> a record, with all that is needed to process it later
 */
public final class SyncReceiver<R> {

  private enum Phase {
    IDLE,
    /** It knows the moves. */
    PREPARED,
    /** The first marker has arrived, others are awaited. */
    HOLDING,
    /** All markers have arrived: no record that was placed by the old map will follow. */
    MARKED,
    /**
     * The keys that are moved away were taken out. Every other participant has received all its
     * markers, too.
     */
    TAKEN_OUT
  }

  private final KeyGroupRange keyGroups;
  private final Operator<R> operator;
  private final Effects effects;
  private final long waitBytes;
  private final long failBytes;

  // -------------------------------------------- what was passed to the operator, by input

  private final long[] watermarks;
  private final boolean[] idle;

  // ------------------------------------------------- the Sync under way

  private Phase phase = Phase.IDLE;

  /** The number of the Sync under way, or of the last one. */
  private int number;

  private MovingKeys moves;
  private int[] leaving;

  /** The numbers of placing subtasks, by input. */
  private int[] senders;

  /** The keys that are moved to this subtask, and their new key groups. */
  private Map<BinaryRowData, Integer> arriving;

  /** By input, the senders whose markers have arrived. */
  private final BitSet[] marked;

  /** The input that is held; null while nothing is held. */
  @Nullable private HeldInput<R> held;

  /** The time since which elements are held, in ns. */
  private long heldSince;

  /** The number of parts in which the state of keys was sent. */
  private int partsOut;

  /**
   * @param inputs of the operator, 1 or 2
   * @param keyGroups the subtask's
   * @param waitBytes of held records, above which the input waits as soon as it can without
   *     stopping the Sync itself
   * @param failBytes of held records, above which the subtask fails where the input can't wait
   */
  public SyncReceiver(
      int inputs,
      KeyGroupRange keyGroups,
      long waitBytes,
      long failBytes,
      Operator<R> operator,
      Effects effects) {
    this.keyGroups = keyGroups;
    this.waitBytes = waitBytes;
    this.failBytes = failBytes;
    this.operator = operator;
    this.effects = effects;
    watermarks = new long[inputs];
    Arrays.fill(watermarks, Long.MIN_VALUE);
    idle = new boolean[inputs];
    marked = new BitSet[inputs];
    Arrays.setAll(marked, input -> new BitSet());
  }

  // --------------------------------------------------------------------------------------- input

  /** Whether no Sync is under way. */
  public boolean isIdle() {
    return phase == Phase.IDLE;
  }

  /**
   * Whether {@link #holds} must be called for each record; otherwise all are passed to the
   * operator.
   */
  public boolean isHolding() {
    return phase.compareTo(Phase.HOLDING) >= 0;
  }

  /** Whether a record must be held, because its key's state has not arrived yet. */
  public boolean holds(BinaryRowData key, int keyGroup) {
    if (!isHolding()) {
      return false;
    }
    // a key may be moved between two key groups of this subtask: then records in the old one are
    // processed until the key is taken out
    Integer to = arriving.get(key);
    return to != null && to == keyGroup;
  }

  /**
   * Holds a record.
   *
   * @param record kept
   * @param sizeInBytes approximate
   * @throws IllegalStateException if there are too many
   */
  public void hold(int input, R record, int sizeInBytes) {
    held.addRecord(input, record, sizeInBytes);
    if (held.bytes() > failBytes && phase != Phase.TAKEN_OUT) {
      throw new IllegalStateException(
          "Sync "
              + number
              + " has to hold more than "
              + failBytes
              + " bytes of records for keys that are moved here, while the markers of slower"
              + " channels are awaited. The job goes back to its last checkpoint.");
    }
  }

  /**
   * Whether the input must wait because too much is held. Meanwhile the coordinator's messages must
   * be processed.
   *
   * <p>The input never waits before all participants have received all their markers. A channel
   * that is not read causes backpressure, and then its sender could not send the markers of the
   * other channels. After that, nothing that arrives in band is awaited.
   */
  public boolean mustWait() {
    return phase == Phase.TAKEN_OUT && held.bytes() > waitBytes;
  }

  /** Bytes of held records; may be read by another thread, and may then be slightly out of date. */
  public long heldBytes() {
    HeldInput<R> now = held;
    return now == null ? 0 : now.bytes();
  }

  /** Held records; may be read by another thread, and may then be slightly out of date. */
  public int heldRecords() {
    HeldInput<R> now = held;
    return now == null ? 0 : now.records();
  }

  /** Processes or holds a watermark of an input, which is the minimum over the input's channels. */
  public void watermark(int input, long timestamp) throws Exception {
    if (isHolding()) {
      held.addWatermark(input, timestamp);
    } else {
      passWatermark(input, timestamp);
    }
  }

  /** Processes or holds the status of an input that has become idle, or active again. */
  public void status(int input, boolean nowIdle) throws Exception {
    if (isHolding()) {
      held.addStatus(input, nowIdle);
    } else {
      passStatus(input, nowIdle);
    }
  }

  /**
   * Drops a watermark that does not exceed the event time to which a Sync has advanced the
   * operator.
   */
  private void passWatermark(int input, long timestamp) throws Exception {
    if (timestamp > watermarks[input]) {
      watermarks[input] = timestamp;
      operator.processWatermark(input, timestamp);
    }
  }

  private void passStatus(int input, boolean nowIdle) throws Exception {
    idle[input] = nowIdle;
    operator.processStatus(input, nowIdle);
  }

  /**
   * A marker of a sender. Markers of Syncs that are over, or in which it does not take part, are
   * ignored.
   */
  public void marker(SyncMarker marker) {
    if (marker.number() != number || (phase != Phase.PREPARED && phase != Phase.HOLDING)) {
      return;
    }
    if (phase == Phase.PREPARED) {
      phase = Phase.HOLDING;
      held = new HeldInput<>();
      heldSince = effects.nanoTime();
    }
    marked[marker.input()].set(marker.sender());
    for (int input = 0; input < senders.length; input++) {
      if (marked[input].cardinality() < senders[input]) {
        return;
      }
    }
    phase = Phase.MARKED;
    effects.tell(SyncMessage.allMarked(number, operator.eventTime()));
  }

  // ------------------------------------------------------------------- the coordinator's messages

  void prepare(int newNumber, MovingKeys newMoves, int[] placingSubtasks) {
    if (newNumber <= number) {
      return; // of a Sync that is over
    }
    if (phase != Phase.IDLE) {
      throw new IllegalStateException(
          "Sync " + newNumber + " is prepared while Sync " + number + " is under way.");
    }
    number = newNumber;
    if (!operator.canHandOver()) {
      effects.tell(SyncMessage.receiverNotReady(number));
      return;
    }
    moves = newMoves;
    senders = placingSubtasks;
    arriving = new HashMap<>();
    int[] indices = new int[moves.size()];
    int count = 0;
    for (int i = 0; i < moves.size(); i++) {
      if (keyGroups.contains(moves.from(i))) {
        indices[count++] = i;
      }
      if (keyGroups.contains(moves.to(i))) {
        arriving.put(moves.key(i), moves.to(i));
      }
    }
    leaving = Arrays.copyOf(indices, count);
    for (BitSet ofInput : marked) {
      ofInput.clear();
    }
    phase = Phase.PREPARED;
    effects.tell(SyncMessage.receiverReady(number, leaving, operator.stateBytes(moves, leaving)));
  }

  void cancel(int ofNumber) {
    if (ofNumber == number && phase == Phase.PREPARED) {
      finish();
    }
  }

  void takeOut(int ofNumber, long eventTime) throws Exception {
    if (ofNumber != number || phase != Phase.MARKED) {
      return;
    }
    advanceTo(eventTime);
    partsOut = 0;
    operator.takeOut(
        moves, leaving, states -> effects.tell(SyncMessage.statesOut(number, partsOut++, states)));
    phase = Phase.TAKEN_OUT;
    effects.tell(SyncMessage.takenOut(number, partsOut));
    if (arriving.isEmpty()) {
      release();
    }
  }

  /**
   * Advances the operator to the event time at which all participants resume. At least one of them
   * had reached it before the first marker, so no active sender can still send anything before that
   * time.
   */
  private void advanceTo(long eventTime) throws Exception {
    for (int input = 0; input < watermarks.length; input++) {
      if (watermarks[input] < eventTime) {
        passWatermark(input, eventTime);
        if (idle[input]) {
          // a watermark makes it active
          passStatus(input, true);
        }
      }
    }
    if (operator.eventTime() != eventTime) {
      throw new IllegalStateException(
          "Sync "
              + number
              + " takes keys out at event time "
              + eventTime
              + ", but the operator is at "
              + operator.eventTime()
              + ". This is a bug in Trilink.");
    }
  }

  void putIn(int ofNumber, SyncStates states) throws Exception {
    if (ofNumber == number && phase == Phase.TAKEN_OUT) {
      operator.putIn(moves, states);
    }
  }

  void allPutIn(int ofNumber) throws Exception {
    if (ofNumber == number && phase == Phase.TAKEN_OUT) {
      release();
    }
  }

  private void release() throws Exception {
    HeldInput<R> released = held;
    long waited = (effects.nanoTime() - heldSince) / 1_000_000;
    finish();
    released.release(
        new HeldInput.Releaser<R>() {
          @Override
          public void record(int input, R record) throws Exception {
            operator.processRecord(input, record);
          }

          @Override
          public void watermark(int input, long timestamp) throws Exception {
            passWatermark(input, timestamp);
          }

          @Override
          public void status(int input, boolean nowIdle) throws Exception {
            passStatus(input, nowIdle);
          }
        });
    effects.tell(SyncMessage.done(number, waited));
  }

  private void finish() {
    phase = Phase.IDLE;
    moves = null;
    arriving = null;
    held = null;
  }

  /** The keyed operator. */
  public interface Operator<R> {

    void processRecord(int input, R record) throws Exception;

    void processWatermark(int input, long timestamp) throws Exception;

    void processStatus(int input, boolean idle) throws Exception;

    /**
     * The event time of its timers: the minimum watermark over its inputs that are not idle, or the
     * restored one; {@code Long.MIN_VALUE} for none.
     */
    long eventTime();

    /**
     * Whether keys can be handed over: not while a subtask has restored a later event time than it
     * has reached since.
     */
    boolean canHandOver();

    /**
     * The approximate state sizes of keys, in bytes.
     *
     * @param leaving the keys' indices among the moves, in ascending order; may be empty
     */
    long[] stateBytes(MovingKeys moves, int[] leaving);

    /**
     * Takes out the state and timers of keys, including everything that is buffered outside of
     * keyed state.
     *
     * @param leaving the keys' indices among the moves, in ascending order; may be empty
     * @param out receives the states, in one part or several, so that the first ones are sent
     *     before the last ones are taken out; a key without state need not be in any part
     */
    void takeOut(MovingKeys moves, int[] leaving, Consumer<SyncStates> out) throws Exception;

    /** Puts in some of the keys that are moved to the subtask, under their new key groups. */
    void putIn(MovingKeys moves, SyncStates states) throws Exception;
  }

  /** Its other effects. */
  public interface Effects {

    /** Sends a message to the coordinator; possibly later, but in order. */
    void tell(SyncMessage.FromReceiver message);

    /** The time of a clock of which only differences are used. */
    long nanoTime();
  }
}
