/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.planner.testing;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.apache.flink.api.common.state.CheckpointListener;
import org.apache.flink.api.common.state.ListState;
import org.apache.flink.api.common.state.ListStateDescriptor;
import org.apache.flink.runtime.state.FunctionInitializationContext;
import org.apache.flink.runtime.state.FunctionSnapshotContext;
import org.apache.flink.streaming.api.checkpoint.CheckpointedFunction;
import org.apache.flink.streaming.api.functions.source.SourceFunction;
import org.apache.flink.streaming.api.watermark.Watermark;
import org.apache.flink.types.Row;

/**
 * Emits rows in their order and remembers its position. A row of one BIGINT is a watermark, in ms.
 * It ends after the last row; at an earlier limit it waits to be stopped. It can crash once,
 * halfway between checkpoints.
 */
public final class RowsSource
    implements SourceFunction<Row>, CheckpointedFunction, CheckpointListener {

  private static final long serialVersionUID = 1L;

  // One job runs at a time, in this JVM.
  private static volatile CompletableFuture<Void> limitReached = new CompletableFuture<>();

  private static volatile boolean isToCrash;

  private static volatile int startedAt;

  /** A row before which the source pauses, and the event for which it waits. */
  private static volatile int pauseAt = -1;

  private static volatile CompletableFuture<Void> pauseUntil = new CompletableFuture<>();

  private static volatile Pace pace;
  private static volatile int awaitedRow = -1;
  private static volatile CompletableFuture<Void> awaitedRowCame = new CompletableFuture<>();

  private static final int CHECKPOINTS_BEFORE_CRASH = 3;

  private final List<Row> rows;
  private final int limit;
  private int position;
  private int checkpoints;
  private volatile boolean running = true;
  private transient ListState<Integer> state;

  public RowsSource(List<Row> rows, int limit) {
    this.rows = rows;
    this.limit = limit;
  }

  /** Completes when the next job's source has emitted all rows before its limit. */
  public static CompletableFuture<Void> awaitLimit() {
    limitReached = new CompletableFuture<>();
    return limitReached;
  }

  /** Lets the next job's source crash in the middle of its rows, once. */
  public static void crashOnce() {
    isToCrash = true;
  }

  /** Lets the next job's source wait before a row until a future completes. */
  public static void pauseAt(int row, CompletableFuture<Void> until) {
    pauseUntil = until;
    pauseAt = row;
  }

  /** Waits until the next job's source has reached a row. */
  public static void awaitRow(int row) throws Exception {
    awaitedRowCame = new CompletableFuture<>();
    awaitedRow = row;
    awaitedRowCame.get();
  }

  /** Slows down all sources until the next call; null for no limit. */
  public static void setPace(Pace newPace) {
    pace = newPace;
  }

  /** Determines when a row may be emitted. */
  public interface Pace {
    void beforeRow(int row) throws Exception;

    /** Waits until a source that has emitted all its rows may end. */
    default void beforeEnd() throws Exception {}
  }

  /** Whether the source has yet to crash. */
  public static boolean isToCrash() {
    return isToCrash;
  }

  /** How many rows the latest source had emitted before it was started, or started again. */
  public static int startedAt() {
    return startedAt;
  }

  @Override
  public void run(SourceContext<Row> context) throws Exception {
    startedAt = position;
    while (running && position < limit) {
      if (position == awaitedRow) {
        awaitCheckpoints();
        awaitedRow = -1;
        awaitedRowCame.complete(null);
      }
      if (position == pauseAt) {
        pauseAt = -1;
        pauseUntil.get();
      }
      if (pace != null) {
        pace.beforeRow(position);
      }
      if (isToCrash && position == rows.size() / 2) {
        awaitCheckpoints();
      }
      if (isToCrash && position == rows.size() * 2 / 3) {
        isToCrash = false;
        throw new IllegalStateException("The source crashes, as the test wants it to.");
      }
      synchronized (context.getCheckpointLock()) {
        emit(rows.get(position), context);
        position++;
      }
    }
    if (pace != null && running && limit == rows.size()) {
      pace.beforeEnd();
    }
    if (limit < rows.size()) {
      limitReached.complete(null);
      synchronized (this) {
        while (running) {
          wait();
        }
      }
    }
  }

  private static void emit(Row row, SourceContext<Row> context) {
    if (row.getArity() == 1) {
      context.emitWatermark(new Watermark((long) row.getField(0)));
    } else {
      context.collect(row);
    }
  }

  private synchronized void awaitCheckpoints() throws InterruptedException {
    while (running && checkpoints < CHECKPOINTS_BEFORE_CRASH) {
      wait();
    }
  }

  @Override
  public synchronized void notifyCheckpointComplete(long checkpointId) {
    checkpoints++;
    notifyAll();
  }

  @Override
  public synchronized void cancel() {
    running = false;
    notifyAll();
  }

  @Override
  public void snapshotState(FunctionSnapshotContext context) throws Exception {
    state.clear();
    state.add(position);
  }

  @Override
  public void initializeState(FunctionInitializationContext context) throws Exception {
    state =
        context
            .getOperatorStateStore()
            .getListState(new ListStateDescriptor<>("position", Integer.class));
    for (int restored : state.get()) {
      position = restored;
    }
  }
}
