/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.merge;

import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import javax.annotation.Nullable;
import org.apache.flink.api.common.JobID;
import org.apache.flink.runtime.checkpoint.OperatorSubtaskState;
import org.apache.flink.runtime.jobgraph.OperatorID;
import org.apache.flink.runtime.operators.testutils.MockEnvironment;
import org.apache.flink.runtime.operators.testutils.MockEnvironmentBuilder;
import org.apache.flink.streaming.api.operators.OneInputStreamOperatorFactory;
import org.apache.flink.streaming.api.watermark.Watermark;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.apache.flink.streaming.runtime.watermarkstatus.WatermarkStatus;
import org.apache.flink.streaming.util.OneInputStreamOperatorTestHarness;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.data.binary.BinaryRowData;
import org.apache.flink.table.data.writer.BinaryRowWriter;
import org.apache.flink.table.runtime.typeutils.InternalTypeInfo;
import org.apache.flink.table.types.logical.BigIntType;
import org.apache.flink.table.types.logical.RowType;
import org.trilink.runtime.merge.store.StoreAddress;
import org.trilink.runtime.watermark.InputTime;
import org.trilink.runtime.watermark.KeyWatermarkPolicy;
import org.trilink.runtime.window.Slices;

/**
 * A subtask of a global merge on Flink's harness. Its rows have a key, a number and a time in ms;
 * windows, if there are any, are of 10 ms.
 */
final class MergeSubtask implements AutoCloseable {

  private static final RowType ROW =
      RowType.of(new BigIntType(), new BigIntType(), new BigIntType());
  private static final RowType RESULT =
      RowType.of(new BigIntType(), new BigIntType(), new BigIntType(), new BigIntType());

  private final OneInputStreamOperatorTestHarness<RowData, RowData> harness;
  private final MockEnvironment environment;
  private long clock;

  private MergeSubtask(
      OneInputStreamOperatorTestHarness<RowData, RowData> harness, MockEnvironment environment) {
    this.harness = harness;
    this.environment = environment;
  }

  /** A job of such subtasks; a checkpoint is complete when all subtasks have been notified. */
  record Job(
      String store,
      boolean windows,
      boolean checkpoints,
      int capacity,
      JobID id,
      String deployment) {

    static Job of(String store, boolean windows) {
      return new Job(store, windows, true, 100, new JobID(), "first");
    }

    Job withoutCheckpoints() {
      return new Job(store, windows, false, capacity, id, deployment);
    }

    Job withCapacity(int increments) {
      return new Job(store, windows, checkpoints, increments, id, deployment);
    }

    /** Returns this job with another address of the store. */
    Job at(String address) {
      return new Job(address, windows, checkpoints, capacity, id, deployment);
    }

    /** A job with the same id that is started from a savepoint. */
    Job redeployed(String name) {
      return new Job(store, windows, checkpoints, capacity, id, name);
    }

    /** A job that is started from a savepoint. */
    Job restarted() {
      return as(new JobID());
    }

    /** Returns this job with another id. */
    Job as(JobID other) {
      return new Job(store, windows, checkpoints, capacity, other, deployment);
    }

    MergeSubtask start() throws Exception {
      return start(0, 1, null);
    }

    MergeSubtask start(int subtask, int parallelism, @Nullable OperatorSubtaskState state)
        throws Exception {
      return start(factory(), subtask, parallelism, state);
    }

    GlobalMergeOperatorFactory factory() {
      MergeWindows tumbling =
          new MergeWindows(
              Slices.tumble(10, 0),
              InputTime.rowtime(2, 0),
              ZoneId.of("UTC"),
              KeyWatermarkPolicy.ofMaxSkew(0));
      return new GlobalMergeOperatorFactory(
              new GlobalMergeSettings(
                  deployment,
                  StoreAddress.of(store),
                  new EmitTriggers(checkpoints ? null : 1_000L, null, false, null),
                  new FirstColumn(),
                  new CountAndSum(),
                  CountAndSum.ACCUMULATOR,
                  windows ? tumbling : null))
          .withCapacity(capacity);
    }

    /** Starts a subtask whose operator a factory creates, such as {@link #factory}. */
    MergeSubtask start(
        OneInputStreamOperatorFactory<RowData, RowData> factory,
        int subtask,
        int parallelism,
        @Nullable OperatorSubtaskState state)
        throws Exception {
      MockEnvironment environment =
          new MockEnvironmentBuilder()
              .setJobID(id)
              .setMaxParallelism(128)
              .setParallelism(parallelism)
              .setSubtaskIndex(subtask)
              .build();
      try {
        return open(factory, environment, state);
      } catch (Exception e) {
        closeAfterFailure(environment);
        throw e;
      }
    }

    /** Keeps the interruption, if that was the failure: the environment would swallow it. */
    private static void closeAfterFailure(MockEnvironment environment) throws Exception {
      boolean interrupted = Thread.interrupted();
      environment.close();
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }

    private MergeSubtask open(
        OneInputStreamOperatorFactory<RowData, RowData> factory,
        MockEnvironment environment,
        @Nullable OperatorSubtaskState state)
        throws Exception {
      OneInputStreamOperatorTestHarness<RowData, RowData> harness =
          new OneInputStreamOperatorTestHarness<>(
              factory, InternalTypeInfo.of(ROW).toSerializer(), environment);
      harness.getStreamConfig().setOperatorID(new OperatorID(1, 1));
      harness.getStreamConfig().setCheckpointingEnabled(checkpoints);
      harness.setup(InternalTypeInfo.of(RESULT).toSerializer());
      if (state != null) {
        harness.initializeState(state);
      }
      harness.open();
      return new MergeSubtask(harness, environment);
    }
  }

  void row(long key, long number, long time) throws Exception {
    BinaryRowData row = new BinaryRowData(3);
    BinaryRowWriter writer = new BinaryRowWriter(row);
    writer.writeLong(0, key);
    writer.writeLong(1, number);
    writer.writeLong(2, time);
    writer.complete();
    harness.processElement(new StreamRecord<>(row));
  }

  void watermark(long time) throws Exception {
    harness.processWatermark(new Watermark(time));
  }

  /** The input is idle from now on, or no longer. */
  void idle(boolean isIdle) throws Exception {
    harness.processWatermarkStatus(isIdle ? WatermarkStatus.IDLE : WatermarkStatus.ACTIVE);
  }

  /** Takes a snapshot, after everything was emitted that must be before the barrier. */
  OperatorSubtaskState barrier(long checkpoint) throws Exception {
    harness.prepareSnapshotPreBarrier(checkpoint);
    return harness.snapshot(checkpoint, checkpoint);
  }

  void complete(long checkpoint) throws Exception {
    harness.notifyOfCompletedCheckpoint(checkpoint);
  }

  /** Lets some seconds of processing time pass. */
  void later() throws Exception {
    clock += 2_000;
    harness.setProcessingTime(clock);
  }

  void end() throws Exception {
    harness.endInput();
  }

  /** Results so far, e.g. {@code +I 7: 2 records, sum 5, window 10}. */
  List<String> results() {
    List<String> results = new ArrayList<>();
    for (RowData row : harness.extractOutputValues()) {
      results.add(
          row.getRowKind().shortString()
              + " "
              + row.getLong(0)
              + ": "
              + row.getLong(1)
              + " records, sum "
              + row.getLong(2)
              + (row.getLong(3) == 0 ? "" : ", window " + row.getLong(3)));
    }
    return results;
  }

  long late() {
    return ((GlobalMergeOperator) harness.getOperator()).lateRecords();
  }

  /** Closes the operator as for a failed task, without any notification. */
  @Override
  public void close() throws Exception {
    harness.close();
    environment.close();
  }
}
