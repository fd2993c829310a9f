/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.watermark;

import java.io.IOException;
import javax.annotation.Nullable;

/** A value of the selected key, as an object that may be changed in place. */
interface KeyValue<T> {

  /** Null if the key has none. Changes to it must be told. */
  @Nullable
  T get() throws IOException;

  /** The key has this value now. */
  void set(T value) throws IOException;

  /** The value was changed in place. */
  void changed();

  /** The key has no value any more. */
  void clear();
}
