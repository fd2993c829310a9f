/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.placement;

import java.io.IOException;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.function.Supplier;
import javax.annotation.Nullable;
import org.apache.flink.api.common.TaskInfo;
import org.apache.flink.api.common.operators.MailboxExecutor;
import org.apache.flink.api.java.tuple.Tuple2;
import org.apache.flink.runtime.io.network.api.writer.ResultPartitionWriter;
import org.apache.flink.runtime.operators.coordination.OperatorCoordinator;
import org.apache.flink.runtime.operators.coordination.OperatorEvent;
import org.apache.flink.runtime.operators.coordination.OperatorEventGateway;
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
import org.apache.flink.util.FlinkRuntimeException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.trilink.runtime.key.KeyBytes;
import org.trilink.runtime.key.KeyGroupHash;
import org.trilink.runtime.move.balance.RecordCounter;
import org.trilink.runtime.move.protocol.SyncMessage;
import org.trilink.runtime.operator.LogName;

/**
 * Gives every row the key group that the coordinator has chosen for its key. The key group of each
 * key is requested once; meanwhile the key's records wait in order, and others pass. Watermarks
 * wait for the records before them, and all records wait for a watermark before them.
 *
 * <p>With a monitor, the strategy may also be a function of the key, for which no requests are
 * needed. Keys that were moved are sent to where they were moved.
 *
 * <p>While a request is pending, new keys are collected for the next one. So requests are small and
 * quick when new keys are rare, and large when there are many.
 */
final class PlacingOperator extends AbstractStreamOperator<RowData>
    implements OneInputStreamOperator<RowData, RowData>, BoundedOneInput {

  private static final long serialVersionUID = 1L;
  private static final Logger LOG = LoggerFactory.getLogger(PlacingOperator.class);

  /** The maximum number of waiting records; beyond it the input is blocked. */
  static final int MAX_WAITING_RECORDS = WaitingRecords.MAX_KEYS;

  /**
   * The maximum number of keys in a request. Request and answer must be well below the 10 MB of an
   * Akka message.
   */
  private static final int MAX_REQUEST_KEYS = 4096;

  private static final int MAX_REQUEST_BYTES = 1 << 20;

  /** The interval at which record counts are reported without a monitor, in ms. */
  static final long REPORT_INTERVAL = 1_000;

  /** The minimum interval at which the coordinator is asked whether the input may end, in ms. */
  private static final long END_OF_INPUT_INTERVAL = 10;

  private final RowDataKeySelector keys;
  private final RowDataSerializer rowSerializer;
  private final PlacementSettings settings;
  private final int maxParallelism;
  private final long hashesPerGroup;
  private final int input;
  private final transient MailboxExecutor mailbox;
  private final transient OperatorEventGateway events;
  private final transient Supplier<ExecutorService> callThreads;

  private transient CoordinatorClient coordinator;
  private transient SubtaskPlacements placements;
  private transient BaseKeyGroups bases;

  /** Whether the coordinator is to say how further keys are spread, as soon as they are. */
  private transient boolean asksForSpread;

  /** The subtask's part in moving keys. */
  private transient SubtaskMoves moves;

  /**
   * Is {@link #moves}, for what is called for each record, without a virtual call; null if keys
   * stay where the strategy puts them.
   */
  @Nullable private transient PlacingMonitor monitor;

  @Nullable private transient CoordinatorMessages messages;

  /** Whether the coordinator knows what was restored here. It places no key before. */
  private transient boolean isRestoredKnown;

  private transient WaitingRecords waiting;
  private transient RecordCounter counter;
  private transient PlacingMetrics placingMetrics;
  private transient ScheduledFuture<?> nextReport;

  /** Whether the coordinator was asked within the last interval whether the input may end. */
  private transient boolean askedToEnd;

  private transient PlacedRow placedRow;

  /**
   * @param input of the operator behind the exchange, from 0 on
   * @param events to the coordinator
   * @param callThreads each makes one kind of calls to the coordinator, and ends with the task
   */
  PlacingOperator(
      RowDataKeySelector keys,
      RowDataSerializer rowSerializer,
      PlacementSettings settings,
      int input,
      MailboxExecutor mailbox,
      OperatorEventGateway events,
      Supplier<ExecutorService> callThreads,
      ProcessingTimeService processingTimeService) {
    this.keys = keys;
    this.rowSerializer = rowSerializer;
    this.settings = settings;
    this.maxParallelism = settings.maxParallelism();
    this.hashesPerGroup = KeyGroupHash.hashesPerGroup(maxParallelism);
    this.input = input;
    this.mailbox = mailbox;
    this.events = events;
    this.callThreads = callThreads;
    this.processingTimeService = processingTimeService;
  }

  // ------------------------------------------------------------------------------ start and end

  @Override
  public void initializeState(StateInitializationContext context) throws Exception {
    super.initializeState(context);
    placements = SubtaskPlacements.of(context.getOperatorStateStore());
    if (context.isRestored()) {
      LOG.info(
          "{}: restored {} key placements from checkpoint {}, and reports them to the coordinator.",
          logName(),
          placements.restored().size(),
          context.getRestoredCheckpointId().orElse(OperatorCoordinator.NO_CHECKPOINT));
    }
  }

  @Override
  public void open() throws Exception {
    super.open();
    KeyGroupTable keyGroups = placements.keyGroups();
    bases = keyGroups::get; // with a function of the key, none before the map
    asksForSpread = true;
    waiting = new WaitingRecords(keyGroups);
    counter = new RecordCounter(maxParallelism);
    placedRow = new PlacedRow();
    placingMetrics =
        PlacingMetrics.register(
            getMetricGroup(), waiting, keyGroups, settings, input, task().getIndexOfThisSubtask());
    if (settings.monitor() == null) {
      moves = new SubtaskMoves();
    } else {
      takePartInMoves();
    }
    LOG.info(
        "{}: starts: input {}, strategy '{}', max parallelism {}, {} subtasks behind the"
            + " exchange{}.",
        logName(),
        input,
        settings.name(),
        maxParallelism,
        settings.targetParallelism(),
        monitor == null ? "" : ", keys can be moved");
    tellRestored(0);
    reportLater();
  }

  private void takePartInMoves() {
    monitor =
        new PlacingMonitor(settings, input, task().getIndexOfThisSubtask(), events, new Markers());
    moves = monitor;
    messages =
        new CoordinatorMessages(
            getContainingTask().getEnvironment(),
            getOperatorID(),
            callThreads.get(),
            mailbox,
            this::onMessage);
    messages.start();
  }

  /** The prefix of every log line. */
  private String logName() {
    return "Key placement, " + LogName.ofSubtask(getOperatorName(), task().getIndexOfThisSubtask());
  }

  private TaskInfo task() {
    return getContainingTask().getEnvironment().getTaskInfo();
  }

  /**
   * Tells the coordinator that nothing was restored here, since this task had ended before. Waits
   * until it knows, as calls in other threads end with the task, which ends at once.
   *
   * @throws FlinkRuntimeException if the coordinator does not respond, or the task is cancelled
   */
  void tellEnded() {
    try {
      client().tell(new PlacementRequest.RestoredKeys(new KeyBatch(), new short[0], 0, true, true));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new FlinkRuntimeException("The task was cancelled.", e);
    } catch (IOException e) {
      throw new FlinkRuntimeException("The coordinator of key placement does not respond.", e);
    }
  }

  private CoordinatorClient client() {
    if (coordinator == null) {
      coordinator =
          new CoordinatorClient(
              getContainingTask().getEnvironment(), getOperatorID(), callThreads.get(), mailbox);
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
      batch.add(KeyBytes.key(restored.get(to++).f0));
    }
    short[] batchKeyGroups = new short[batch.size()];
    for (int i = from; i < to; i++) {
      batchKeyGroups[i - from] = restored.get(i).f1.shortValue();
    }
    int next = to;
    boolean last = next == restored.size();
    client()
        .ask(
            new PlacementRequest.RestoredKeys(
                batch, batchKeyGroups, placements.spreadOver(), last, false),
            answer -> {
              if (last) {
                isRestoredKnown = true;
                LOG.debug(
                    "{}: the coordinator knows what was restored; its last checkpoint is {}.",
                    logName(),
                    answer.checkpoint());
                placements.restoredIsKnown(answer.checkpoint());
                moves.begin(answer.word());
                if (settings.local() != null) {
                  bases = BaseKeyGroups.of(settings.local(), settings);
                }
                askForWaiting();
              } else {
                tellRestored(next);
              }
            });
  }

  @Override
  public void endInput() throws Exception {
    LOG.debug("{}: is at the end of its input, {} records wait.", logName(), waiting.records());
    while (!isRestoredKnown) { // a call ends with the task, and others would wait for ever
      mailbox.yield();
    }
    awaitAnswers();
    awaitLeaveToEnd();
  }

  /**
   * Waits until no Sync is under way. Messages about it are not delivered as mails while it waits
   * here, so it requests them.
   */
  @SuppressWarnings("FutureReturnValueIgnored") // a timer that is no longer needed does no harm
  private void awaitLeaveToEnd() throws Exception {
    while (!moves.hasEnded()) {
      if (!askedToEnd && !coordinator.isAsking()) {
        askedToEnd = true;
        coordinator.ask(
            new PlacementRequest.EndOfInput(), answer -> monitor.answeredAtEnd(answer.word()));
        processingTimeService.registerTimer(
            processingTimeService.getCurrentProcessingTime() + END_OF_INPUT_INTERVAL,
            time -> askedToEnd = false);
      }
      mailbox.yield();
    }
  }

  @Override
  public void close() throws Exception {
    if (nextReport != null) {
      nextReport.cancel(false);
    }
    if (coordinator != null) {
      coordinator.close();
    }
    if (messages != null) {
      messages.close();
    }
    super.close();
  }

  // ------------------------------------------------------------------------------------- records

  @Override
  public void processElement(StreamRecord<RowData> element) throws Exception {
    RowData row = element.getValue();
    BinaryRowData key = (BinaryRowData) keys.getKey(row);
    int hash = key.hashCode();
    int base = bases.keyGroup(key, hash);
    if (base >= 0) {
      if (waiting.isHolding()) {
        awaitHeld(element);
      } else {
        emit(element, key, hash, base);
      }
    } else if (settings.local() == null) {
      await(key, hash, base, element);
    } else {
      awaitMap();
      processElement(element);
    }
  }

  private void emit(StreamRecord<RowData> element, BinaryRowData key, int keyHash, int base) {
    int keyGroup = monitor == null ? base : monitor.place(key, keyHash, base);
    counter.count(keyGroup);
    int hash = KeyGroupHash.hashFor(keyGroup, maxParallelism, hashesPerGroup, keyHash);
    output.collect(element.replace(placedRow.replace(element.getValue(), keyGroup, hash)));
  }

  /**
   * @param found what the table of key groups has of the key: nothing, or its number
   */
  private void await(BinaryRowData key, int hash, int found, StreamRecord<RowData> element)
      throws Exception {
    int number =
        found == KeyGroupTable.ABSENT
            ? waiting.addKey(key, hash)
            : KeyGroupTable.waitingNumber(found);
    waiting.add(number, kept(element));
    askForWaiting();
    boundWaiting();
  }

  /** Lets a record wait for a watermark that is held, by which it may be late. */
  private void awaitHeld(StreamRecord<RowData> element) throws Exception {
    waiting.addDecided(kept(element));
    boundWaiting();
  }

  private StreamRecord<RowData> kept(StreamRecord<RowData> element) {
    return element.copy(rowSerializer.copy(element.getValue()));
  }

  private void boundWaiting() throws Exception {
    while (waiting.records() >= MAX_WAITING_RECORDS) {
      mailbox.yield();
    }
  }

  /** Waits for the map of moved keys, which must be known before a record is placed. */
  private void awaitMap() throws Exception {
    while (!monitor.isReady()) {
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
      return; // the next request is sent when the answer arrives
    }
    KeyBatch next = waiting.nextToRequest(MAX_REQUEST_KEYS, MAX_REQUEST_BYTES);
    if (next.size() == 0) {
      return;
    }
    long start = System.nanoTime();
    coordinator.ask(
        new PlacementRequest.NewKeys(next, moves.countsToRequest(counter), false, asksForSpread),
        answer -> {
          placingMetrics.answered((System.nanoTime() - start) / 1_000_000);
          take(next, answer);
        });
  }

  private void take(KeyBatch asked, PlacementAnswer answer) throws Exception {
    spread(answer.spread());
    askForWaiting();
    BinaryRowData key = new BinaryRowData(keys.getProducedType().getArity());
    for (int i = 0; i < asked.size(); i++) {
      asked.point(key, i);
      int keyGroup = answer.keyGroup(i);
      int hash = asked.hash(i);
      placements.decide(waiting.first().position(), keyGroup, answer.checkpoint());
      waiting.releaseFirst(element -> emit(element, key, hash, keyGroup));
    }
    waiting.releaseHeld(this::emitDecided, this::emitHeld);
  }

  private void spread(@Nullable SpreadKeys spread) {
    if (spread != null) {
      LOG.debug("{}: further keys are placed {}.", logName(), spread);
      placements.spread(spread.nodes());
      bases = new KnownKeyGroups(placements.keyGroups(), waiting, spread);
      asksForSpread = false;
    }
  }

  private void emitDecided(StreamRecord<RowData> element) throws Exception {
    BinaryRowData key = (BinaryRowData) keys.getKey(element.getValue());
    int hash = key.hashCode();
    emit(element, key, hash, bases.keyGroup(key, hash));
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
    long interval = moves.reportInterval(task().getNumberOfParallelSubtasks());
    nextReport =
        processingTimeService.registerTimer(
            processingTimeService.getCurrentProcessingTime() + interval, time -> report());
  }

  private void report() {
    reportLater();
    if (coordinator.isAsking()) {
      return;
    }
    PlacementRequest report = moves.report(counter, bases, asksForSpread);
    if (report != null) {
      coordinator.ask(report, this::reported);
    }
  }

  private void reported(PlacementAnswer answer) throws Exception {
    moves.follow(answer.monitor(), placingMetrics);
    placingMetrics.show(answer.loads());
    spread(answer.spread());
    askForWaiting();
  }

  private boolean onMessage(OperatorEvent message) throws IOException {
    monitor.onMessage((SyncMessage.ToSender) message);
    return !monitor.isIdle();
  }

  // ------------------------------------------------------------------------------------ snapshot

  /** Waiting records must be emitted before the barrier. */
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

  /** Markers of Syncs are emitted to the same output as records. */
  private final class Markers implements PlacingMonitor.MarkerOutput {

    @Override
    public void send(MarkerRow marker, int keyGroup) {
      output.collect(new StreamRecord<>(new PlacedRow().replace(marker, keyGroup, 0)));
    }

    @Override
    public void flush() {
      for (ResultPartitionWriter writer : getContainingTask().getEnvironment().getAllWriters()) {
        writer.flushAll();
      }
    }
  }
}
