package org.trilink.runtime.placement;

import java.util.List;
import java.util.concurrent.ScheduledFuture;
import org.apache.flink.api.common.operators.MailboxExecutor;
import org.apache.flink.api.java.tuple.Tuple2;
import org.apache.flink.runtime.state.StateInitializationContext;
import org.apache.flink.runtime.state.StateSnapshotContext;
import org.apache.flink.streaming.api.operators.AbstractStreamOperator;
import org.apache.flink.streaming.api.operators.BoundedOneInput;
import org.apache.flink.streaming.api.operators.OneInputStreamOperator;
import org.apache.flink.streaming.api.watermark.Watermark;
import org.apache.flink.streaming.runtime.streamrecord.StreamElement;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.apache.flink.streaming.runtime.tasks.ProcessingTimeService;
import org.apache.flink.streaming.runtime.watermarkstatus.WatermarkStatus;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.data.binary.BinaryRowData;
import org.apache.flink.table.runtime.keyselector.RowDataKeySelector;
import org.apache.flink.table.runtime.typeutils.RowDataSerializer;
import org.trilink.runtime.balance.RecordCounter;

/**
 * Gives every row the key group that the coordinator has chosen for its key. The coordinator is
 * asked once per key; meanwhile the key's records wait in order, and others pass.
 *
 * <p>While a request is under way, new keys gather for the next one: so requests are small and
 * quick when new keys are rare, and large when they are many.
 */
final class PlacingOperator extends AbstractStreamOperator<RowData>
    implements OneInputStreamOperator<RowData, RowData>, BoundedOneInput {

  private static final long serialVersionUID = 1L;

  /** Records that wait at most; then the input waits. */
  static final int MAX_WAITING_RECORDS = 8192;

  /** Of a request; it and its answer must be well below the 10 MB of an Akka message. */
  private static final int MAX_REQUEST_KEYS = 4096;

  private static final int MAX_REQUEST_BYTES = 1 << 20;

  /** How often the coordinator is told of records that have come, in ms. */
  static final long REPORT_INTERVAL = 1_000;

  private final RowDataKeySelector keys;
  private final RowDataSerializer rowSerializer;
  private final int maxParallelism;
  private final int targetParallelism;
  private final transient MailboxExecutor mailbox;

  private transient CoordinatorClient coordinator;
  private transient SubtaskPlacements placements;
  private transient KeyGroupTable keyGroups;
  private transient WaitingRecords waiting;
  private transient RecordCounter counter;
  private transient PlacingMetrics placingMetrics;
  private transient ScheduledFuture<?> nextReport;
  private transient PlacedRow placedRow;

  /**
   * @param maxParallelism of the operator behind the exchange
   * @param targetParallelism of the operator behind the exchange
   */
  PlacingOperator(
      RowDataKeySelector keys,
      RowDataSerializer rowSerializer,
      int maxParallelism,
      int targetParallelism,
      MailboxExecutor mailbox,
      ProcessingTimeService processingTimeService) {
    this.keys = keys;
    this.rowSerializer = rowSerializer;
    this.maxParallelism = maxParallelism;
    this.targetParallelism = targetParallelism;
    this.mailbox = mailbox;
    this.processingTimeService = processingTimeService;
  }

  // ------------------------------------------------------------------------------ start and end

  @Override
  public void initializeState(StateInitializationContext context) throws Exception {
    super.initializeState(context);
    placements = SubtaskPlacements.of(context.getOperatorStateStore());
  }

  @Override
  public void open() throws Exception {
    super.open();
    keyGroups = placements.keyGroups();
    waiting = new WaitingRecords();
    counter = new RecordCounter(maxParallelism);
    placedRow = new PlacedRow();
    placingMetrics =
        PlacingMetrics.register(
            getMetricGroup(),
            waiting,
            keyGroups,
            targetParallelism,
            getRuntimeContext().getIndexOfThisSubtask() == 0);
    tellRestored(0);
    reportLater();
  }

  /**
   * Makes the coordinator know that nothing was restored here, since this task has ended before.
   */
  void tellEnded() {
    client().ask(new PlacementRequest.RestoredKeys(new KeyBatch(), new short[0], true), none -> {});
  }

  private CoordinatorClient client() {
    if (coordinator == null) {
      coordinator =
          new CoordinatorClient(
              getContainingTask().getEnvironment(),
              getOperatorID(),
              getContainingTask().getAsyncOperationsThreadPool(),
              mailbox);
    }
    return coordinator;
  }

  /** Tells the coordinator what was restored, in pieces: this one from an index on. */
  private void tellRestored(int from) {
    List<Tuple2<byte[], Integer>> restored = placements.restored();
    KeyBatch batch = new KeyBatch();
    int to = from;
    while (to < restored.size()
        && batch.size() < MAX_REQUEST_KEYS
        && batch.sizeInBytes() < MAX_REQUEST_BYTES) {
      batch.add(KeyBatch.rowOf(restored.get(to++).f0));
    }
    short[] batchKeyGroups = new short[batch.size()];
    for (int i = from; i < to; i++) {
      batchKeyGroups[i - from] = restored.get(i).f1.shortValue();
    }
    int next = to;
    boolean last = next == restored.size();
    client()
        .ask(
            new PlacementRequest.RestoredKeys(batch, batchKeyGroups, last),
            answer -> {
              if (last) {
                placements.restoredIsKnown(answer.checkpoint());
                askForWaiting();
              } else {
                tellRestored(next);
              }
            });
  }

  @Override
  public void endInput() throws Exception {
    awaitAnswers();
  }

  @Override
  public void close() throws Exception {
    if (nextReport != null) {
      nextReport.cancel(false);
    }
    if (coordinator != null) {
      coordinator.close();
    }
    super.close();
  }

  // ------------------------------------------------------------------------------------- records

  @Override
  public void processElement(StreamRecord<RowData> element) throws Exception {
    RowData row = element.getValue();
    BinaryRowData key = (BinaryRowData) keys.getKey(row);
    int hash = key.hashCode();
    int keyGroup = keyGroups.get(key, hash);
    if (keyGroup == KeyGroupTable.ABSENT) {
      await(key, element);
    } else {
      emit(element, keyGroup, hash);
    }
  }

  private void emit(StreamRecord<RowData> element, int keyGroup, int keyHash) {
    counter.count(keyGroup);
    int hash = KeyGroupHash.hashFor(keyGroup, maxParallelism, keyHash);
    output.collect(element.replace(placedRow.replace(element.getValue(), keyGroup, hash)));
  }

  private void await(BinaryRowData key, StreamRecord<RowData> element) throws Exception {
    waiting.add(key, element.copy(rowSerializer.copy(element.getValue())));
    askForWaiting();
    while (waiting.records() >= MAX_WAITING_RECORDS) {
      mailbox.yield();
    }
  }

  @Override
  public void processWatermark(Watermark mark) throws Exception {
    if (waiting.isEmpty()) {
      super.processWatermark(mark);
    } else {
      waiting.hold(mark);
    }
  }

  @Override
  public void processWatermarkStatus(WatermarkStatus status) throws Exception {
    if (waiting.isEmpty()) {
      super.processWatermarkStatus(status);
    } else {
      waiting.hold(status);
    }
  }

  // ----------------------------------------------------------------------------- the coordinator

  private void askForWaiting() {
    if (coordinator.isAsking()) {
      return; // the next request goes with the answer
    }
    List<WaitingRecords.Key> next = waiting.nextToAsk(MAX_REQUEST_KEYS, MAX_REQUEST_BYTES);
    if (next.isEmpty()) {
      return;
    }
    KeyBatch batch = new KeyBatch();
    next.forEach(key -> batch.add(key.key));
    long start = System.nanoTime();
    coordinator.ask(
        new PlacementRequest.NewKeys(batch, counter.take(), false),
        answer -> {
          placingMetrics.answered((System.nanoTime() - start) / 1_000_000);
          take(next, answer);
        });
  }

  private void take(List<WaitingRecords.Key> asked, PlacementAnswer answer) throws Exception {
    askForWaiting();
    for (int i = 0; i < asked.size(); i++) {
      WaitingRecords.Key key = asked.get(i);
      int keyGroup = answer.keyGroup(i);
      int hash = key.key.hashCode();
      placements.add(key.key, hash, keyGroup, answer.checkpoint());
      waiting.release(key, element -> emit(element, keyGroup, hash));
    }
    waiting.releaseHeld(this::emitHeld);
  }

  private void emitHeld(StreamElement element) throws Exception {
    if (element.isWatermark()) {
      super.processWatermark(element.asWatermark());
    } else {
      super.processWatermarkStatus(element.asWatermarkStatus());
    }
  }

  private void awaitAnswers() throws Exception {
    while (!waiting.isEmpty()) {
      mailbox.yield();
    }
  }

  private void reportLater() {
    nextReport =
        processingTimeService.registerTimer(
            processingTimeService.getCurrentProcessingTime() + REPORT_INTERVAL, time -> report());
  }

  private void report() {
    reportLater();
    if (!coordinator.isAsking()) {
      coordinator.ask(
          new PlacementRequest.NewKeys(new KeyBatch(), counter.take(), true),
          answer -> {
            placingMetrics.show(answer.loads());
            askForWaiting();
          });
    }
  }

  // ------------------------------------------------------------------------------------ snapshot

  /** Records that wait belong before the barrier. */
  @Override
  public void prepareSnapshotPreBarrier(long checkpointId) throws Exception {
    super.prepareSnapshotPreBarrier(checkpointId);
    awaitAnswers();
  }

  @Override
  public void snapshotState(StateSnapshotContext context) throws Exception {
    super.snapshotState(context);
    placements.snapshot(context.getCheckpointId());
  }
}
