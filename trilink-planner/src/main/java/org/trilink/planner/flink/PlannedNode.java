/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.planner.flink;

import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.annotation.JsonProperty;

/**
 * A node of Trilink's that JSON plans name by its class, for versions of Flink that do not do so of
 * themselves. Its type, one name for all of them, is not read.
 */
@JsonIgnoreProperties(
    value = {"type", NodeOfPlan.CLASS},
    allowGetters = true)
interface PlannedNode {

  /** Returns the name of the node's class. */
  @JsonProperty(NodeOfPlan.CLASS)
  default String getPlannedClass() {
    return getClass().getName();
  }
}
