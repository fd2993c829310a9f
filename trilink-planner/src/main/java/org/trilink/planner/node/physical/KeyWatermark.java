package org.trilink.planner.node.physical;

import org.trilink.runtime.watermark.KeyWatermarkPolicy;

/** A key-level watermark as planned: its delay and policy, and how EXPLAIN shows it. */
public final class KeyWatermark {

  private final long delay;
  private final KeyWatermarkPolicy policy;
  private final String description;

  /**
   * Creates it.
   *
   * @param delay in ms
   * @param description the settings, and where each was set
   */
  public KeyWatermark(long delay, KeyWatermarkPolicy policy, String description) {
    this.delay = delay;
    this.policy = policy;
    this.description = description;
  }

  /** In ms. */
  public long delay() {
    return delay;
  }

  public KeyWatermarkPolicy policy() {
    return policy;
  }

  @Override
  public String toString() {
    return description;
  }
}
