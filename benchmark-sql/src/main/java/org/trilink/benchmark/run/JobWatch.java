/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.benchmark.run;

import java.util.function.Supplier;
import org.trilink.launcher.demo.JobRun;

/** Watches a job while the timed part of its input goes by. */
public interface JobWatch {

  /** The timed part begins; returns at once. */
  void begin(Supplier<JobRun> job);

  /** The timed part has ended; adds what was seen. */
  void end(MeasurementBuilder values);

  /** The rows have been read and compared; adds what they told. */
  default void checked(MeasurementBuilder values) {}
}
