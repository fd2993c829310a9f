package org.trilink.benchmark.balance;

import org.trilink.benchmark.result.Metric;
import org.trilink.benchmark.run.JobObserver;
import org.trilink.benchmark.run.MeasurementBuilder;
import org.trilink.examples.demo.JobRun;
import org.trilink.examples.local.KeyLoad;

/** Notes how many records each subtask of the job's keyed operator had. */
final class LoadObserver implements JobObserver {

  @Override
  public void observe(JobRun job, MeasurementBuilder values) {
    KeyLoad load = job.keyLoads().get(0);
    values
        .loads(load.records())
        .put(Metric.BALANCE_DEGREE, load.balanceDegree())
        .put(Metric.EXTRA_COMPUTE_TIME, load.extraComputeTime());
  }
}
