package org.trilink.benchmark.run;

import java.time.Instant;
import java.util.Map;
import org.trilink.benchmark.result.Measurement;
import org.trilink.benchmark.result.Metric;
import org.trilink.benchmark.result.Trial;

/**
 * One job over input that is there before: timed from when all its tasks work until the input is
 * consumed, then brought to its end, and its result compared with the oracle's.
 */
public final class EngineRun {

  private final BenchCluster cluster;
  private final BenchInput input;
  private final Variant variant;
  private JobObserver observer = (job, values) -> {};
  private ResultReader reader = ResultReader.ALL_ROWS;

  public EngineRun(BenchCluster cluster, BenchInput input, Variant variant) {
    this.cluster = cluster;
    this.input = input;
    this.variant = variant;
  }

  /** Also looks at the job when it has consumed its input and still runs. */
  public EngineRun observedBy(JobObserver wanted) {
    observer = wanted;
    return this;
  }

  /** Reads results in another way than row by row. */
  public EngineRun readBy(ResultReader wanted) {
    reader = wanted;
    return this;
  }

  /** Runs the job so that classes are loaded and compiled, whatever comes out. */
  void warmUp() {
    cluster.context().progress().beginWarmUp(variant);
    try (EngineJob job = start()) {
      double unused = awaitConsumed(job);
      job.run().drain();
    }
  }

  /** Runs the job, and says what came out. */
  public Measurement measure(Trial trial) {
    Instant startedAt = Instant.now();
    MeasurementBuilder values = new MeasurementBuilder();
    try (EngineJob job = start()) {
      double seconds = awaitConsumed(job);
      values.put(Metric.RECORDS, input.records());
      values.put(Metric.SECONDS, seconds);
      values.put(Metric.RECORDS_PER_SECOND, input.records() / seconds);
      observer.observe(job.run(), values);
      job.run().drain();
      values.verdict(job.results().verify(input.oracle(), reader));
    }
    return values.build(trial, startedAt);
  }

  private EngineJob start() {
    input.prepareRedis();
    return EngineJob.start(cluster, input.workload(), input.topic(), variant, Map.of());
  }

  /** Returns the seconds since all tasks worked. */
  private double awaitConsumed(EngineJob job) {
    return job.run()
        .awaitConsumed(input.topic(), input.ends(), cluster.context().progress()::records);
  }
}
