/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.planner.keywatermark;

/** A key-level watermark as planned: its settings, and how EXPLAIN shows them. */
public final class KeyWatermark {

  private final KeyWatermarkSpec spec;
  private final String settings;
  private final String consequences;
  private final boolean delayIsSet;

  /**
   * Creates it.
   *
   * @param settings what is set, and where
   * @param consequences what a user may not expect of them; may be empty
   * @param delayIsSet whether the user has said how far a key's records may be out of order
   */
  public KeyWatermark(
      KeyWatermarkSpec spec, String settings, String consequences, boolean delayIsSet) {
    this.spec = spec;
    this.settings = settings;
    this.consequences = consequences;
    this.delayIsSet = delayIsSet;
  }

  public KeyWatermarkSpec spec() {
    return spec;
  }

  /** Whether the user has said how far a key's records may be out of order. */
  public boolean isDelaySet() {
    return delayIsSet;
  }

  /** What is set, and where. */
  public String settings() {
    return settings;
  }

  /** For EXPLAIN. */
  @Override
  public String toString() {
    return consequences.isEmpty() ? settings : settings + ", " + consequences;
  }
}
