package org.trilink.benchmark.run;

import org.trilink.examples.local.SqlScript;
import org.trilink.examples.workload.Workload;

/** A workload that only a benchmark has; its script is no file of sql-examples. */
public interface BenchmarkWorkload extends Workload {

  /** The script of {@link #mainQuery()}. */
  SqlScript script();
}
