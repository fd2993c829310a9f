/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.move.state;

import java.io.IOException;
import javax.annotation.Nullable;
import org.apache.flink.core.memory.DataInputView;
import org.apache.flink.core.memory.DataOutputView;

/**
 * An operator, or a part of one, that keeps data of its keys outside of keyed state and timers: a
 * cache, counts, a time that is not the key's own. {@link KeyedStateMover} calls it when keys are
 * handed over and received. All calls are made by the task's thread, between records. An operator
 * that keeps no such data implements none of the methods.
 *
 * @param <K> keys as the state backend has them
 */
public interface HandsOverKeys<K> {

  /**
   * Why keys cannot be handed over yet, or never. Once they can be, that does not change any more.
   * Called before keys are chosen to move.
   *
   * @return a clause for a log; null if they can be
   */
  @Nullable
  default String obstacleToMoving() {
    return null;
  }

  /**
   * Keys are about to be measured, or handed over: writes all data that is kept of them, and of any
   * other key, to keyed state, as before a snapshot. Keyed state is not written between this and
   * the hand-over of all of them.
   *
   * @throws UnsupportedOperationException if keys of this operator can never move
   */
  default void flush() throws Exception {}

  /**
   * Drops the data that is kept of a key that is handed over. Its keyed state is still there and
   * must not be changed. The key is the selected one.
   *
   * @param own for data that is not in keyed state, read by {@link #putIn} of the other subtask
   */
  default void takeOut(K key, DataOutputView own) throws Exception {}

  /**
   * A key was received; its keyed state and timers are already there. The key is the selected one.
   * It is not equal to the key that was handed over, as it has another hash.
   *
   * @param own what {@link #takeOut} has written
   * @throws IOException if that cannot be read
   */
  default void putIn(K key, DataInputView own) throws Exception {}
}
