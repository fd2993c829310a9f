/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.flink;

/**
 * The message with which state of placed keys is refused to a plan that does not place them. This
 * version of Flink asks the serializer of the plan, which is its own, and prints both.
 */
public final class PlacedStateRefusal {

  private PlacedStateRefusal() {}

  /** Returns parts of it, for keys of {@code partition=modulo}. */
  public static String[] inAStockPlan() {
    return new String[] {
      "The new key serializer (org.apache.flink.table.runtime.typeutils.RowDataSerializer",
      "must be compatible with the previous key serializer (keys placed by Trilink,"
          + " partition=modulo, max-parallelism=720: a plan and its state need the same placement;"
          + " start without the state, or give the TRILINK hint the 'partition' with which the"
          + " state was written"
    };
  }
}
