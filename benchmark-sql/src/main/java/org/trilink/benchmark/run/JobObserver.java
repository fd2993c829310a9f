/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.benchmark.run;

import java.util.function.Supplier;
import org.trilink.launcher.demo.JobRun;

/** Looks at a job while it is measured, and adds what it sees. */
@FunctionalInterface
public interface JobObserver {

  /** The timed part of the input begins; returns at once. */
  default void begin(Supplier<JobRun> job) {}

  /**
   * The job has consumed its input, and still runs.
   *
   * @param values of the run, to be added to
   */
  void observe(JobRun job, MeasurementBuilder values);

  /** The rows have been read and compared; adds what they told. */
  default void checked(MeasurementBuilder values) {}
}
