/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.planner.hint;

/** Who has a watermark of its own: the values of the option {@code watermark}. */
public enum WatermarkGrain {
  /** One watermark for all keys of a subtask, as in stock Flink. */
  SUBTASK,
  /** Every key has its own (the paper's section 4.1). */
  KEY
}
