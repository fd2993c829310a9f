/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.move.balance;

import java.util.Locale;

/** When the balance is judged. */
public enum TriggerKind {
  /** Only on command. */
  OFF,
  /** Once per interval. */
  PERIOD,
  /** Once per number of records. */
  COUNT,
  /** When the balance degree is below the threshold. */
  THRESHOLD;

  /** As it is written in commands and hints. */
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
