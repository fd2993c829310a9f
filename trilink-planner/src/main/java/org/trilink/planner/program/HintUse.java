package org.trilink.planner.program;

import java.util.Objects;
import org.trilink.planner.hint.HintOptions;

/** A TRILINK hint as it stands in a query: where, and with which options. */
final class HintUse {

  private final String place;
  private final HintOptions options;

  /**
   * Creates it.
   *
   * @param place for people, e.g. "SELECT" or "table readings"
   */
  HintUse(String place, HintOptions options) {
    this.place = place;
    this.options = options;
  }

  HintOptions options() {
    return options;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof HintUse
        && place.equals(((HintUse) other).place)
        && options.equals(((HintUse) other).options);
  }

  @Override
  public int hashCode() {
    return Objects.hash(place, options);
  }

  @Override
  public String toString() {
    return "TRILINK(" + options + ") on " + place;
  }
}
