/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.flink;

/**
 * The message with which state of placed keys is refused to a plan that does not place them. This
 * version of Flink asks what was written, which is of Trilink.
 */
public final class PlacedStateRefusal {

  private PlacedStateRefusal() {}

  /** Returns parts of it, for keys of {@code partition=modulo}. */
  public static String[] inAStockPlan() {
    return new String[] {
      "were placed by partition=modulo, max-parallelism=720",
      "this plan places them as Flink does, without 'partition' in a TRILINK hint"
    };
  }
}
