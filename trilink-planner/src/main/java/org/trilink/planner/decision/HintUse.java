/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.planner.decision;

import java.util.Objects;
import org.trilink.planner.hint.HintOptions;

/** One TRILINK hint of a query: where it stands, and with which options. */
public final class HintUse {

  /** The place of a hint behind SELECT. */
  public static final String SELECT = "SELECT";

  private final int id;
  private final String place;
  private final HintOptions options;

  /**
   * Creates it.
   *
   * @param id tells it from other hints of the plan that look the same; 0 if it stands at no node
   *     of the plan, but was copied from one above
   * @param place for messages: {@link #SELECT}, or e.g. "table readings"
   */
  public HintUse(int id, String place, HintOptions options) {
    this.id = id;
    this.place = place;
    this.options = options;
  }

  public HintOptions options() {
    return options;
  }

  /** Whether it stands at no node of the plan, but was copied from one above. */
  boolean isCopy() {
    return id == 0;
  }

  /** Whether it stands behind a SELECT of this plan. */
  public boolean isOfSelect() {
    return id != 0 && place.equals(SELECT);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof HintUse
        && id == ((HintUse) other).id
        && place.equals(((HintUse) other).place)
        && options.equals(((HintUse) other).options);
  }

  @Override
  public int hashCode() {
    return Objects.hash(id, place, options);
  }

  @Override
  public String toString() {
    return "TRILINK(" + options + ") on " + place;
  }
}
