/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.state;

/** An object in a state that knows how much memory it takes, see {@link ObjectSize}. */
public interface SizedObject {

  /** Its estimated size on the heap, in bytes. */
  long bytes();
}
