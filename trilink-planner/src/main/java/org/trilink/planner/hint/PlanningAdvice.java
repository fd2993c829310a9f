/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.planner.hint;

/**
 * Whether the planner sets options that nobody has set: the values of the option {@code advice}.
 */
public enum PlanningAdvice {
  /** Only where an option has the value {@code auto}. */
  OFF,
  /** All that a sample of the input recommends. */
  ON
}
