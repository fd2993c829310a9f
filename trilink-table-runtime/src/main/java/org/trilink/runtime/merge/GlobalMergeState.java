/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.merge;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import javax.annotation.Nullable;
import org.apache.flink.api.common.state.ListState;
import org.apache.flink.api.common.state.ListStateDescriptor;
import org.apache.flink.api.common.state.OperatorStateStore;
import org.apache.flink.api.common.typeinfo.PrimitiveArrayTypeInfo;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.api.java.tuple.Tuple2;
import org.apache.flink.api.java.tuple.Tuple6;
import org.trilink.runtime.merge.store.BucketRange;
import org.trilink.runtime.merge.store.MergeStore;

/**
 * The state of a subtask of a global merge: the run and the progress of its subtasks, the position
 * up to which each bucket's results were emitted, and the batches that wait for the checkpoint to
 * complete.
 */
final class GlobalMergeState {

  /**
   * Run, job, checkpoint, subtask, parallelism, bound. Union list state: every subtask gets the
   * entries of all.
   */
  private final ListState<Tuple6<String, String, Long, Integer, Integer, Long>> members;

  /** Bucket and position. Union list state: every subtask gets the entries of all. */
  private final ListState<Tuple2<Integer, Long>> positions;

  private final ListState<byte[]> pending;

  GlobalMergeState(OperatorStateStore store) throws Exception {
    members =
        store.getUnionListState(
            new ListStateDescriptor<>(
                "global-merge-members",
                Types.TUPLE(
                    Types.STRING, Types.STRING, Types.LONG, Types.INT, Types.INT, Types.LONG)));
    positions =
        store.getUnionListState(
            new ListStateDescriptor<>(
                "global-merge-positions", Types.TUPLE(Types.INT, Types.LONG)));
    pending =
        store.getListState(
            new ListStateDescriptor<>(
                "global-merge-pending", PrimitiveArrayTypeInfo.BYTE_PRIMITIVE_ARRAY_TYPE_INFO));
  }

  /** The restored information about the run as a whole. */
  static final class Restored {

    private final String run;
    private final String job;
    private final long checkpoint;
    private final long bound;

    Restored(String run, String job, long checkpoint, long bound) {
      this.run = run;
      this.job = job;
      this.checkpoint = checkpoint;
      this.bound = bound;
    }

    String run() {
      return run;
    }

    String job() {
      return job;
    }

    long checkpoint() {
      return checkpoint;
    }

    /** Event time in ms up to which this subtask may add nothing. */
    long bound() {
      return bound;
    }
  }

  /** Returns what a subtask has restored of the run; null if nothing was restored. */
  @Nullable
  Restored restored(int subtask, int parallelism) throws Exception {
    Restored restored = null;
    long least = Long.MAX_VALUE;
    for (Tuple6<String, String, Long, Integer, Integer, Long> member : members.get()) {
      // the others know this subtask's own bound, so it holds even if theirs are lower
      boolean isThisSubtask = member.f4 == parallelism && member.f3 == subtask;
      boolean isRescaled = member.f4 != parallelism;
      if (isThisSubtask || isRescaled) {
        least = Math.min(least, member.f5);
      }
      restored = new Restored(member.f0, member.f1, member.f2, Long.MIN_VALUE);
    }
    if (restored == null || least == Long.MAX_VALUE) {
      return restored; // the end of the input is not a bound for input after the restore
    }
    return new Restored(restored.run, restored.job, restored.checkpoint, least);
  }

  /** By bucket. */
  long[] restoredPositions(long initial) throws Exception {
    long[] restored = new long[MergeStore.BUCKETS];
    Arrays.fill(restored, initial);
    for (Tuple2<Integer, Long> position : positions.get()) {
      restored[position.f0] = Math.max(restored[position.f0], position.f1);
    }
    return restored;
  }

  List<PendingBatches> restoredPending() throws Exception {
    List<PendingBatches> restored = new ArrayList<>();
    for (byte[] element : pending.get()) {
      restored.add(PendingBatches.read(element));
    }
    return restored;
  }

  /**
   * Sets what is in the next snapshot of the run as a whole.
   *
   * @param bound event time in ms up to which this subtask may add nothing
   */
  void update(MergeAttempt attempt, long checkpoint, long bound) throws Exception {
    members.clear();
    members.add(
        Tuple6.of(
            attempt.run(),
            attempt.job(),
            checkpoint,
            attempt.subtask(),
            attempt.parallelism(),
            bound));
  }

  void updatePositions(BucketPositions emitted) throws Exception {
    positions.clear();
    BucketRange range = emitted.range();
    for (int bucket = range.first(); bucket <= range.last(); bucket++) {
      positions.add(Tuple2.of(bucket, emitted.of(bucket)));
    }
  }

  void updatePending(List<PendingBatches> ofWriters) throws Exception {
    pending.clear();
    for (PendingBatches batches : ofWriters) {
      if (!batches.batches().isEmpty()) {
        pending.add(batches.write());
      }
    }
  }
}
