/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.benchmark.run;

import java.util.List;
import org.trilink.benchmark.result.Metric;
import org.trilink.benchmark.result.Sample;
import org.trilink.launcher.demo.JobRun;
import org.trilink.launcher.local.Checkpoint;

/** Notes size and duration of a job's checkpoints; waits for the first one. */
public final class CheckpointObserver implements JobObserver {

  @Override
  public void observe(JobRun job, MeasurementBuilder values) {
    List<Checkpoint> checkpoints = job.checkpoints();
    values.put(
        Metric.CHECKPOINT_BYTES,
        Sample.of(checkpoints.stream().mapToDouble(Checkpoint::bytes)).median());
    values.put(
        Metric.CHECKPOINT_MILLIS,
        Sample.of(checkpoints.stream().mapToDouble(Checkpoint::millis)).median());
  }
}
