/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.watermark;

/** An operator whose keys have their own watermarks. */
public interface CurrentKeyWatermark {

  /**
   * The effective watermark of the current key, in ms, at which it emits the current row; {@link
   * Long#MIN_VALUE} if it has none yet.
   */
  long currentKeyWatermark();
}
