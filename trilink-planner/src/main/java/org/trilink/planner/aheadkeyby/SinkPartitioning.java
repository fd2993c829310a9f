/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.planner.aheadkeyby;

/** The partitioning of a Kafka sink as planned: its settings, and how EXPLAIN shows them. */
final class SinkPartitioning {

  private final SinkPartitioningSpec spec;
  private final String description;

  /**
   * Creates it.
   *
   * @param description the settings, and who asked for them
   */
  public SinkPartitioning(SinkPartitioningSpec spec, String description) {
    this.spec = spec;
    this.description = description;
  }

  public SinkPartitioningSpec spec() {
    return spec;
  }

  @Override
  public String toString() {
    return description;
  }
}
