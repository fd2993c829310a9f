package org.trilink.planner.node.physical;

import org.trilink.planner.node.exec.KeyWatermarkSpec;

/** A key-level watermark as planned: its settings, and how EXPLAIN shows them. */
public final class KeyWatermark {

  private final KeyWatermarkSpec spec;
  private final String description;

  /**
   * Creates it.
   *
   * @param description the settings, and where each was set
   */
  public KeyWatermark(KeyWatermarkSpec spec, String description) {
    this.spec = spec;
    this.description = description;
  }

  public KeyWatermarkSpec spec() {
    return spec;
  }

  @Override
  public String toString() {
    return description;
  }
}
