/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.planner.flink;

/**
 * Makes Trilink's nodes known to JSON plans, which this version of Flink reads by their classes.
 */
public final class PlanTypes {

  private PlanTypes() {}

  /** Does nothing. */
  public static void register() {}
}
