/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.watermark;

/** An operator whose keys have watermarks of their own. */
public interface CurrentKeyWatermark {

  /**
   * The effective watermark of the current key, in ms, at which it now hands on a row; {@link
   * Long#MIN_VALUE} if it has none yet.
   */
  long currentKeyWatermark();
}
