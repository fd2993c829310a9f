/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.window;

import javax.annotation.Nullable;
import org.apache.flink.api.common.TaskInfo;
import org.apache.flink.api.common.state.ValueStateDescriptor;
import org.apache.flink.core.memory.DataInputView;
import org.apache.flink.core.memory.DataOutputView;
import org.apache.flink.metrics.Counter;
import org.apache.flink.metrics.MeterView;
import org.apache.flink.runtime.execution.Environment;
import org.apache.flink.runtime.state.StateInitializationContext;
import org.apache.flink.runtime.state.StateSnapshotContext;
import org.apache.flink.runtime.state.VoidNamespace;
import org.apache.flink.runtime.state.VoidNamespaceSerializer;
import org.apache.flink.runtime.state.heap.HeapKeyedStateBackend;
import org.apache.flink.streaming.api.operators.InternalTimer;
import org.apache.flink.streaming.api.operators.InternalTimerService;
import org.apache.flink.streaming.api.operators.OneInputStreamOperator;
import org.apache.flink.streaming.api.operators.TimestampedCollector;
import org.apache.flink.streaming.api.operators.Triggerable;
import org.apache.flink.streaming.api.watermark.Watermark;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.apache.flink.streaming.runtime.watermarkstatus.WatermarkStatus;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.runtime.dataview.PerWindowStateDataViewStore;
import org.apache.flink.table.runtime.generated.NamespaceAggsHandleFunction;
import org.apache.flink.table.runtime.operators.TableStreamOperator;
import org.trilink.runtime.key.KeyLookup;
import org.trilink.runtime.move.state.HandsOverKeys;
import org.trilink.runtime.operator.OperatorMemory;
import org.trilink.runtime.watermark.CurrentKeyWatermark;
import org.trilink.runtime.watermark.InputTime;
import org.trilink.runtime.watermark.KeyProgressTracker;
import org.trilink.runtime.watermark.KeyTimeMetrics;
import org.trilink.runtime.watermark.KeyWatermarkPolicy;
import org.trilink.runtime.watermark.MaxLead;
import org.trilink.runtime.watermark.RecordsBeyondMaxLead;
import org.trilink.runtime.watermark.TrackedKeys;
import org.trilink.runtime.watermark.WatermarkGroup;

/**
 * Aggregates the windows of TUMBLE, HOP, CUMULATE and SESSION under a watermark per key (the
 * paper's section 4.1): a window of a key is fired when that key's own watermark passes its end,
 * whatever the other keys do. Keys may also share a watermark in groups of N ({@link
 * WatermarkGroup}).
 *
 * <p>It replaces Flink's {@code SlicingWindowOperator} and {@code WindowOperator}, which keep one
 * progress for all keys. Windows are made of slices, or merged, in the same way ({@link
 * SliceAggregation}, {@link SessionAggregation}), and the aggregate functions are Flink's generated
 * ones. Input: insert-only rows, keyed; rowtime in ms. Output: key columns, aggregates, window
 * properties.
 *
 * <p>A key has one state entry ({@link KeyWindows}) and, where there is a watermark that bounds all
 * keys from below ({@link KeyWatermarkPolicy#lowerBound}), one cleanup timer on that: when it
 * fires, the windows of a key that has become idle are fired and its state is cleared. Without a
 * bound all keys are visited once, at the end of the input. With an idle timeout a key also has a
 * processing-time timer that does the same. {@link KeyProgressTracker} decides when an entry is
 * still needed.
 */
public final class KeyWatermarkWindowAggOperator extends TableStreamOperator<RowData>
    implements OneInputStreamOperator<RowData, RowData>,
        Triggerable<RowData, VoidNamespace>,
        CurrentKeyWatermark,
        HandsOverKeys<RowData> {

  private static final long serialVersionUID = 1L;

  /** The windows of more keys than this are kept on pages. */
  private static final int MAX_KEYS_AS_OBJECTS = 10_000;

  /** Records dropped because they were late for their own key; the same as Flink's name for it. */
  public static final String LATE_RECORDS_DROPPED = "numLateRecordsDropped";

  /** Records that were dropped because they were late by their key's watermark. */
  public static final String LATE_BY_KEY_WATERMARK = "numLateRecordsByKeyWatermark";

  /** Records that one watermark for the whole subtask would have dropped. */
  public static final String LATE_BY_SUBTASK_WATERMARK = "numLateRecordsBySubtaskWatermark";

  /** The name of the state and of the timer service in snapshots. */
  private static final String KEY_WINDOWS = "key-windows";

  private static final String BOUNDS = "key-watermark-lower-bounds";

  /** The record does not advance its key's watermark, as it is too far ahead. */
  private static final long UNMOVED = Long.MIN_VALUE;

  private final Windowing<?> windowing;
  private final InputTime time;
  private final KeyWatermarkPolicy policy;

  private final KeyLookup keys;

  private boolean ownAggregators;

  /**
   * Position of the column with the number of records that a row stands for; negative if each row
   * is one record.
   */
  private int recordsColumn = -1;

  /** In bytes; null for the operator's share. */
  @Nullable private Long cacheBudget;

  private int maxKeysAsObjects = MAX_KEYS_AS_OBJECTS;

  /**
   * The memory of aggregators of single keys, and of the cache in front of a backend that
   * serializes keys.
   */
  private transient OperatorMemory memory;

  private transient NamespaceAggsHandleFunction<?> functions;
  private transient WindowAggregation aggregation;

  /** The current key. */
  private transient KeyHandle handle;

  /** Whether the job was restored from a snapshot, so that there may be keys. */
  private transient boolean isRestored;

  private transient KeyWindowsSerializer serializer;

  /** In ms. */
  private transient long subtaskWatermark;

  private transient KeyProgressTracker<RowData, KeyWindows> tracker;
  private transient MaxLead maxLead;

  /** Counts the records that are too far ahead; null without a max lead, as no record is then. */
  @Nullable private transient RecordsBeyondMaxLead beyondMaxLead;

  private transient KeyTimeMetrics keyTimeMetrics;
  private transient Counter lateRecordsDropped;
  private transient Counter lateByKeyWatermark;
  private transient Counter lateBySubtaskWatermark;

  /**
   * @param windowing the windows, and the functions that aggregate them
   * @param time of the input
   * @param keys of the input
   */
  public KeyWatermarkWindowAggOperator(
      Windowing<?> windowing, InputTime time, KeyWatermarkPolicy policy, KeyLookup keys) {
    this.windowing = windowing;
    this.time = time;
    this.policy = policy;
    this.keys = keys;
  }

  /**
   * Sets whether keys may have an aggregator each. This requires functions that are expressions,
   * not objects with state.
   */
  public void setOwnAggregators(boolean possible) {
    ownAggregators = possible;
  }

  /** Sets the BIGINT column of the input with the number of records that a row stands for. */
  public void setRecordsColumn(int column) {
    recordsColumn = column;
  }

  /** Sets the number of keys of a subtask up to which they are objects. */
  void setMaxKeysAsObjects(int keysOfSubtask) {
    maxKeysAsObjects = keysOfSubtask;
  }

  /** Sets the size of the cache in bytes; null for the operator's share of the memory. */
  void setCacheBudget(@Nullable Long bytes) {
    cacheBudget = bytes;
  }

  // ------------------------------------------------------------------------------ life cycle

  @Override
  public void initializeState(StateInitializationContext context) throws Exception {
    super.initializeState(context);
    TaskInfo task = getContainingTask().getEnvironment().getTaskInfo();
    isRestored = context.isRestored();
    tracker =
        new KeyProgressTracker<>(
            new Keys(), policy, 1, task, context.getOperatorStateStore(), BOUNDS, true);
    keyTimeMetrics = tracker.metrics();
    subtaskWatermark = Long.MIN_VALUE;
  }

  @Override
  public void open() throws Exception {
    super.open();
    open(windowing);
    maxLead = MaxLead.of(policy, getProcessingTimeService()::getCurrentProcessingTime);
    if (policy.isLeadBounded()) {
      beyondMaxLead =
          new RecordsBeyondMaxLead(
              policy, metrics, getContainingTask().getEnvironment().getTaskInfo());
    }
    tracker.register(metrics);
    lateRecordsDropped = metrics.counter(LATE_RECORDS_DROPPED);
    metrics.meter("lateRecordsDroppedRate", new MeterView(lateRecordsDropped));
    lateByKeyWatermark = metrics.counter(LATE_BY_KEY_WATERMARK);
    lateBySubtaskWatermark = metrics.counter(LATE_BY_SUBTASK_WATERMARK);
  }

  private <W> void open(Windowing<W> windows) throws Exception {
    ObservedDataViewStore views =
        new ObservedDataViewStore(
            new PerWindowStateDataViewStore(
                getKeyedStateBackend(), windows.namespaces(), getRuntimeContext()));
    NamespaceAggsHandleFunction<W> opened = windows.functions(views);
    functions = opened;
    TimestampedCollector<RowData> collector = new TimestampedCollector<>(output);
    collector.eraseTimestamp();

    InternalTimerService<VoidNamespace> timers =
        getInternalTimerService(KEY_WINDOWS, VoidNamespaceSerializer.INSTANCE, this);
    // if anything else accesses the state of a record's key, the backend must have the key selected
    boolean findsRecords = !views.isUsed() && !tracker.hasGroups() && !policy.hasIdleTimeout();
    memory = cacheBudget == null ? shareOfHeap() : new OperatorMemory(cacheBudget);
    OwnAggregators keysAggregators =
        new OwnAggregators(
            ownAggregators && findsRecords ? windows.ownAggregators(views) : null, memory);
    aggregation = windows.aggregation(opened, keysAggregators, collector);
    handle = newHandle(timers, findsRecords, keysAggregators);
    tracker.open();
    if (tracker.hasOtherSettings()) {
      handle.forEach(this::restored);
    }
    tracker.openGroups();
  }

  /** A cache has no more than the managed memory; the heap backend needs none of that. */
  private OperatorMemory shareOfHeap() {
    Environment environment = getContainingTask().getEnvironment();
    return getKeyedStateBackend() instanceof HeapKeyedStateBackend
        ? OperatorMemory.ofHeap(environment)
        : OperatorMemory.of(environment, getOperatorConfig());
  }

  private KeyHandle newHandle(
      InternalTimerService<VoidNamespace> timers,
      boolean findsRecords,
      OwnAggregators keysAggregators)
      throws Exception {
    serializer = KeyWindowsSerializer.of(windowing.stateTypes());
    ValueStateDescriptor<KeyWindows> entry = new ValueStateDescriptor<>(KEY_WINDOWS, serializer);
    StoredKeyWindows stored =
        new StoredKeyWindows(
            getKeyedStateBackend(),
            entry,
            getRuntimeContext().getState(entry),
            KeyTimeMetrics.selectedKeyGroup(
                getContainingTask().getEnvironment().getTaskInfo(), getKeyedStateBackend()));
    KeyWindowsState state =
        new KeyWindowsStateFactory(
                getKeyedStateBackend(),
                getContainingTask().getEnvironment().getTaskInfo(),
                stored,
                serializer,
                keys,
                keysAggregators,
                memory,
                metrics)
            .open(findsRecords, maxKeysAsObjects, isRestored, keyTimeMetrics.activeKeys());
    return new KeyHandle(stored, state, timers, super::setKeyContextElement1);
  }

  @Override
  public void snapshotState(StateSnapshotContext context) throws Exception {
    super.snapshotState(context);
    handle.flush();
    tracker.snapshot();
  }

  @Override
  public void close() throws Exception {
    super.close();
    if (functions != null) {
      functions.close();
    }
    if (memory != null) {
      memory.close();
    }
  }

  // --------------------------------------------------------------------------------- records

  /** Does nothing: the backend selects a record's key only when needed, see {@link KeyHandle}. */
  @Override
  @SuppressWarnings("rawtypes")
  public void setKeyContextElement1(StreamRecord record) {}

  @Override
  public void processElement(StreamRecord<RowData> element) throws Exception {
    RowData row = element.getValue();
    long timestamp = time.of(row);
    long reached = time.watermark(timestamp);
    if (maxLead.isExceededBy(timestamp)) {
      if (beyondMaxLead.areDropped(records(row))) {
        return;
      }
      reached = UNMOVED;
    }
    KeyWindows windows = handle.moveTo(element);
    if (tracker.hasGroups()) {
      processUnderGroupsWatermark(row, timestamp, reached, windows);
    } else {
      processUnderKeysWatermark(row, timestamp, reached, windows);
    }
  }

  /**
   * Processes a record of the current key.
   *
   * @param reached the key's watermark by this record, or {@link #UNMOVED}; in ms
   * @param known the key's windows; null if it has none
   */
  private void processUnderKeysWatermark(
      RowData row, long timestamp, long reached, @Nullable KeyWindows known) throws Exception {
    KeyWindows windows = known;
    boolean isNew = windows == null;
    long watermark = tracker.effectiveWatermark(windows, null);
    long end = aggregation.end(timestamp);
    boolean isLate = countIfLate(row, end, windows, watermark);
    if (isNew) {
      if (isLate) {
        return; // the key's state was cleared, and the bound has passed the key's watermark
      }
      windows = newWindows();
    }
    if (!isLate) {
      aggregation.accumulate(row, end, windows, watermark);
    }
    boolean hasMoved = reached > windows.watermark;
    if (hasMoved) {
      keyTimeMetrics.watermarkMoved(windows.watermark, reached);
      windows.watermark = reached;
    }
    if (hasMoved || windows.fired != KeyWindows.IN_ORDER) {
      aggregation.fire(handle.key(), windows, tracker.effectiveWatermark(windows, null));
    }
    tracker.seen(windows);
    keepOrDrop(windows, isNew);
  }

  private KeyWindows newWindows() {
    KeyWindows windows = serializer.createInstance();
    tracker.begin(windows);
    return windows;
  }

  /**
   * Processes a record of the current key.
   *
   * @param reached the group's watermark by this record, or {@link #UNMOVED}; in ms
   * @param known the key's windows; null if it has none
   */
  private void processUnderGroupsWatermark(
      RowData row, long timestamp, long reached, @Nullable KeyWindows known) throws Exception {
    KeyWindows windows = known;
    boolean isNew = windows == null;
    WatermarkGroup<RowData> group = tracker.groupOf(windows);
    long end = aggregation.end(timestamp);
    if (group == null && !aggregation.isLate(end, windows, tracker.boundOf(handle.key()))) {
      group = tracker.joinGroup(); // the group's watermark may still make the record late
    }
    boolean isLate = countIfLate(row, end, windows, tracker.effectiveWatermark(windows, group));
    if (group == null) {
      return;
    }
    if (isNew && !isLate) {
      windows = newWindows();
    }
    if (windows == null) {
      tracker.advance(group, 1, reached);
    } else {
      long scheduled = windows.nextFireTime;
      if (!isLate) {
        aggregation.accumulate(row, end, windows, tracker.effectiveWatermark(windows, group));
      }
      tracker.advance(group, 1, reached);
      aggregation.fire(handle.key(), windows, tracker.effectiveWatermark(windows, group));
      if (windows.nextFireTime < scheduled) {
        group.schedule(handle.key(), windows.nextFireTime);
      }
      tracker.seen(windows);
      keepOrDrop(windows, isNew);
    }
    tracker.fireMembers(group);
  }

  /** Whether a record is late for its key. */
  private boolean countIfLate(RowData row, long end, @Nullable KeyWindows windows, long watermark) {
    boolean isLateBySubtask = aggregation.isLate(end, windows, subtaskWatermark);
    if (isLateBySubtask) {
      lateBySubtaskWatermark.inc(records(row));
    }
    boolean isLate = aggregation.isLate(end, windows, watermark);
    if (isLate) {
      lateByKeyWatermark.inc(records(row));
      lateRecordsDropped.inc(records(row));
      if (!isLateBySubtask && windows != null && !tracker.hasGroups()) {
        tracker.outOfOrder(windows);
      }
    }
    return isLate;
  }

  private long records(RowData row) {
    return recordsColumn < 0 ? 1 : row.getLong(recordsColumn);
  }

  // ----------------------------------------------------------------------- watermark and timers

  @Override
  public void processWatermarkStatus(WatermarkStatus status) throws Exception {
    if (status.isIdle()) {
      maxLead.becomeIdle();
    }
    super.processWatermarkStatus(status);
  }

  @Override
  public void processWatermark(Watermark mark) throws Exception {
    subtaskWatermark = mark.getTimestamp();
    maxLead.advance(subtaskWatermark);
    boolean boundHasMoved = tracker.advance(subtaskWatermark);
    if (!tracker.hasCleanupTimers() && boundHasMoved) {
      handle.forEach(this::fireDue);
    }
    if (tracker.hasFloor() || boundHasMoved) {
      getTimeServiceManager().get().advanceWatermark(new Watermark(tracker.timersDue()));
    }
    if (boundHasMoved) {
      long bound = tracker.boundOfAllKeys();
      output.emitWatermark(new Watermark(bound));
      if (tracker.isSweepDue(bound)) {
        tracker.sweepGroups(bound);
      }
    }
  }

  /** A time has come at which windows of the current key may be due, or its entry not needed. */
  @Override
  public void onEventTime(InternalTimer<RowData, VoidNamespace> cleanup) throws Exception {
    KeyWindows windows = handle.moveToSelected();
    tracker.cleanupTimerFired(windows);
    fireDue(windows);
  }

  /**
   * Fires the current key's windows up to its effective watermark, which advanced without a record.
   */
  private void fireDue(KeyWindows windows) throws Exception {
    long watermark = tracker.effectiveWatermark(windows, tracker.groupOf(windows));
    aggregation.fire(handle.key(), windows, watermark);
    keepOrDrop(windows, false);
  }

  /** Checks whether a key has become idle; if so, fires its windows and clears its state. */
  @Override
  public void onProcessingTime(InternalTimer<RowData, VoidNamespace> check) throws Exception {
    KeyWindows windows = handle.moveToSelected();
    if (tracker.isSilent(windows, check.getTimestamp())) {
      aggregation.fire(handle.key(), windows, Long.MAX_VALUE); // as at the end of the input
      tracker.forget(windows);
      remove(windows);
    } else if (windows != null) {
      handle.changed(windows);
    }
  }

  // ------------------------------------------------------------------------ keys that move

  @Override
  @Nullable
  public String obstacleToMoving() {
    return tracker.obstacleToMoving();
  }

  @Override
  public void flush() throws Exception {
    tracker.checkKeysCanMove();
    handle.flush();
  }

  @Override
  public void takeOut(RowData key, DataOutputView own) throws Exception {
    tracker.takeOut(key, handle.leave(), own);
  }

  @Override
  public void putIn(RowData key, DataInputView own) throws Exception {
    tracker.putIn(key, own);
    tracker.arrived(handle.arrive());
  }

  // ------------------------------------------------------------------------------ the entry

  @Override
  public long currentKeyWatermark() {
    return aggregation.firingWatermark();
  }

  private void keepOrDrop(KeyWindows windows, boolean isNew) throws Exception {
    if (!tracker.keepOrForget(windows)) {
      if (!isNew) {
        remove(windows);
      }
    } else if (isNew) {
      keyTimeMetrics.keyAdded();
      handle.created(windows);
    } else {
      handle.changed(windows);
    }
  }

  private void remove(KeyWindows windows) throws Exception {
    keyTimeMetrics.keyRemoved();
    handle.remove(windows);
  }

  /** The current key is from a savepoint of other settings. */
  private void restored(KeyWindows windows) throws Exception {
    tracker.restored(windows);
    keepOrDrop(windows, false);
  }

  /** The operator's keys, as the tracker accesses them. */
  private final class Keys implements TrackedKeys<RowData, KeyWindows> {

    @Override
    public RowData key() {
      return handle.key();
    }

    @Override
    public int keyGroup() {
      return handle.keyGroup();
    }

    @Override
    @Nullable
    public KeyWindows select(RowData key) throws Exception {
      return handle.moveTo(key);
    }

    @Override
    public InternalTimerService<VoidNamespace> timers() {
      return handle.timers();
    }

    @Override
    public boolean fireDue(KeyWindows windows) throws Exception {
      KeyWatermarkWindowAggOperator.this.fireDue(windows);
      return !windows.isEmpty();
    }

    @Override
    public boolean holdsNothing(KeyWindows windows) {
      return windows.isEmpty();
    }

    /** Does nothing: the operator stores the entry after every change anyway. */
    @Override
    public void changed(KeyWindows windows) {}
  }
}
