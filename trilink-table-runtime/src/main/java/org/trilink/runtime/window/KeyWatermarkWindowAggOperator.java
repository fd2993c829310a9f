/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.window;

import java.time.ZoneId;
import javax.annotation.Nullable;
import org.apache.flink.api.common.TaskInfo;
import org.apache.flink.api.common.state.ListState;
import org.apache.flink.api.common.state.ListStateDescriptor;
import org.apache.flink.api.common.state.OperatorStateStore;
import org.apache.flink.api.common.state.ValueStateDescriptor;
import org.apache.flink.api.common.typeutils.base.LongSerializer;
import org.apache.flink.api.java.tuple.Tuple3;
import org.apache.flink.core.memory.DataInputView;
import org.apache.flink.core.memory.DataOutputView;
import org.apache.flink.metrics.Counter;
import org.apache.flink.metrics.MeterView;
import org.apache.flink.runtime.state.KeyedStateBackend;
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
import org.apache.flink.table.runtime.dataview.StateDataViewStore;
import org.apache.flink.table.runtime.generated.GeneratedNamespaceAggsHandleFunction;
import org.apache.flink.table.runtime.generated.NamespaceAggsHandleFunction;
import org.apache.flink.table.runtime.operators.TableStreamOperator;
import org.apache.flink.table.runtime.operators.window.slicing.SliceAssigner;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.util.FlinkRuntimeException;
import org.apache.flink.util.function.ThrowingConsumer;
import org.trilink.runtime.key.KeyLookup;
import org.trilink.runtime.operator.OperatorMemory;
import org.trilink.runtime.sync.state.HandsOverKeys;
import org.trilink.runtime.watermark.CurrentKeyWatermark;
import org.trilink.runtime.watermark.IdleTimeout;
import org.trilink.runtime.watermark.InputTime;
import org.trilink.runtime.watermark.KeyTimeMetrics;
import org.trilink.runtime.watermark.KeyWatermarkBound;
import org.trilink.runtime.watermark.KeyWatermarkPolicy;
import org.trilink.runtime.watermark.MaxLead;
import org.trilink.runtime.watermark.RecordsBeyondMaxLead;
import org.trilink.runtime.watermark.WatermarkGroup;
import org.trilink.runtime.watermark.WatermarkGroups;

/**
 * Aggregates the windows of TUMBLE, HOP and CUMULATE under a watermark per key (the paper's section
 * 4.1): a window of a key is fired when that key's own watermark passes its end, whatever the other
 * keys do. Keys may also share a watermark in groups of N ({@link WatermarkGroups}).
 *
 * <p>It stands in for Flink's {@code SlicingWindowOperator}, which keeps one progress for all keys.
 * Windows are made of slices in the same way ({@link SliceAggregation}), and the aggregate
 * functions are Flink's generated ones. Input: insert-only rows, keyed; rowtime in ms. Output: key
 * columns, aggregates, window properties.
 *
 * <p>A key has one state entry ({@link KeyWindows}) and, where there is a watermark that bounds all
 * keys from below ({@link KeyWatermarkPolicy#lowerBound}), one timer on that: it fires the windows
 * of a key that fell silent and then drops its state. Without a bound all keys are looked at once,
 * at the end of the input. With an idle timeout a key has a timer on processing time, to the same
 * end.
 */
public final class KeyWatermarkWindowAggOperator extends TableStreamOperator<RowData>
    implements OneInputStreamOperator<RowData, RowData>,
        Triggerable<RowData, VoidNamespace>,
        CurrentKeyWatermark,
        HandsOverKeys<RowData> {

  private static final long serialVersionUID = 1L;

  /** One part in so many of the heap is for keys that are kept beside a backend. */
  private static final int CACHE_HEAP_PART = 2;

  /** One part in so many of that, beside it, is for keys' own aggregators. */
  private static final int AGGREGATORS_CACHE_PART = 8;

  /** One part in so many of the heap is for keys' own aggregators beside the heap backend. */
  private static final int AGGREGATORS_HEAP_PART = 16;

  /** Records dropped because they were late for their own key; the same as Flink's name for it. */
  public static final String LATE_RECORDS_DROPPED = "numLateRecordsDropped";

  /** Records that were late by their key's watermark, and so were dropped. */
  public static final String LATE_BY_KEY_WATERMARK = "numLateRecordsByKeyWatermark";

  /** Records that one watermark for the whole subtask would have dropped. */
  public static final String LATE_BY_SUBTASK_WATERMARK = "numLateRecordsBySubtaskWatermark";

  /** A record says nothing of its key's watermark, as it is too far ahead. */
  private static final long UNMOVED = Long.MIN_VALUE;

  private final GeneratedNamespaceAggsHandleFunction<Long> generatedAggregator;
  private final LogicalType[] accumulatorTypes;
  private final SliceAssigner slices;
  private final InputTime time;
  private final ZoneId timeZone;
  private final KeyWatermarkPolicy policy;

  private final KeyLookup keys;

  private boolean ownAggregators;

  /** Says how many records a row stands for; negative if it is one. */
  private int recordsColumn = -1;

  /** In bytes; null for the operator's share. */
  @Nullable private Long cacheBudget;

  private transient NamespaceAggsHandleFunction<Long> aggregator;
  private transient SliceAggregation aggregation;
  private transient KeyWindowsState state;
  private transient PackedKeys packedKeys;

  /** The current key's; null if the backend has selected that. */
  @Nullable private transient KeyWindows found;

  /** Whether the job goes on from a snapshot, so that there may be keys. */
  private transient boolean isRestored;

  private transient KeyWindowsSerializer serializer;
  private transient ValueStateDescriptor<KeyWindows> stored;
  private transient InternalTimerService<VoidNamespace> timers;

  /** Whether keys have timers: where no bound rings a key before the end, none has. */
  private transient boolean hasTimers;

  /** The subtask's watermark in ms, and the bound that it sets for every key's. */
  private transient long subtaskWatermark;

  private transient KeyWatermarkBound lowerBound;
  private transient ListState<Tuple3<Integer, Integer, Long>> lowerBoundState;

  /** Null if every key has a watermark of its own. */
  @Nullable private transient WatermarkGroups<RowData> groups;

  /** Null if a key may be silent for ever. */
  @Nullable private transient IdleTimeout idleTimeout;

  private transient MaxLead maxLead;

  /** Null if no record is too far ahead. */
  @Nullable private transient RecordsBeyondMaxLead beyondMaxLead;

  private transient KeyTimeMetrics keyTimeMetrics;
  private transient Counter lateRecordsDropped;
  private transient Counter lateByKeyWatermark;
  private transient Counter lateBySubtaskWatermark;

  /**
   * @param accumulatorTypes of the aggregate functions
   * @param slices assigns slices by a rowtime at position 0, in ms
   * @param time of the input
   * @param timeZone in which windows are aligned; UTC unless the rowtime is a TIMESTAMP_LTZ
   * @param keys of the input
   */
  public KeyWatermarkWindowAggOperator(
      GeneratedNamespaceAggsHandleFunction<Long> generatedAggregator,
      LogicalType[] accumulatorTypes,
      SliceAssigner slices,
      InputTime time,
      ZoneId timeZone,
      KeyWatermarkPolicy policy,
      KeyLookup keys) {
    this.generatedAggregator = generatedAggregator;
    this.accumulatorTypes = accumulatorTypes.clone();
    this.slices = slices;
    this.time = time;
    this.timeZone = timeZone;
    this.policy = policy;
    this.keys = keys;
  }

  /** Keys may have an aggregator each: the functions are expressions, not objects with a state. */
  public void setOwnAggregators(boolean possible) {
    ownAggregators = possible;
  }

  /** Rows of the input stand for so many records as that BIGINT column says. */
  public void setRecordsColumn(int column) {
    recordsColumn = column;
  }

  /** Instead of the operator's share of the memory, in bytes. */
  void setCacheBudget(long bytes) {
    cacheBudget = bytes;
  }

  // ------------------------------------------------------------------------------ life cycle

  @Override
  public void initializeState(StateInitializationContext context) throws Exception {
    super.initializeState(context);
    OperatorStateStore store = context.getOperatorStateStore();
    TaskInfo task = getContainingTask().getEnvironment().getTaskInfo();
    lowerBoundState =
        store.getUnionListState(
            new ListStateDescriptor<>("key-watermark-lower-bounds", KeyWatermarkBound.STATE_TYPE));
    lowerBound =
        KeyWatermarkBound.of(
            task.getMaxNumberOfParallelSubtasks(),
            task.getNumberOfParallelSubtasks(),
            task.getIndexOfThisSubtask(),
            lowerBoundState.get());
    isRestored = context.isRestored();
    groups = WatermarkGroups.of(policy, 1, task, store);
    keyTimeMetrics = KeyTimeMetrics.of(task, getKeyedStateBackend(), store);
    subtaskWatermark = Long.MIN_VALUE;
  }

  @Override
  public void open() throws Exception {
    super.open();
    ObservedDataViewStore views =
        new ObservedDataViewStore(
            new PerWindowStateDataViewStore(
                getKeyedStateBackend(), LongSerializer.INSTANCE, getRuntimeContext()));
    aggregator = newAggregator(views);
    TimestampedCollector<RowData> collector = new TimestampedCollector<>(output);
    collector.eraseTimestamp();

    timers = getInternalTimerService("key-windows", VoidNamespaceSerializer.INSTANCE, this);
    idleTimeout = IdleTimeout.of(policy, timers);
    // where something else asks for the state of a record's key, the backend has to know the key
    boolean findsRecords = !views.isUsed() && groups == null && idleTimeout == null;
    OperatorMemory cacheMemory = cacheMemory();
    OwnAggregators keysAggregators =
        new OwnAggregators(
            ownAggregators && findsRecords ? () -> newAggregator(views) : null,
            aggregatorsMemory(cacheMemory));
    aggregation = new SliceAggregation(aggregator, keysAggregators, slices, timeZone, collector);
    state = newState(findsRecords, keysAggregators, cacheMemory);
    packedKeys = new PackedKeys();
    hasTimers = policy.isSkewBounded() || groups != null;
    if (hasTimers && keyTimeMetrics.hasKeysWithoutTimer()) {
      forEachKey(this::addTimer); // the savepoint knew no bound
    }
    if (groups != null) {
      timers.forEachEventTimeTimer((namespace, ring) -> groups.join(key()).ring(key(), ring));
    }

    maxLead = MaxLead.of(policy, getProcessingTimeService()::getCurrentProcessingTime);
    if (policy.isLeadBounded()) {
      beyondMaxLead =
          new RecordsBeyondMaxLead(
              policy, metrics, getContainingTask().getEnvironment().getTaskInfo());
    }
    keyTimeMetrics.register(metrics, groups);
    lateRecordsDropped = metrics.counter(LATE_RECORDS_DROPPED);
    metrics.meter("lateRecordsDroppedRate", new MeterView(lateRecordsDropped));
    lateByKeyWatermark = metrics.counter(LATE_BY_KEY_WATERMARK);
    lateBySubtaskWatermark = metrics.counter(LATE_BY_SUBTASK_WATERMARK);
  }

  private NamespaceAggsHandleFunction<Long> newAggregator(StateDataViewStore views) {
    NamespaceAggsHandleFunction<Long> created =
        generatedAggregator.newInstance(getRuntimeContext().getUserCodeClassLoader());
    try {
      created.open(views);
    } catch (Exception e) {
      throw new FlinkRuntimeException("The aggregate functions cannot be opened.", e);
    }
    return created;
  }

  private boolean isOnHeap() {
    return getKeyedStateBackend() instanceof HeapKeyedStateBackend;
  }

  /** For keys beside a backend that serializes them. */
  private OperatorMemory cacheMemory() {
    return cacheBudget == null
        ? OperatorMemory.of(
            getContainingTask().getEnvironment(), getOperatorConfig(), CACHE_HEAP_PART)
        : new OperatorMemory(cacheBudget);
  }

  private long aggregatorsMemory(OperatorMemory cacheMemory) {
    return isOnHeap()
        ? OperatorMemory.heapOfSlot(getContainingTask().getEnvironment(), AGGREGATORS_HEAP_PART)
        : cacheMemory.budget() / AGGREGATORS_CACHE_PART;
  }

  private KeyWindowsState newState(
      boolean findsRecords, OwnAggregators keysAggregators, OperatorMemory cacheMemory) {
    serializer = KeyWindowsSerializer.of(accumulatorTypes);
    stored = new ValueStateDescriptor<>("key-windows", serializer);
    StoredKeyWindows entries =
        new StoredKeyWindows(
            getKeyedStateBackend(), getRuntimeContext().getState(stored), keyTimeMetrics::keyGroup);
    return isOnHeap()
        ? new HeapKeyWindowsState(entries, findsRecords ? keys.newMap() : null, keysAggregators)
        : new CachedKeyWindowsState(
            entries,
            keys.newMap(),
            findsRecords,
            keysAggregators,
            cacheMemory,
            !isRestored,
            metrics);
  }

  @Override
  public void snapshotState(StateSnapshotContext context) throws Exception {
    super.snapshotState(context);
    state.flush();
    lowerBoundState.update(lowerBound.snapshot());
    if (groups != null) {
      groups.snapshot();
    }
    keyTimeMetrics.snapshot();
  }

  @Override
  public void close() throws Exception {
    super.close();
    if (aggregator != null) {
      aggregator.close();
    }
  }

  // --------------------------------------------------------------------------------- records

  /** The backend hears of a record's key only if it has to: see {@link #windowsOf}. */
  @Override
  @SuppressWarnings("rawtypes")
  public void setKeyContextElement1(StreamRecord record) {}

  @Override
  public void processElement(StreamRecord<RowData> element) throws Exception {
    RowData row = element.getValue();
    long timestamp = time.of(row);
    long reached = timestamp - time.delay();
    if (maxLead.isExceededBy(timestamp)) {
      if (beyondMaxLead.areDropped(records(row))) {
        return;
      }
      reached = UNMOVED;
    }
    KeyWindows windows = windowsOf(element);
    if (groups == null) {
      processUnderKeysWatermark(row, timestamp, reached, windows);
    } else {
      processUnderGroupsWatermark(row, timestamp, reached, windows);
    }
  }

  /** Those of a record's key, which becomes the current one; null if it has none. */
  @Nullable
  private KeyWindows windowsOf(StreamRecord<RowData> element) throws Exception {
    found = state.find(element.getValue());
    if (found != null) {
      return found;
    }
    super.setKeyContextElement1(element);
    KeyWindows windows = state.get();
    if (windows == null) {
      setCurrentKey(packedKeys.pack((RowData) getCurrentKey())); // whose state and timers keep it
    }
    return windows;
  }

  /**
   * Of the current key.
   *
   * @param reached what the record makes of the key's watermark, or {@link #UNMOVED}; in ms
   * @param known null if it has none
   */
  private void processUnderKeysWatermark(
      RowData row, long timestamp, long reached, @Nullable KeyWindows known) throws Exception {
    KeyWindows windows = known;
    boolean isNew = windows == null;
    long bound = lowerBound.of(key());
    long watermark = isNew ? bound : Math.max(windows.watermark, bound);
    long sliceEnd = aggregation.sliceEnd(timestamp);
    boolean isLate = countIfLate(row, sliceEnd, watermark);
    if (isNew) {
      if (isLate) {
        return; // the key's state is gone, and the bound says all that it could say
      }
      windows = serializer.createInstance();
    }
    if (!isLate) {
      aggregation.accumulate(row, sliceEnd, windows, watermark);
    }
    if (reached > windows.watermark) {
      watermarkMoved(windows.watermark, reached);
      windows.watermark = reached;
      aggregation.fire(key(), windows, reached);
    }
    seen(windows);
    keepOrDrop(windows, isNew);
  }

  /**
   * Of the current key.
   *
   * @param reached what the record makes of the group's watermark, or {@link #UNMOVED}; in ms
   * @param known null if it has none
   */
  private void processUnderGroupsWatermark(
      RowData row, long timestamp, long reached, @Nullable KeyWindows known) throws Exception {
    KeyWindows windows = known;
    boolean isNew = windows == null;
    WatermarkGroup<RowData> group = groupOf(windows);
    long sliceEnd = aggregation.sliceEnd(timestamp);
    if (group == null && !aggregation.isLate(sliceEnd, effectiveWatermark(null))) {
      group = groups.join(key()); // whose watermark may make it late all the same
    }
    boolean isLate = countIfLate(row, sliceEnd, effectiveWatermark(group));
    if (group == null) {
      return;
    }
    if (isNew && !isLate) {
      windows = serializer.createInstance();
    }
    if (windows == null) {
      advance(group, reached);
    } else {
      long ring = windows.nextFireTime;
      if (!isLate) {
        aggregation.accumulate(row, sliceEnd, windows, effectiveWatermark(group));
      }
      advance(group, reached);
      aggregation.fire(key(), windows, effectiveWatermark(group));
      if (windows.nextFireTime < ring) {
        group.ring(key(), windows.nextFireTime);
      }
      seen(windows);
      keepOrDrop(windows, isNew);
    }
    fireMembers(group);
  }

  /** Whether a record is late for its key. */
  private boolean countIfLate(RowData row, long sliceEnd, long watermark) {
    if (aggregation.isLate(sliceEnd, subtaskWatermark)) {
      lateBySubtaskWatermark.inc(records(row));
    }
    boolean isLate = aggregation.isLate(sliceEnd, watermark);
    if (isLate) {
      lateByKeyWatermark.inc(records(row));
      lateRecordsDropped.inc(records(row));
    }
    return isLate;
  }

  private long records(RowData row) {
    return recordsColumn < 0 ? 1 : row.getLong(recordsColumn);
  }

  // ---------------------------------------------------------------------------------- groups

  /**
   * The current key's group, null if it is in none.
   *
   * @param windows of the current key; a savepoint may be of a time when it had its own watermark
   */
  @Nullable
  private WatermarkGroup<RowData> groupOf(@Nullable KeyWindows windows) {
    if (windows == null || windows.watermark == Long.MIN_VALUE) {
      return groups.find(key());
    }
    WatermarkGroup<RowData> group = groups.join(key());
    keyTimeMetrics.watermarkMoved(windows.watermark, Long.MIN_VALUE);
    advance(group, windows.watermark);
    windows.watermark = Long.MIN_VALUE;
    return group;
  }

  /** Moves the watermark of the current key's group, if that is forward. */
  private void advance(WatermarkGroup<RowData> group, long watermark) {
    long former = group.watermark();
    if (group.advance(1, watermark)) {
      keyTimeMetrics.watermarkMoved(former, watermark);
    }
  }

  /** The effective watermark of the current key, in ms. */
  private long effectiveWatermark(@Nullable WatermarkGroup<RowData> group) {
    long bound = lowerBound.of(getCurrentKey());
    return group == null ? bound : Math.max(group.watermark(), bound);
  }

  /** Fires what the keys of a group hold up to their watermark. */
  private void fireMembers(WatermarkGroup<RowData> group) throws Exception {
    RowData member = pollDue(group);
    while (member != null) {
      setCurrentKey(member);
      KeyWindows windows = state.get();
      if (windows != null) {
        aggregation.fire(member, windows, effectiveWatermark(groupOf(windows)));
        keepOrDrop(windows, false);
        if (!windows.isEmpty()) {
          group.ring(member, windows.nextFireTime);
        }
      }
      member = pollDue(group);
    }
  }

  @Nullable
  private RowData pollDue(WatermarkGroup<RowData> group) {
    return group.poll(Math.max(group.watermark(), lowerBound.ofAllKeys()));
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
    long bound = policy.lowerBound(subtaskWatermark);
    if (!lowerBound.advance(bound)) {
      return;
    }
    if (!hasTimers) {
      forEachKey(windows -> fireSilent(windows, bound));
    }
    super.processWatermark(new Watermark(bound)); // runs the timers, then forwards the bound
    if (groups != null && groups.isSweepDue(bound)) {
      for (WatermarkGroup<RowData> group : groups.groups()) {
        fireMembers(group); // the timers left no more than rings that are out of date
      }
      groups.forgetBehind(bound, keyTimeMetrics);
    }
  }

  /** The bound has come to where the current key's entry is not needed any more, or may be so. */
  @Override
  public void onEventTime(InternalTimer<RowData, VoidNamespace> timer) throws Exception {
    found = null;
    KeyWindows windows = state.get();
    windows.timer = KeyWindows.NONE;
    keyTimeMetrics.timerRemoved();
    fireSilent(
        windows, groups == null ? lowerBound.ofAllKeys() : effectiveWatermark(groupOf(windows)));
  }

  /**
   * Fires what the current key holds up to a watermark, in ms, that did not come by its records.
   */
  private void fireSilent(KeyWindows windows, long watermark) throws Exception {
    aggregation.fire(key(), windows, watermark);
    keepOrDrop(windows, false);
  }

  /** Makes each key that has windows the current one. */
  private void forEachKey(ThrowingConsumer<KeyWindows, Exception> action) throws Exception {
    state.flush(); // the backend must know them all
    KeyedStateBackend<RowData> backend = getKeyedStateBackend();
    backend.applyToAllKeys(
        VoidNamespace.INSTANCE,
        VoidNamespaceSerializer.INSTANCE,
        stored,
        (key, unused) -> {
          found = null;
          action.accept(state.get());
        });
  }

  private void seen(KeyWindows windows) {
    if (idleTimeout != null) {
      windows.activity = idleTimeout.seen(windows.activity);
    }
  }

  /** Finds out whether a key fell silent; if so, fires what it holds and forgets it. */
  @Override
  public void onProcessingTime(InternalTimer<RowData, VoidNamespace> check) throws Exception {
    found = null;
    KeyWindows windows = state.get();
    if (idleTimeout == null) {
      windows.activity = null; // the savepoint knew an idle timeout
      state.changed(windows);
    } else if (idleTimeout.isSilent(windows.activity)) {
      aggregation.fire(key(), windows, Long.MAX_VALUE); // as at the end of the input
      windows.activity = null;
      drop(windows, false);
    } else {
      state.changed(windows);
    }
  }

  // ------------------------------------------------------------------------ keys that move

  @Override
  @Nullable
  public String notYet() {
    if (groups != null) {
      return WatermarkGroups.KEYS_STAY_TOGETHER;
    }
    return lowerBound.isSettled() ? null : KeyWatermarkBound.NOT_SETTLED;
  }

  @Override
  public void flush() throws Exception {
    if (groups != null) {
      throw WatermarkGroups.cannotMove();
    }
    found = null;
    state.flush();
  }

  @Override
  public void takeOut(RowData key, DataOutputView own) throws Exception {
    KeyWindows windows = state.leave();
    if (windows != null) {
      keyTimeMetrics.watermarkMoved(windows.watermark, Long.MIN_VALUE);
      keyTimeMetrics.keyRemoved();
      if (windows.timer != KeyWindows.NONE) {
        keyTimeMetrics.timerRemoved();
      }
    }
    lowerBound.takeOut(key, own);
  }

  @Override
  public void putIn(RowData key, DataInputView own) throws Exception {
    found = null;
    lowerBound.putIn(key, own);
    KeyWindows windows = state.arrive();
    if (windows != null) {
      keyTimeMetrics.keyAdded();
      keyTimeMetrics.watermarkMoved(Long.MIN_VALUE, windows.watermark);
      if (windows.timer != KeyWindows.NONE) {
        keyTimeMetrics.timerAdded();
      }
    }
  }

  // ------------------------------------------------------------------------------ the entry

  private RowData key() {
    return found == null ? (RowData) getCurrentKey() : found.key;
  }

  /**
   * To be called before the backend, its timers or counts of keys are asked for the current key.
   */
  private void select() {
    if (found != null) {
      setCurrentKey(found.key);
      found = null;
    }
  }

  private void watermarkMoved(long from, long to) {
    if (found == null) {
      keyTimeMetrics.watermarkMoved(from, to);
    } else {
      keyTimeMetrics.watermarkMoved(found.keyGroup, from, to);
    }
  }

  @Override
  public long currentKeyWatermark() {
    return aggregation.firingWatermark();
  }

  /** Drops the current key's entry if nothing depends on it; else sees to it that it is rung. */
  private void keepOrDrop(KeyWindows windows, boolean isNew) throws Exception {
    if (windows.isEmpty() && windows.watermark <= lowerBound.of(key())) {
      // the bound says all that the key's watermark could, or it is the group that has one
      drop(windows, isNew);
      return;
    }
    keepTimer(windows);
    if (isNew) {
      keyTimeMetrics.keyAdded();
      state.created(windows);
    } else {
      state.changed(windows);
    }
  }

  /**
   * Sees to it that the key's one timer comes no later than its next window or, if none is open,
   * its watermark. A timer that comes too early is left alone: it registers its successor.
   */
  private void keepTimer(KeyWindows windows) {
    if (!hasTimers) {
      return;
    }
    long needed = windows.isEmpty() ? windows.watermark : windows.nextFireTime;
    if (needed < windows.timer) {
      select();
      if (windows.timer != KeyWindows.NONE) {
        timers.deleteEventTimeTimer(VoidNamespace.INSTANCE, windows.timer);
      } else {
        keyTimeMetrics.timerAdded();
      }
      timers.registerEventTimeTimer(VoidNamespace.INSTANCE, needed);
      windows.timer = needed;
    }
  }

  private void addTimer(KeyWindows windows) throws Exception {
    keepTimer(windows);
    state.changed(windows);
  }

  private void drop(KeyWindows windows, boolean isNew) throws Exception {
    select();
    if (windows.timer != KeyWindows.NONE) {
      timers.deleteEventTimeTimer(VoidNamespace.INSTANCE, windows.timer);
      keyTimeMetrics.timerRemoved();
    }
    if (windows.activity != null) {
      timers.deleteProcessingTimeTimer(VoidNamespace.INSTANCE, windows.activity.nextCheck());
    }
    keyTimeMetrics.watermarkMoved(windows.watermark, Long.MIN_VALUE);
    if (!isNew) {
      keyTimeMetrics.keyRemoved();
      state.remove(windows);
    }
  }
}
