/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.kafka;

/** The error text for a topic whose number of partitions differs from that of the keys' state. */
public final class PartitionsChanged {

  private PartitionsChanged() {}

  /**
   * The text.
   *
   * @param now how many partitions the topic has
   * @param before how many it had when the job, or its state, was created
   */
  public static String text(String topic, int now, int before) {
    return String.format(
        "Topic '%s' has %d partitions, but 'exchange'='ahead-keyby' was planned for %d. New records"
            + " of a key may now be in another partition than its old records and its state. Write"
            + " to and read from a new topic with %d partitions, or leave 'exchange'='ahead-keyby'"
            + " out. In both cases, start without the old state.",
        topic, now, before, now);
  }
}
