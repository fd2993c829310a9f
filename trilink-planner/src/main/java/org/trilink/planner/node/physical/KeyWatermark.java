package org.trilink.planner.node.physical;

import org.trilink.planner.node.exec.KeyWatermarkSpec;

/** A key-level watermark as planned: its settings, and how EXPLAIN shows them. */
public final class KeyWatermark {

  private final KeyWatermarkSpec spec;
  private final String description;
  private final boolean delayIsSet;

  /**
   * Creates it.
   *
   * @param description the settings, and where each was set
   * @param delayIsSet whether the user has said how far a key's records may be out of order
   */
  public KeyWatermark(KeyWatermarkSpec spec, String description, boolean delayIsSet) {
    this.spec = spec;
    this.description = description;
    this.delayIsSet = delayIsSet;
  }

  public KeyWatermarkSpec spec() {
    return spec;
  }

  /** Whether the user has said how far a key's records may be out of order. */
  public boolean isDelaySet() {
    return delayIsSet;
  }

  @Override
  public String toString() {
    return description;
  }
}
