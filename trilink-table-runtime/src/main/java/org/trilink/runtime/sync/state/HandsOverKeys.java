/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.sync.state;

import java.io.IOException;
import javax.annotation.Nullable;
import org.apache.flink.core.memory.DataInputView;
import org.apache.flink.core.memory.DataOutputView;

/**
 * An operator, or a part of one, that keeps something of its keys beside keyed state and timers: a
 * cache, counts, a time that is not the key's own. {@link KeyedStateMover} asks it when keys leave
 * and arrive. All calls come in the task's thread, between records. An operator that keeps nothing
 * says so by implementing none of the methods.
 *
 * @param <K> keys as the state backend has them
 */
public interface HandsOverKeys<K> {

  /**
   * Why keys cannot be handed over yet, or ever; once they can be, they always can. Called before
   * keys are chosen to move.
   *
   * @return a clause for a log; null if they can be
   */
  @Nullable
  default String notYet() {
    return null;
  }

  /**
   * Keys are about to leave: writes what is kept of them, and of any other key, to keyed state, as
   * before a snapshot. From here on, until all of them have left, keyed state is not written.
   *
   * @throws UnsupportedOperationException if keys of this operator can never move
   */
  default void flush() throws Exception {}

  /**
   * Drops what is kept of a key that leaves; its keyed state is still there and must not be
   * changed. The key is the selected one.
   *
   * @param own for what is not in keyed state, read by {@link #putIn} of the other subtask
   */
  default void takeOut(K key, DataOutputView own) throws Exception {}

  /**
   * A key has arrived; its keyed state and timers are there already. The key is the selected one,
   * and is not the one that left: it has another hash.
   *
   * @param own what {@link #takeOut} has written
   * @throws IOException if that cannot be read
   */
  default void putIn(K key, DataInputView own) throws Exception {}
}
