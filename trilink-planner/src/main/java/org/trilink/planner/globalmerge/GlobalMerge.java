/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.planner.globalmerge;

import javax.annotation.Nullable;
import org.trilink.planner.keywatermark.KeyWatermarkSpec;

/** A global merge as planned: its settings, and how EXPLAIN shows them. */
final class GlobalMerge {

  private final GlobalMergeSpec spec;
  @Nullable private final KeyWatermarkSpec watermark;
  private final String description;

  /**
   * Creates it.
   *
   * @param watermark of the keys; null if it is the subtask's
   * @param description the settings, and where each was set; without passwords
   */
  public GlobalMerge(
      GlobalMergeSpec spec, @Nullable KeyWatermarkSpec watermark, String description) {
    this.spec = spec;
    this.watermark = watermark;
    this.description = description;
  }

  public GlobalMergeSpec spec() {
    return spec;
  }

  /** The watermark of the keys; null if it is the subtask's. */
  @Nullable
  public KeyWatermarkSpec watermark() {
    return watermark;
  }

  @Override
  public String toString() {
    return description;
  }
}
