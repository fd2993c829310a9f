/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.benchmark.run;

import java.util.List;
import java.util.function.Supplier;
import org.trilink.launcher.local.Engine;
import org.trilink.launcher.local.LocalServices;
import org.trilink.launcher.local.SqlScript;

/** Starts a workload's job on a cluster. */
public interface Submitter {

  /** Whose cluster the job runs on. */
  LocalServices services();

  /** Starts the job; returns its id. */
  String submit(SubmittedJob job);

  /**
   * A job to be started.
   *
   * @param script of the workload, on the topics of the run; for those that run a script
   * @param input the topic that it reads
   * @param results the topics that it writes, in the query's order
   */
  record SubmittedJob(
      Engine engine, Supplier<SqlScript> script, String input, List<String> results) {}
}
