/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.benchmark.run;

import org.trilink.launcher.demo.JobRun;

/** Looks at a job that has consumed its input and still runs, and adds what it sees. */
@FunctionalInterface
public interface JobObserver {

  /**
   * Looks once.
   *
   * @param values of the run, to be added to
   */
  void observe(JobRun job, MeasurementBuilder values);
}
