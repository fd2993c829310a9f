/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.planner.hint;

/**
 * In which order the records of a key reach an operator with key-level watermarks: the values of
 * the option {@code watermark.order}.
 */
public enum RecordOrder {
  /** In the order of their event times, but for the delay. */
  BY_KEY,
  /** In any order, as those of several Kafka partitions. */
  ANY
}
