/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.merge;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.ScheduledFuture;
import java.util.function.UnaryOperator;
import javax.annotation.Nullable;
import org.apache.flink.api.common.functions.util.FunctionUtils;
import org.apache.flink.api.common.operators.MailboxExecutor;
import org.apache.flink.metrics.Counter;
import org.apache.flink.runtime.execution.Environment;
import org.apache.flink.runtime.state.StateInitializationContext;
import org.apache.flink.runtime.state.StateSnapshotContext;
import org.apache.flink.streaming.api.operators.AbstractStreamOperator;
import org.apache.flink.streaming.api.operators.BoundedOneInput;
import org.apache.flink.streaming.api.operators.OneInputStreamOperator;
import org.apache.flink.streaming.api.watermark.Watermark;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.apache.flink.streaming.runtime.tasks.ProcessingTimeService;
import org.apache.flink.streaming.runtime.watermarkstatus.WatermarkStatus;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.runtime.generated.JoinCondition;
import org.apache.flink.table.runtime.typeutils.RowDataSerializer;
import org.apache.flink.types.RowKind;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.trilink.runtime.flink.GeneratedFunctions;
import org.trilink.runtime.merge.store.Increment;
import org.trilink.runtime.merge.store.MergeRun;
import org.trilink.runtime.merge.store.MergeStore;
import org.trilink.runtime.merge.store.MergeStores;
import org.trilink.runtime.merge.store.RetryingMergeStore;

/**
 * Aggregates the records of this subtask, merges the increments with those of the other subtasks in
 * a store, and emits the results of some of the keys. It consists of parts, which it calls for
 * records, barriers, notifications and timers:
 *
 * <ul>
 *   <li>{@link IncrementBuffer}: the increments on the heap, and when it is full;
 *   <li>{@link InputProgress}: the event time of the input, and what was published of it to the
 *       others;
 *   <li>{@link MergeDelivery}: when increments are added to the store, exactly once with
 *       checkpoints, at least once without them;
 *   <li>{@link MergeResults}: what is emitted, final windows or changed keys, soon after a
 *       subtask's progress is seen in the store.
 * </ul>
 *
 * <p>All requests to the store are sent by the task's thread. The order matters: a batch must be in
 * the store before its bound is published, both before the run is sealed, and nothing may overtake
 * a barrier or the end of the input. Accumulators are merged by the same generated functions that
 * aggregate records. These keep the current accumulator in fields, and a {@link
 * org.trilink.runtime.merge.store.MergeStore} belongs to one thread. A second thread would need its
 * own functions and connection, and locks to keep that order. Nor would it keep records flowing for
 * long. While the store does not answer, records have to wait: batches that do not fit into memory
 * are staged in the store itself, so they would fill the memory without a limit.
 */
public final class GlobalMergeOperator extends AbstractStreamOperator<RowData>
    implements OneInputStreamOperator<RowData, RowData>, BoundedOneInput {

  private static final long serialVersionUID = 1L;

  /** Records that arrived after this subtask had closed their last window. */
  public static final String LATE_RECORDS_DROPPED = "numLateRecordsDropped";

  /** The maximum number of increments on the heap. */
  static final int DEFAULT_CAPACITY = 100_000;

  /** The interval at which the store is polled for results, in ms. */
  static final long POLL_INTERVAL = 100;

  private static final Logger LOG = LoggerFactory.getLogger(GlobalMergeOperator.class);

  private final GlobalMergeSettings settings;
  private final transient MailboxExecutor mailbox;
  private int capacity = DEFAULT_CAPACITY;

  /** Wraps the store of which the requests are made; the identity except in tests. */
  private transient UnaryOperator<MergeStore> storeWrapper = UnaryOperator.identity();

  private transient GlobalMergeState state;
  private transient MergeAttempt attempt;

  /**
   * The batches of earlier attempts in a sealed run, kept for a job that starts from its savepoint.
   */
  private transient List<PendingBatches> inherited;

  private transient MergeAggregator aggregator;
  @Nullable private transient JoinCondition condition;
  private transient MergeStore store;
  private transient InputProgress progress;
  private transient IncrementBuffer buffer;

  /** Merges increments of slices into those of windows; null for an unbounded GROUP BY. */
  @Nullable private transient SlicesToWindows slicesToWindows;

  private transient ResultOutput resultOutput;
  private transient MergeResults results;
  private transient MergeDelivery delivery;

  private transient boolean inputEnded;
  private transient boolean pollIsDue;
  @Nullable private transient ScheduledFuture<?> nextPoll;
  @Nullable private transient ScheduledFuture<?> nextSend;
  private transient Counter lateRecordsDropped;

  GlobalMergeOperator(
      GlobalMergeSettings settings,
      MailboxExecutor mailbox,
      ProcessingTimeService processingTimeService) {
    this.settings = settings;
    this.mailbox = mailbox;
    this.processingTimeService = processingTimeService;
  }

  long lateRecords() {
    return lateRecordsDropped.getCount();
  }

  void setCapacity(int increments) {
    capacity = increments;
  }

  void setStoreWrapper(UnaryOperator<MergeStore> wrapper) {
    storeWrapper = wrapper;
  }

  // ------------------------------------------------------------------------------- start

  @Override
  public void initializeState(StateInitializationContext context) throws Exception {
    super.initializeState(context);
    Environment environment = getContainingTask().getEnvironment();
    state = new GlobalMergeState(context.getOperatorStateStore());
    attempt =
        new MergeAttempt(
            environment.getTaskInfo(),
            environment.getJobID().toHexString() + "-" + settings.deployment(),
            getOperatorID().toHexString(),
            state.restored(
                environment.getTaskInfo().getIndexOfThisSubtask(),
                environment.getTaskInfo().getNumberOfParallelSubtasks()));
  }

  @Override
  public void open() throws Exception {
    super.open();
    inherited = new ArrayList<>();
    aggregator = settings.aggregation().open(getRuntimeContext());
    openCondition();
    RetryingMergeStore retrying =
        MergeStores.open(
            settings.store(),
            new MergeRun(attempt.run(), attempt.job(), settings.windows() == null),
            getUserCodeClassloader());
    store = storeWrapper.apply(retrying);
    MergeRows rows =
        new MergeRows(
            settings.keys().getProducedType().toRowType().getFieldCount(),
            new RowDataSerializer(settings.accumulatorType()),
            aggregator);
    openParts(rows);
    lateRecordsDropped = metrics.counter(LATE_RECORDS_DROPPED);
    metrics.gauge("increments", () -> buffer.size());
    metrics.gauge("sentIncrements", () -> buffer.taken());
    metrics.gauge("storeRetries", retrying::retries);
    join(new RunWriter(store, attempt, rows));
    pollLater();
  }

  private void openCondition() throws Exception {
    if (settings.triggers().condition() != null) {
      condition =
          GeneratedFunctions.open(
              settings.triggers().condition().newInstance(getUserCodeClassloader()),
              getRuntimeContext());
    }
  }

  private void openParts(MergeRows rows) throws Exception {
    MergeWindows windows = settings.windows();
    long[] emittedBefore = state.restoredPositions(BucketPositions.start(windows != null));
    progress =
        new InputProgress(
            store, attempt.subtask(), attempt.writer(), windows, attempt.restoredBound());
    slicesToWindows =
        windows == null
            ? null
            : new SlicesToWindows(windows, aggregator, rows, progress, emittedBefore);
    buffer =
        new IncrementBuffer(
            aggregator,
            new IncrementChunks(rows, slicesToWindows, attempt.buckets().first()),
            settings.triggers(),
            capacity);
    BucketPositions positions = new BucketPositions(attempt.buckets(), emittedBefore.clone());
    RowKind kind = windows == null ? RowKind.UPDATE_AFTER : RowKind.INSERT;
    resultOutput = new ResultOutput(rows, aggregator, output, kind);
    results =
        windows == null
            ? new ChangedResults(store, rows, positions, resultOutput)
            : new WindowResults(
                store, progress, windows, rows, positions, resultOutput, !isCheckpointed());
  }

  private boolean isCheckpointed() {
    return getOperatorConfig().isCheckpointingEnabled();
  }

  /** Joins the run. Restored batches can be added at once, as their checkpoint is complete. */
  private void join(RunWriter writer) throws Exception {
    LOG.info("Global merge: run {} in {}, {}.", attempt.run(), settings.store(), guarantee());
    store.join(attempt.membership());
    boolean sealed = store.progress().isSealed();
    delivery =
        isCheckpointed()
            ? new CheckpointedDelivery(writer, buffer, progress, results, sealed)
            : new AtLeastOnceDelivery(writer, buffer, progress, results);
    metrics.gauge("pendingIncrements", () -> delivery.pending().sizeHere());
    if (sealed) {
      inherited.addAll(state.restoredPending());
      return;
    }
    for (PendingBatches batches : state.restoredPending()) {
      for (PendingBatch batch : batches.batches()) {
        writer.add(batches.writer(), batch);
      }
    }
    progress.publish(progress.closed(), false); // what was final before stays so
  }

  private String guarantee() {
    return isCheckpointed()
        ? "exactly once with checkpoints"
        : "at least once, without checkpoints";
  }

  @Override
  public void close() throws Exception {
    for (ScheduledFuture<?> timer : Arrays.asList(nextPoll, nextSend)) {
      if (timer != null) {
        timer.cancel(false);
      }
    }
    if (store != null) {
      store.close();
    }
    if (condition != null) {
      FunctionUtils.closeFunction(condition);
    }
    if (aggregator != null) {
      aggregator.close();
    }
    super.close();
  }

  // ------------------------------------------------------------------------------ records

  @Override
  public void processElement(StreamRecord<RowData> element) throws Exception {
    if (pollIsDue) {
      poll();
    }
    RowData row = element.getValue();
    RowData key = settings.keys().getKey(row);
    MergeWindows windows = settings.windows();
    long slice = Increment.NO_WINDOW;
    if (windows != null) {
      slice = windows.slice(row);
      progress.wake(); // in Flink, a source's first record comes before it says that it is active
      if (isLate(windows.lastWindow(slice), key)) {
        lateRecordsDropped.inc();
        return;
      }
    }
    if (buffer.isEmpty() && settings.triggers().hasDelay()) {
      sendLater();
    }
    buffer.add(slice, key, row);
    if (buffer.isFull() || (condition != null && condition.apply(row, null))) {
      delivery.send();
    }
  }

  private boolean isLate(long lastWindow, RowData key) {
    return progress.isClosed(lastWindow) || slicesToWindows.wasEmitted(lastWindow, key);
  }

  @Override
  public void processWatermark(Watermark mark) throws Exception {
    progress.advance(mark.getTimestamp()); // the forwarded watermark is that of all subtasks
    if (progress.hasWindows()
        && settings.triggers().atSlotEnd()
        && !buffer.isEmpty()
        && progress.hasEnded(buffer.firstSlice())) {
      delivery.send();
    }
  }

  @Override
  public void processWatermarkStatus(WatermarkStatus status) {
    progress.setIdle(status.isIdle());
  }

  private void sendLater() {
    if (nextSend != null) {
      nextSend.cancel(false); // the increments it was for have been sent
    }
    nextSend =
        processingTimeService.registerTimer(
            processingTimeService.getCurrentProcessingTime() + settings.triggers().delay(),
            time -> {
              if (!buffer.isEmpty()) {
                delivery.send();
              }
            });
  }

  // --------------------------------------------------------------------------- checkpoints

  @Override
  public void prepareSnapshotPreBarrier(long checkpointId) throws Exception {
    super.prepareSnapshotPreBarrier(checkpointId);
    if (!inputEnded) {
      poll();
    }
  }

  @Override
  public void snapshotState(StateSnapshotContext context) throws Exception {
    super.snapshotState(context);
    delivery.snapshot(context.getCheckpointId());
    state.update(attempt, context.getCheckpointId(), progress.closed());
    state.updatePositions(results.positions());
    List<PendingBatches> ofAllWriters = new ArrayList<>(inherited);
    ofAllWriters.add(delivery.pending());
    state.updatePending(ofAllWriters);
  }

  @Override
  public void notifyCheckpointComplete(long checkpointId) throws Exception {
    super.notifyCheckpointComplete(checkpointId);
    delivery.complete(checkpointId);
  }

  // ------------------------------------------------------------------------------- results

  private void pollLater() {
    nextPoll =
        processingTimeService.registerTimer(
            processingTimeService.getCurrentProcessingTime() + POLL_INTERVAL,
            time -> {
              pollIsDue = true;
              if (delivery.emitsByClock() && !inputEnded) {
                poll();
              }
              pollLater();
            });
  }

  private void poll() throws Exception {
    pollIsDue = false;
    delivery.publishProgress();
    results.poll();
  }

  // --------------------------------------------------------------------------------- the end

  @Override
  public void endInput() throws Exception {
    inputEnded = true;
    progress.setIdle(false);
    delivery.end(this::awaitPoll);
    resultOutput.forward(Long.MAX_VALUE);
  }

  /**
   * Lets timers fire, but does not let a barrier pass: only this operator's mails are processed.
   */
  private void awaitPoll() throws Exception {
    pollIsDue = false;
    while (!pollIsDue) {
      mailbox.yield();
    }
  }
}
