/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.advice.operator;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.flink.api.common.JobExecutionResult;
import org.apache.flink.api.common.restartstrategy.RestartStrategies;
import org.apache.flink.api.dag.Transformation;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.PipelineOptions;
import org.apache.flink.core.execution.JobClient;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.operators.SimpleOperatorFactory;
import org.apache.flink.streaming.api.transformations.OneInputTransformation;
import org.apache.flink.table.api.TableException;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.runtime.typeutils.InternalTypeInfo;
import org.apache.flink.util.FlinkRuntimeException;
import org.trilink.planner.flink.FlinkCode;
import org.trilink.planner.kafka.KafkaScan;
import org.trilink.runtime.sample.SampleOperator;
import org.trilink.runtime.sample.SampleReceivers;

/**
 * Samples what an operator reads: runs the plan below its exchanges in this process, with one
 * subtask, over the latest records of the topics. It commits no offsets and joins no consumer
 * group.
 */
public final class SampleJob {

  private static final Duration QUIET = Duration.ofSeconds(5);
  private static final long LOOK_MILLIS = 50;

  /** The longest duration that can be added to a time in ns. */
  private static final Duration LONGEST = Duration.ofDays(36_500);

  private final PlanningSession session;
  private final int records;
  private final Duration limit;

  /**
   * Creates it.
   *
   * @param records how many are sampled at most
   * @param limit how long they are read at most
   */
  public SampleJob(PlanningSession session, int records, Duration limit) {
    this.session = session;
    this.records = records;
    this.limit = limit;
  }

  /**
   * Runs it.
   *
   * @throws TableException if a table cannot be read, with the reason
   */
  public OperatorSample run(ObservedOperator operator) {
    operator.inputs().forEach(input -> SampledTopics.check(input, limit));
    long end = System.nanoTime() + nanos(limit);
    OperatorSample sample = new OperatorSample(records);
    String id = UUID.randomUUID().toString();
    SampleReceivers.add(id, sample);
    try {
      StreamExecutionEnvironment environment = environment();
      for (Transformation<RowData> each : transformations(operator, id)) {
        environment.addOperator(each);
      }
      await(environment.executeAsync("Trilink: sample of " + operator.title()), sample, end);
    } catch (TableException e) {
      throw e;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new TableException("The sample was interrupted.", e);
    } catch (Exception e) {
      throw SampledTopics.failure(operator, e);
    } finally {
      SampleReceivers.remove(id);
    }
    return sample;
  }

  private StreamExecutionEnvironment environment() {
    Configuration configuration = new Configuration();
    configuration.set(PipelineOptions.JARS, session.userCode(PipelineOptions.JARS));
    configuration.set(PipelineOptions.CLASSPATHS, session.userCode(PipelineOptions.CLASSPATHS));
    StreamExecutionEnvironment environment =
        StreamExecutionEnvironment.createLocalEnvironment(1, configuration);
    environment.setRestartStrategy(RestartStrategies.noRestart());
    return environment;
  }

  private List<Transformation<RowData>> transformations(ObservedOperator operator, String id) {
    int ofInput = Math.max(1, records / operator.inputs().size());
    List<Transformation<RowData>> sampled = new ArrayList<>();
    for (int i = 0; i < operator.inputs().size(); i++) {
      ObservedInput input = operator.inputs().get(i);
      Transformation<RowData> rows = session.translate(input.rows());
      boolean tracked = false;
      for (Transformation<?> each : rows.getTransitivePredecessors()) {
        tracked |= KafkaScan.boundForSample(each, id, i, ofInput);
        each.setParallelism(1);
      }
      InternalTypeInfo<RowData> type = InternalTypeInfo.of(input.rowType());
      sampled.add(
          new OneInputTransformation<>(
              rows,
              "OperatorSample",
              SimpleOperatorFactory.of(
                  new SampleOperator(
                      id,
                      i,
                      FlinkCode.keySelector(input.keys(), type),
                      input.timeColumn(),
                      input.table(),
                      tracked)),
              type,
              1));
    }
    return sampled;
  }

  /** A limit in ns; for one that is too long, the longest that does not overflow. */
  private static long nanos(Duration limit) {
    return limit.compareTo(LONGEST) > 0 ? LONGEST.toNanos() : limit.toNanos();
  }

  private static void await(JobClient job, OperatorSample sample, long end) throws Exception {
    CompletableFuture<JobExecutionResult> result = job.getJobExecutionResult();
    boolean ended = false;
    try {
      while (!isDone(result)) {
        boolean isTimeUp = System.nanoTime() - end > 0;
        if (sample.isFull() || sample.isQuietFor(QUIET.toNanos()) || isTimeUp) {
          if (isTimeUp) {
            sample.cutShort();
          }
          cancel(job, result);
          break;
        }
      }
      ended = true;
    } finally {
      if (!ended && !result.isDone()) {
        abandon(job);
      }
    }
  }

  /** Does not wait: the thread was interrupted, or the job does not end. */
  @SuppressWarnings("FutureReturnValueIgnored")
  private static void abandon(JobClient job) {
    try {
      job.cancel();
    } catch (IllegalStateException justFinished) {
      // and so has its cluster
    }
  }

  private static boolean isDone(CompletableFuture<JobExecutionResult> result)
      throws ExecutionException, InterruptedException {
    try {
      result.get(LOOK_MILLIS, TimeUnit.MILLISECONDS);
      return true;
    } catch (TimeoutException stillRunning) {
      return false;
    }
  }

  /** Waits until it has ended, as its cluster ends with it. */
  private static void cancel(JobClient job, CompletableFuture<JobExecutionResult> result)
      throws Exception {
    try {
      job.cancel().get();
      result.get();
    } catch (ExecutionException cancelled) {
      if (!result.isDone()) {
        throw new FlinkRuntimeException("The job of the sample does not end.", cancelled);
      }
    } catch (IllegalStateException justFinished) {
      // and so has its cluster
    }
  }
}
