/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.planner.placement;

/** A placement of keys as planned: its settings, and how EXPLAIN shows them. */
public final class KeyPlacement {

  private final KeyPlacementSpec spec;
  private final String description;

  /**
   * Creates it.
   *
   * @param description the settings, and where each was set
   */
  public KeyPlacement(KeyPlacementSpec spec, String description) {
    this.spec = spec;
    this.description = description;
  }

  public KeyPlacementSpec spec() {
    return spec;
  }

  @Override
  public String toString() {
    return description;
  }
}
