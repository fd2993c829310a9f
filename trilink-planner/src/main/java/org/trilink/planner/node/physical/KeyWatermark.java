package org.trilink.planner.node.physical;

import org.trilink.runtime.watermark.KeyWatermarkPolicy;

/** A key-level watermark as planned: its policy, and how EXPLAIN shows it. */
public final class KeyWatermark {

  private final KeyWatermarkPolicy policy;
  private final String description;

  /**
   * Creates it.
   *
   * @param description the settings, and where each was set
   */
  public KeyWatermark(KeyWatermarkPolicy policy, String description) {
    this.policy = policy;
    this.description = description;
  }

  public KeyWatermarkPolicy policy() {
    return policy;
  }

  @Override
  public String toString() {
    return description;
  }
}
