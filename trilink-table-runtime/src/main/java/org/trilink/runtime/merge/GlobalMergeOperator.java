package org.trilink.runtime.merge;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.ScheduledFuture;
import javax.annotation.Nullable;
import org.apache.flink.api.common.TaskInfo;
import org.apache.flink.api.common.functions.util.FunctionUtils;
import org.apache.flink.api.common.operators.MailboxExecutor;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.metrics.Counter;
import org.apache.flink.runtime.state.StateInitializationContext;
import org.apache.flink.runtime.state.StateSnapshotContext;
import org.apache.flink.streaming.api.operators.AbstractStreamOperator;
import org.apache.flink.streaming.api.operators.BoundedOneInput;
import org.apache.flink.streaming.api.operators.OneInputStreamOperator;
import org.apache.flink.streaming.api.operators.TimestampedCollector;
import org.apache.flink.streaming.api.watermark.Watermark;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.apache.flink.streaming.runtime.tasks.ProcessingTimeService;
import org.apache.flink.streaming.runtime.watermarkstatus.WatermarkStatus;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.runtime.generated.JoinCondition;
import org.apache.flink.table.runtime.typeutils.RowDataSerializer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.trilink.runtime.merge.store.BucketRange;
import org.trilink.runtime.merge.store.Chunk;
import org.trilink.runtime.merge.store.Increment;
import org.trilink.runtime.merge.store.Membership;
import org.trilink.runtime.merge.store.MergeRun;
import org.trilink.runtime.merge.store.MergeStore;
import org.trilink.runtime.merge.store.MergeStores;
import org.trilink.runtime.merge.store.RetryingMergeStore;
import org.trilink.runtime.merge.store.RunProgress;
import org.trilink.runtime.merge.store.StagedArea;

/**
 * Aggregates what this subtask reads, merges it with what the others read in a store, and emits the
 * results of some of the keys.
 *
 * <p>With checkpoints, what came up to barrier n is frozen as a batch, is kept in state, and is
 * added to the store when checkpoint n is complete, in one step with the fence of its writer. So
 * the store never has more than the last complete checkpoint; a batch that a restored job finds in
 * its state is added again, and the fence makes that harmless. Every attempt of a subtask is a
 * writer of its own. Triggers send increments to the store before the checkpoint, where they do not
 * count yet.
 *
 * <p>Without checkpoints, increments are added when a trigger says so, at least once.
 *
 * <p>Results are emitted in the task's thread, soon after a subtask's progress is seen in the
 * store. What was emitted is in state too, and is removed from the store when a checkpoint that
 * knows of it is complete.
 *
 * <p>When all subtasks' input has ended, what they hold is staged and the run is sealed: from then
 * on the staged counts, and nothing can be added. So the last results come before the end, although
 * no checkpoint may come that would cover them.
 */
public final class GlobalMergeOperator extends AbstractStreamOperator<RowData>
    implements OneInputStreamOperator<RowData, RowData>, BoundedOneInput {

  private static final long serialVersionUID = 1L;

  /** Records that came after their last window was closed to this subtask. */
  public static final String LATE_RECORDS_DROPPED = "numLateRecordsDropped";

  /** Increments that may be on the heap. */
  static final int DEFAULT_CAPACITY = 100_000;

  /** How often the store is asked for results, in ms. */
  static final long POLL_INTERVAL = 100;

  private static final int CHUNK_INCREMENTS = 1_000;
  private static final int CHUNK_BYTES = 1 << 20;

  private static final Logger LOG = LoggerFactory.getLogger(GlobalMergeOperator.class);

  private final GlobalMergeSettings settings;
  private final transient MailboxExecutor mailbox;
  private int capacity = DEFAULT_CAPACITY;

  private transient GlobalMergeState state;
  @Nullable private transient GlobalMergeState.Restored restored;
  private transient int subtask;
  private transient int parallelism;
  private transient String job;
  private transient String run;
  private transient String writer;
  private transient boolean exactlyOnce;

  private transient MergeAggregator aggregator;
  private transient MergeRows rows;
  private transient RetryingMergeStore store;
  private transient MergeResults results;
  @Nullable private transient JoinCondition condition;

  private transient IncrementMap increments;

  /** Since increments left the heap. */
  private transient long collected;

  /** What has left the heap since the last barrier. */
  private transient List<PendingChunk> open;

  private transient PendingBatches pending;

  /** Of earlier attempts, in a run that is sealed; for a job that starts from its savepoint. */
  private transient List<PendingBatches> inherited;

  private transient int staged;
  private transient long epoch;

  private transient long watermark;
  private transient boolean idle;

  /** Event time in ms up to which this subtask adds nothing any more. */
  private transient long closed;

  /** The windows of each bucket up to which all was emitted before this job. */
  private transient long[] emittedBefore;

  private transient long publishedBound;
  private transient boolean publishedIdle;
  private transient long emittedBound;

  /** By checkpoint: up to which window all was emitted before its barrier. */
  private transient TreeMap<Long, Long> emittedAt;

  private transient boolean inputEnded;
  private transient boolean sealing;
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

  // ------------------------------------------------------------------------------- start

  @Override
  public void initializeState(StateInitializationContext context) throws Exception {
    super.initializeState(context);
    TaskInfo task = getContainingTask().getEnvironment().getTaskInfo();
    subtask = task.getIndexOfThisSubtask();
    parallelism = task.getNumberOfParallelSubtasks();
    state = new GlobalMergeState(context.getOperatorStateStore());
    restored = state.restored(subtask, parallelism);
    job = getContainingTask().getEnvironment().getJobID().toHexString();
    run = restored == null ? MergeRun.newId(job, getOperatorID().toHexString()) : restored.run();
    writer = UUID.randomUUID().toString().replace("-", "");
    exactlyOnce = getOperatorConfig().isCheckpointingEnabled();
  }

  @Override
  public void open() throws Exception {
    super.open();
    aggregator = settings.aggregation().open(getRuntimeContext());
    rows =
        new MergeRows(
            settings.keys().getProducedType().toRowType().getFieldCount(),
            new RowDataSerializer(settings.accumulatorType()),
            aggregator);
    increments = new IncrementMap(aggregator);
    open = new ArrayList<>();
    pending = new PendingBatches(writer);
    inherited = new ArrayList<>();
    emittedAt = new TreeMap<>();
    watermark = Long.MIN_VALUE;
    emittedBound = Long.MIN_VALUE;
    publishedBound = Long.MIN_VALUE;
    closed = restored == null ? Long.MIN_VALUE : restored.bound();
    openCondition();
    lateRecordsDropped = metrics.counter(LATE_RECORDS_DROPPED);
    metrics.gauge("increments", () -> increments.size());
    metrics.gauge("pendingIncrements", () -> pending.sizeHere());

    store =
        MergeStores.open(
            settings.store(),
            new MergeRun(run, job, settings.windows() == null),
            getUserCodeClassloader());
    metrics.gauge("storeRetries", store::retries);
    emittedBefore = state.restoredPositions(MergeResults.start(settings.windows() != null));
    TimestampedCollector<RowData> collector = new TimestampedCollector<>(output);
    collector.eraseTimestamp();
    results =
        new MergeResults(
            store,
            settings.windows(),
            BucketRange.of(subtask, parallelism),
            rows,
            aggregator,
            collector,
            emittedBefore.clone());
    join();
    pollLater();
  }

  private void openCondition() throws Exception {
    if (settings.triggers().condition() != null) {
      condition = settings.triggers().condition().newInstance(getUserCodeClassloader());
      FunctionUtils.setFunctionRuntimeContext(condition, getRuntimeContext());
      FunctionUtils.openFunction(condition, new Configuration());
    }
  }

  /** Enters the run; what a checkpoint has covered that is complete can be added at once. */
  private void join() throws Exception {
    Membership member = Membership.fresh(subtask, parallelism, writer);
    LOG.info("Global merge: run {} in {}, {}.", run, settings.store(), delivery());
    store.join(
        restored == null ? member : member.restoredFrom(restored.job(), restored.checkpoint()));
    if (store.progress().isSealed()) {
      sealing = true; // all that comes again is in what was staged
      inherited.addAll(state.restoredPending());
      return;
    }
    for (PendingBatches batches : state.restoredPending()) {
      for (PendingBatch batch : batches.batches()) {
        apply(batches.writer(), batch);
      }
    }
    if (restored != null) {
      publish(closed, false);
    }
  }

  private String delivery() {
    return exactlyOnce ? "exactly once with checkpoints" : "at least once, without checkpoints";
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
    long slice = Increment.NO_WINDOW;
    if (settings.windows() != null) {
      slice = settings.windows().slice(row);
      if (settings.windows().isEnded(settings.windows().lastWindow(slice), closed)) {
        lateRecordsDropped.inc();
        return;
      }
    }
    if (increments.isEmpty() && settings.triggers().hasDelay()) {
      sendLater();
    }
    increments.add(slice, settings.keys().getKey(row), row);
    collected++;
    if (increments.size() >= capacity
        || settings.triggers().isFull(collected)
        || (condition != null && condition.apply(row, null))) {
      send();
    }
  }

  @Override
  public void processWatermark(Watermark mark) throws Exception {
    watermark = mark.getTimestamp(); // the results' watermark is that of all subtasks
    if (settings.windows() != null
        && settings.triggers().atSlotEnd()
        && !increments.isEmpty()
        && hasEnded(increments.firstSlice())) {
      send();
    }
  }

  private boolean hasEnded(long window) {
    return settings.windows().isEnded(window, bound());
  }

  @Override
  public void processWatermarkStatus(WatermarkStatus status) {
    idle = status.isIdle();
  }

  /** Event time in ms up to which the watermark lets nothing more come. */
  private long bound() {
    return settings.windows() == null ? watermark : settings.windows().bound(watermark);
  }

  private void sendLater() {
    if (nextSend != null) {
      nextSend.cancel(false); // what it was for has been sent
    }
    nextSend =
        processingTimeService.registerTimer(
            processingTimeService.getCurrentProcessingTime() + settings.triggers().delay(),
            time -> {
              if (!increments.isEmpty()) {
                send();
              }
            });
  }

  // ------------------------------------------------------------------------------ sending

  /** Empties the heap. */
  private void send() throws Exception {
    if (exactlyOnce) {
      for (List<Increment> chunk : takeChunks()) {
        open.add(stage(chunk));
      }
    } else {
      addNow();
    }
  }

  private PendingChunk stage(List<Increment> chunk) {
    store.stage(writer, staged, IncrementCodec.write(chunk));
    return PendingChunk.staged(staged++, chunk.size());
  }

  private void addNow() throws Exception {
    for (List<Increment> chunk : takeChunks()) {
      store.apply(new Chunk(writer, ++epoch, 0, Chunk.NO_CHECKPOINT, chunk), rows.combiner());
    }
    close(bound());
  }

  /** Takes no more for windows that end by then, and says so. */
  private void close(long bound) {
    closed = Math.max(closed, bound);
    if (closed != publishedBound || idle != publishedIdle) {
      publish(closed, idle);
    }
  }

  private void publish(long bound, boolean isIdle) {
    store.publish(subtask, bound, isIdle);
    publishedBound = bound;
    publishedIdle = isIdle;
  }

  /** What is on the heap, by window, in pieces of which each is added in one step. */
  private List<List<Increment>> takeChunks() throws Exception {
    List<Increment> all = new ArrayList<>();
    if (settings.windows() == null) {
      increments.drain(
          (slice, key, accumulator) ->
              all.add(
                  new Increment(
                      MergeRows.bucket(key),
                      slice,
                      MergeRows.keyBytes(key),
                      rows.accumulatorBytes(accumulator))));
    } else {
      takeWindows(all);
    }
    collected = 0;
    // those of a bucket together; and not all subtasks begin with the same bucket
    int first = BucketRange.of(subtask, parallelism).first();
    all.sort(
        Comparator.comparingInt(
            increment -> Math.floorMod(increment.bucket() - first, MergeStore.BUCKETS)));
    return chunks(all);
  }

  private void takeWindows(List<Increment> all) throws Exception {
    Map<Long, Map<RowData, RowData>> byWindow = new TreeMap<>();
    increments.drain(
        (slice, key, accumulator) -> {
          long last = settings.windows().lastWindow(slice);
          for (long window = slice; window <= last; window += settings.windows().interval()) {
            if (!settings.windows().isEnded(window, closed)) {
              Map<RowData, RowData> keys = byWindow.computeIfAbsent(window, end -> new HashMap<>());
              RowData before = keys.get(key);
              keys.put(key, before == null ? accumulator : aggregator.merge(before, accumulator));
            }
          }
        });
    byWindow.forEach(
        (window, keys) ->
            keys.forEach(
                (key, accumulator) -> {
                  int bucket = MergeRows.bucket(key);
                  if (window > emittedBefore[bucket]) {
                    all.add(
                        new Increment(
                            bucket,
                            window,
                            MergeRows.keyBytes(key),
                            rows.accumulatorBytes(accumulator)));
                  }
                }));
  }

  private static List<List<Increment>> chunks(List<Increment> all) {
    List<List<Increment>> chunks = new ArrayList<>();
    List<Increment> chunk = new ArrayList<>();
    long bytes = 0;
    for (Increment increment : all) {
      if (chunk.size() >= CHUNK_INCREMENTS || bytes >= CHUNK_BYTES) {
        chunks.add(chunk);
        chunk = new ArrayList<>();
        bytes = 0;
      }
      chunk.add(increment);
      bytes += increment.key().length + increment.accumulator().length;
    }
    if (!chunk.isEmpty()) {
      chunks.add(chunk);
    }
    return chunks;
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
    if (exactlyOnce) {
      freeze(context.getCheckpointId());
      emittedAt.put(context.getCheckpointId(), results.position());
    } else {
      addNow();
    }
    state.update(run, job, context.getCheckpointId(), subtask, parallelism, closed);
    state.updatePositions(results.range(), results.positions());
    List<PendingBatches> ofAllWriters = new ArrayList<>(inherited);
    ofAllWriters.add(pending);
    state.updatePending(ofAllWriters);
  }

  /** Makes what came up to the barrier a batch. */
  private void freeze(long checkpoint) throws Exception {
    takeOpen();
    closed = Math.max(closed, bound());
    pending
        .batches()
        .add(new PendingBatch(checkpoint, closed, idle, Collections.unmodifiableList(open)));
    open = new ArrayList<>();
  }

  /** Where it is kept: in memory as long as there is room. */
  private void takeOpen() throws Exception {
    int here = pending.sizeHere();
    for (List<Increment> chunk : takeChunks()) {
      here += chunk.size();
      open.add(
          here <= capacity
              ? PendingChunk.here(IncrementCodec.write(chunk), chunk.size())
              : stage(chunk));
    }
  }

  /** Adds the batches of earlier checkpoints, too: so it covers their notifications if lost. */
  @Override
  public void notifyCheckpointComplete(long checkpointId) throws Exception {
    super.notifyCheckpointComplete(checkpointId);
    if (!exactlyOnce || sealing) {
      return;
    }
    while (!pending.batches().isEmpty() && pending.batches().peek().checkpoint() <= checkpointId) {
      PendingBatch batch = pending.batches().peek();
      apply(writer, batch);
      pending.batches().remove();
      publish(batch.bound(), batch.isIdle());
    }
    dropEmitted(checkpointId);
  }

  private void apply(String by, PendingBatch batch) {
    int index = 0;
    for (PendingChunk chunk : batch.chunks()) {
      byte[] content = chunk.isStaged() ? store.staged(by, chunk.stagedIndex()) : chunk.content();
      if (content != null) { // else it was added, and then removed
        store.apply(
            new Chunk(
                by, batch.checkpoint(), index, batch.checkpoint(), IncrementCodec.read(content)),
            rows.combiner());
      }
      index++;
    }
    for (PendingChunk chunk : batch.chunks()) {
      if (chunk.isStaged()) {
        store.unstage(by, chunk.stagedIndex());
      }
    }
  }

  private void dropEmitted(long checkpoint) {
    Map<Long, Long> known = emittedAt.headMap(checkpoint, true);
    if (known.isEmpty()) {
      return;
    }
    long window = emittedAt.floorEntry(checkpoint).getValue();
    known.clear();
    if (settings.windows() != null && window != Long.MIN_VALUE && !results.range().isEmpty()) {
      store.dropWindows(results.range(), window);
    }
  }

  // ------------------------------------------------------------------------------- results

  private void pollLater() {
    nextPoll =
        processingTimeService.registerTimer(
            processingTimeService.getCurrentProcessingTime() + POLL_INTERVAL,
            time -> {
              pollIsDue = true;
              if (!exactlyOnce && !inputEnded) {
                poll();
              }
              pollLater();
            });
  }

  /**
   * With checkpoints it is called with records and barriers only, not by the clock: between a
   * savepoint and the end of the job that is stopped with it, there are none. (Watermarks there
   * are: Flink's WatermarkAssigner makes them by the clock.)
   */
  private void poll() throws Exception {
    pollIsDue = false;
    if (settings.windows() == null) {
      results.emitChanges();
      return;
    }
    if (!exactlyOnce) {
      closeWhatIsSent();
    }
    emit(store.progress());
  }

  /** Windows of which nothing is on the heap need not wait for a trigger. */
  private void closeWhatIsSent() {
    if (increments.isEmpty() || !hasEnded(increments.firstSlice())) {
      close(bound());
    }
  }

  private void emit(RunProgress progress) throws Exception {
    if (settings.windows() == null) {
      results.emitChanges();
      return;
    }
    long bound = progress.bound();
    if (bound > emittedBound) {
      results.emitWindows(bound);
      if (!exactlyOnce && results.position() != Long.MIN_VALUE && !results.range().isEmpty()) {
        store.dropWindows(results.range(), results.position());
      }
      forward(bound);
    }
  }

  /** No result that comes later is of a window that ends by then. */
  private void forward(long bound) {
    emittedBound = bound;
    output.emitWatermark(new Watermark(bound));
  }

  // --------------------------------------------------------------------------------- the end

  @Override
  public void endInput() throws Exception {
    inputEnded = true;
    idle = false;
    if (exactlyOnce) {
      endWithStaging();
    } else {
      watermark = Long.MAX_VALUE;
      addNow();
      awaitAll();
    }
    if (emittedBound < Long.MAX_VALUE) {
      forward(Long.MAX_VALUE);
    }
  }

  /** All that this subtask has is in the store; the others' is soon. */
  private void awaitAll() throws Exception {
    RunProgress progress = store.progress();
    while (!progress.isComplete()) {
      emit(progress);
      awaitPoll();
      progress = store.progress();
    }
    emit(progress);
  }

  private void endWithStaging() throws Exception {
    store.end(subtask, writer);
    RunProgress progress = store.progress();
    while (!progress.isSealed()) {
      if (progress.allEnded() && !sealing) {
        seal();
      } else {
        emit(progress);
        awaitPoll();
      }
      progress = store.progress();
    }
    sealing = true;
    results.emitSealed(new StagedIncrements(store, progress.sealed(), rows));
  }

  /** From here on this attempt adds nothing to the store. */
  private void seal() throws Exception {
    sealing = true;
    takeOpen();
    String area = "end" + writer;
    int size = 0;
    List<PendingChunk> chunks = new ArrayList<>();
    pending.batches().forEach(batch -> chunks.addAll(batch.chunks()));
    chunks.addAll(open);
    for (PendingChunk chunk : chunks) {
      byte[] content =
          chunk.isStaged() ? store.staged(writer, chunk.stagedIndex()) : chunk.content();
      store.stage(area, size++, content);
    }
    store.seal(subtask, writer, new StagedArea(area, size));
  }

  /** Lets timers pass, but no barrier: this operator's mails go before it. */
  private void awaitPoll() throws Exception {
    pollIsDue = false;
    while (!pollIsDue) {
      mailbox.yield();
    }
  }
}
