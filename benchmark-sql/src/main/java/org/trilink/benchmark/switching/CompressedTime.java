/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.benchmark.switching;

import java.time.Duration;

/**
 * The paper's time, run faster: a minute of it passes in a part of a minute, so that a change in
 * ten minutes can be measured in less. The monitor's times are shorter by the same factor.
 *
 * @param factor by how much faster
 * @param recordsPerSecond that a phase's length in records is reckoned by
 */
record CompressedTime(int factor, long recordsPerSecond) {

  /** A time of the paper, or of a setting that is not compressed, as an option has it. */
  String option(Duration ofPaper) {
    return ofPaper.toMillis() / factor + " ms";
  }

  /** How many records there are from a change to the next. */
  long phaseLength(double changesPerMinute) {
    return (long) (60 * recordsPerSecond / changesPerMinute / factor);
  }
}
