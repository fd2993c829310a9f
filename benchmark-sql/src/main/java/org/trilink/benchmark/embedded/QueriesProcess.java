/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.benchmark.embedded;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.trilink.benchmark.run.StateBackend;

/** Runs queries one after the other, and prints the {@link ComparedRun} of each. */
public final class QueriesProcess {

  /**
   * All that the process is told.
   *
   * @param backend of the state
   * @param checkpoints the folder that they are written to
   * @param flink further options of Flink's
   */
  public record Plan(
      StateBackend backend,
      String checkpoints,
      Map<String, String> flink,
      List<QueryRuns> queries) {}

  private QueriesProcess() {}

  /** Argument: the file with the plan. */
  public static void main(String[] args) throws Exception {
    Plan plan = ProcessJson.read(Files.readString(Path.of(args[0])), Plan.class);
    try (EmbeddedFlink flink =
        new EmbeddedFlink(plan.backend(), Path.of(plan.checkpoints()), plan.flink())) {
      ComparedRuns runs = new ComparedRuns(flink::run);
      plan.queries().forEach(query -> runs.run(query, ProcessJson::print));
    }
  }
}
