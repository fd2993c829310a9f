/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.state;

import java.io.IOException;
import javax.annotation.Nullable;
import org.apache.flink.util.function.ThrowingRunnable;

/** A value of the selected key, as an object that may be changed in place. */
public interface KeyValue<T> {

  /**
   * Returns the key's value; null if it has none. {@link #changed} must be called after changes to
   * it.
   */
  @Nullable
  T get() throws IOException;

  /** Sets the key's value. */
  void set(T value) throws IOException;

  /** The value was changed in place. */
  void changed();

  /** Removes the key's value. */
  void clear();

  /**
   * Selects each key that has a value, and possibly others, one after the other. The action may
   * change the key's values.
   */
  void forEachKey(ThrowingRunnable<Exception> action) throws Exception;
}
