/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.planner.flink;

import java.util.Set;

/** Names the queries of random trials that are refused with this version of Flink. */
public final class RefusedForms {

  /** Constants of {@link org.trilink.planner.testing.trial.TopicForm}, by name. */
  public static final Set<String> NAMES = Set.of();

  private RefusedForms() {}
}
