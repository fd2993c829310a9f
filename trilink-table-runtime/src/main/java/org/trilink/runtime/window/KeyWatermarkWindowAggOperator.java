package org.trilink.runtime.window;

import java.time.ZoneId;
import javax.annotation.Nullable;
import org.apache.flink.api.common.TaskInfo;
import org.apache.flink.api.common.state.ListState;
import org.apache.flink.api.common.state.ListStateDescriptor;
import org.apache.flink.api.common.state.OperatorStateStore;
import org.apache.flink.api.common.state.ValueStateDescriptor;
import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.apache.flink.api.common.typeutils.base.LongSerializer;
import org.apache.flink.api.java.tuple.Tuple3;
import org.apache.flink.metrics.Counter;
import org.apache.flink.metrics.MeterView;
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
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.runtime.dataview.PerWindowStateDataViewStore;
import org.apache.flink.table.runtime.dataview.StateDataViewStore;
import org.apache.flink.table.runtime.generated.GeneratedNamespaceAggsHandleFunction;
import org.apache.flink.table.runtime.generated.NamespaceAggsHandleFunction;
import org.apache.flink.table.runtime.operators.TableStreamOperator;
import org.apache.flink.table.runtime.operators.window.slicing.SliceAssigner;
import org.apache.flink.util.FlinkRuntimeException;
import org.trilink.runtime.key.IntegerKey;
import org.trilink.runtime.key.KeyNumber;
import org.trilink.runtime.watermark.CurrentKeyWatermark;
import org.trilink.runtime.watermark.IdleTimeout;
import org.trilink.runtime.watermark.InputTime;
import org.trilink.runtime.watermark.KeyTimeMetrics;
import org.trilink.runtime.watermark.KeyWatermarkBound;
import org.trilink.runtime.watermark.KeyWatermarkPolicy;
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
 * <p>A key has one state entry ({@link KeyWindows}) and one timer. The timers run on the watermark
 * that bounds all keys from below ({@link KeyWatermarkPolicy#lowerBound}): they fire the windows of
 * keys that fell silent and then drop their state. Without a bound, that happens at the end of the
 * input. With an idle timeout a key has another timer, on processing time, to the same end.
 */
public final class KeyWatermarkWindowAggOperator extends TableStreamOperator<RowData>
    implements OneInputStreamOperator<RowData, RowData>,
        Triggerable<RowData, VoidNamespace>,
        CurrentKeyWatermark {

  private static final long serialVersionUID = 1L;

  /** Records dropped because they were late for their own key; the same as Flink's name for it. */
  public static final String LATE_RECORDS_DROPPED = "numLateRecordsDropped";

  /** Records that were late by their key's watermark, and so were dropped. */
  public static final String LATE_BY_KEY_WATERMARK = "numLateRecordsByKeyWatermark";

  /** Records that one watermark for the whole subtask would have dropped. */
  public static final String LATE_BY_SUBTASK_WATERMARK = "numLateRecordsBySubtaskWatermark";

  private final GeneratedNamespaceAggsHandleFunction<Long> generatedAggregator;
  private final TypeSerializer<RowData> accumulatorSerializer;
  private final SliceAssigner slices;
  private final InputTime time;
  private final ZoneId timeZone;
  private final KeyWatermarkPolicy policy;

  private int cacheCapacity = CachedKeyWindowsState.DEFAULT_CAPACITY;

  /** Null if keys have no numbers. */
  @Nullable private KeyNumber numberOfRow;

  @Nullable private KeyNumber numberOfKey;

  private boolean ownAggregators;

  private transient NamespaceAggsHandleFunction<Long> aggregator;
  private transient SliceAggregation aggregation;
  private transient KeyWindowsState state;

  /** Null if the backend is asked for every record's key. */
  @Nullable private transient KeyWindowsIndex index;

  /** The current key's; null if the backend has selected that. */
  @Nullable private transient KeyWindowsIndex.Entry found;

  private transient InternalTimerService<VoidNamespace> timers;

  /** The subtask's watermark in ms, and the bound that it sets for every key's. */
  private transient long subtaskWatermark;

  private transient KeyWatermarkBound lowerBound;
  private transient ListState<Tuple3<Integer, Integer, Long>> lowerBoundState;

  /** Null if every key has a watermark of its own. */
  @Nullable private transient WatermarkGroups<RowData> groups;

  /** Null if a key may be silent for ever. */
  @Nullable private transient IdleTimeout idleTimeout;

  private transient KeyTimeMetrics keyTimeMetrics;
  private transient Counter lateRecordsDropped;
  private transient Counter lateByKeyWatermark;
  private transient Counter lateBySubtaskWatermark;

  /**
   * @param slices assigns slices by a rowtime at position 0, in ms
   * @param time of the input
   * @param timeZone in which windows are aligned; UTC unless the rowtime is a TIMESTAMP_LTZ
   */
  public KeyWatermarkWindowAggOperator(
      GeneratedNamespaceAggsHandleFunction<Long> generatedAggregator,
      TypeSerializer<RowData> accumulatorSerializer,
      SliceAssigner slices,
      InputTime time,
      ZoneId timeZone,
      KeyWatermarkPolicy policy) {
    this.generatedAggregator = generatedAggregator;
    this.accumulatorSerializer = accumulatorSerializer;
    this.slices = slices;
    this.time = time;
    this.timeZone = timeZone;
    this.policy = policy;
  }

  /** Keys of one integer column are found by its value. */
  public void setIntegerKey(@Nullable IntegerKey key) {
    if (key != null) {
      setKeyNumber(key, key.inKeyRow());
    }
  }

  /** Keys are found by their numbers, in records and in key rows. */
  void setKeyNumber(KeyNumber ofRow, KeyNumber ofKey) {
    numberOfRow = ofRow;
    numberOfKey = ofKey;
  }

  /**
   * Keys that are found by a number may have an aggregator each: the functions are expressions, not
   * objects that are opened.
   */
  public void setOwnAggregators(boolean possible) {
    ownAggregators = possible;
  }

  /** How many keys and slices are kept as objects where the state backend serializes them. */
  void setCacheCapacity(int keysAndSlices) {
    cacheCapacity = keysAndSlices;
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
    groups = WatermarkGroups.of(policy, 1, task, store);
    keyTimeMetrics = KeyTimeMetrics.of(task, getKeyedStateBackend(), store);
    subtaskWatermark = Long.MIN_VALUE;
  }

  @Override
  public void open() throws Exception {
    super.open();
    state =
        KeyWindowsState.of(
            getKeyedStateBackend(),
            getRuntimeContext()
                .getState(
                    new ValueStateDescriptor<>(
                        "key-windows", new KeyWindowsSerializer(accumulatorSerializer))),
            cacheCapacity);

    ObservedDataViewStore views =
        new ObservedDataViewStore(
            new PerWindowStateDataViewStore(
                getKeyedStateBackend(), LongSerializer.INSTANCE, getRuntimeContext()));
    aggregator = newAggregator(views);
    TimestampedCollector<RowData> collector = new TimestampedCollector<>(output);
    collector.eraseTimestamp();
    aggregation = new SliceAggregation(aggregator, slices, timeZone, collector);

    timers = getInternalTimerService("key-windows", VoidNamespaceSerializer.INSTANCE, this);
    idleTimeout = IdleTimeout.of(policy, timers);
    index = newIndex(views);
    if (groups != null) {
      timers.forEachEventTimeTimer((namespace, ring) -> groups.join(key()).ring(key(), ring));
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

  /** Where something else asks for the state of a record's key, the backend has to know the key. */
  @Nullable
  private KeyWindowsIndex newIndex(ObservedDataViewStore views) {
    return numberOfRow == null
            || numberOfKey == null
            || views.isUsed()
            || groups != null
            || idleTimeout != null
            || !(getKeyedStateBackend() instanceof HeapKeyedStateBackend)
        ? null
        : new KeyWindowsIndex(
            numberOfRow, numberOfKey, ownAggregators ? () -> newAggregator(views) : null);
  }

  @Override
  public void snapshotState(StateSnapshotContext context) throws Exception {
    super.snapshotState(context);
    if (index != null) {
      index.snapshot();
    }
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

  /** With an index the backend hears of a record's key only if it has to; see {@link #select}. */
  @Override
  @SuppressWarnings("rawtypes")
  public void setKeyContextElement1(StreamRecord record) throws Exception {
    if (index == null) {
      super.setKeyContextElement1(record);
    }
  }

  @Override
  public void processElement(StreamRecord<RowData> element) throws Exception {
    RowData row = element.getValue();
    long timestamp = time.of(row);
    if (groups == null) {
      processUnderKeysWatermark(row, timestamp, windowsOf(element));
    } else {
      processUnderGroupsWatermark(row, timestamp);
    }
  }

  /** Those of a record's key, which becomes the current one; null if it has none. */
  @Nullable
  private KeyWindows windowsOf(StreamRecord<RowData> element) throws Exception {
    if (index == null) {
      return state.get();
    }
    found = index.find(element.getValue());
    if (found != null) {
      return found.windows();
    }
    super.setKeyContextElement1(element);
    KeyWindows windows = state.get();
    if (windows != null) {
      putIntoIndex(windows);
    }
    return windows;
  }

  /** Those of the current key, which the backend has selected. */
  private void putIntoIndex(KeyWindows windows) {
    index.put(key(), keyTimeMetrics.keyGroup(), windows);
  }

  /**
   * Of the current key.
   *
   * @param known null if it has none
   */
  private void processUnderKeysWatermark(RowData row, long timestamp, @Nullable KeyWindows known)
      throws Exception {
    KeyWindows windows = known;
    boolean isNew = windows == null;
    long bound = lowerBound.of(key());
    long watermark = isNew ? bound : Math.max(windows.watermark, bound);
    long sliceEnd = aggregation.sliceEnd(timestamp);
    boolean isLate = countIfLate(sliceEnd, watermark);
    if (isNew) {
      if (isLate) {
        return; // the key's state is gone, and the bound says all that it could say
      }
      windows = new KeyWindows();
    }
    KeyWindowsIndex.Entry entry = found;
    if (!isLate) {
      accumulate(row, sliceEnd, windows, watermark);
    }
    long advanced = timestamp - time.delay();
    if (advanced > windows.watermark) {
      if (entry != null && windows.nextFireTime <= advanced) {
        entry.writeBack();
      }
      watermarkMoved(windows.watermark, advanced);
      windows.watermark = advanced;
      aggregation.fire(key(), windows, advanced);
    }
    seen(windows);
    keepOrDrop(windows, isNew);
  }

  /** Adds a record of the current key that is not late. */
  private void accumulate(RowData row, long sliceEnd, KeyWindows windows, long watermark)
      throws Exception {
    if (found == null) {
      aggregation.accumulate(row, sliceEnd, windows, watermark);
    } else if (found.isLive(sliceEnd)) {
      found.accumulate(row); // its windows are known, or it would not be live
    } else {
      found.writeBack();
      aggregation.accumulate(row, sliceEnd, windows, watermark);
      if (aggregation.isOpen(sliceEnd, watermark)) {
        index.begin(found, windows.find(sliceEnd));
      }
    }
  }

  private void processUnderGroupsWatermark(RowData row, long timestamp) throws Exception {
    KeyWindows windows = state.get();
    boolean isNew = windows == null;
    WatermarkGroup<RowData> group = groupOf(windows);
    long sliceEnd = aggregation.sliceEnd(timestamp);
    if (group == null && !aggregation.isLate(sliceEnd, effectiveWatermark(null))) {
      group = groups.join(key()); // whose watermark may make it late all the same
    }
    boolean isLate = countIfLate(sliceEnd, effectiveWatermark(group));
    if (group == null) {
      return;
    }
    if (isNew && !isLate) {
      windows = new KeyWindows();
    }
    long advanced = timestamp - time.delay();
    if (windows == null) {
      advance(group, advanced);
    } else {
      long ring = windows.nextFireTime;
      if (!isLate) {
        aggregation.accumulate(row, sliceEnd, windows, effectiveWatermark(group));
      }
      advance(group, advanced);
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
  private boolean countIfLate(long sliceEnd, long watermark) {
    if (aggregation.isLate(sliceEnd, subtaskWatermark)) {
      lateBySubtaskWatermark.inc();
    }
    boolean isLate = aggregation.isLate(sliceEnd, watermark);
    if (isLate) {
      lateByKeyWatermark.inc();
      lateRecordsDropped.inc();
    }
    return isLate;
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
  public void processWatermark(Watermark mark) throws Exception {
    subtaskWatermark = mark.getTimestamp();
    long bound = policy.lowerBound(subtaskWatermark);
    if (!lowerBound.advance(bound)) {
      return;
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
    if (index != null) {
      index.writeBack(key());
    }
    KeyWindows windows = state.get();
    windows.timer = KeyWindows.NONE;
    keyTimeMetrics.timerRemoved();
    long watermark = groups == null ? lowerBound.ofAllKeys() : effectiveWatermark(groupOf(windows));
    aggregation.fire(key(), windows, watermark);
    keepOrDrop(windows, false);
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
      if (index != null) {
        putIntoIndex(windows);
      }
    } else {
      state.changed(windows);
    }
  }

  /**
   * Sees to it that the key's one timer comes no later than its next window or, if none is open,
   * its watermark. A timer that comes too early is left alone: it registers its successor.
   */
  private void keepTimer(KeyWindows windows) {
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
      state.clear();
      if (index != null) {
        index.remove(key());
      }
    }
  }
}
