package org.trilink.runtime.window;

import static org.apache.flink.table.runtime.util.TimeWindowUtil.isWindowFired;
import static org.apache.flink.table.runtime.util.TimeWindowUtil.toEpochMillsForTimer;

import java.time.ZoneId;
import java.util.Optional;
import javax.annotation.Nullable;
import org.apache.flink.api.common.state.ListState;
import org.apache.flink.api.common.state.ListStateDescriptor;
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
import org.apache.flink.streaming.api.operators.InternalTimer;
import org.apache.flink.streaming.api.operators.InternalTimerService;
import org.apache.flink.streaming.api.operators.OneInputStreamOperator;
import org.apache.flink.streaming.api.operators.TimestampedCollector;
import org.apache.flink.streaming.api.operators.Triggerable;
import org.apache.flink.streaming.api.watermark.Watermark;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.data.binary.BinaryRowData;
import org.apache.flink.table.data.utils.JoinedRowData;
import org.apache.flink.table.data.writer.BinaryRowWriter;
import org.apache.flink.table.runtime.dataview.PerWindowStateDataViewStore;
import org.apache.flink.table.runtime.generated.GeneratedNamespaceAggsHandleFunction;
import org.apache.flink.table.runtime.generated.NamespaceAggsHandleFunction;
import org.apache.flink.table.runtime.operators.TableStreamOperator;
import org.apache.flink.table.runtime.operators.window.slicing.SliceAssigner;
import org.apache.flink.table.runtime.operators.window.slicing.SliceSharedAssigner;
import org.trilink.runtime.watermark.InputTime;
import org.trilink.runtime.watermark.KeyWatermarkBound;
import org.trilink.runtime.watermark.KeyWatermarkPolicy;

/**
 * Aggregates the windows of TUMBLE, HOP and CUMULATE under a watermark per key (the paper's section
 * 4.1): a window of a key is fired when that key's own watermark passes its end, whatever the other
 * keys do.
 *
 * <p>It stands in for Flink's {@code SlicingWindowOperator}, which keeps one progress for all keys.
 * Windows are made of slices in the same way, and the aggregate functions are Flink's generated
 * ones. Input: insert-only rows, keyed; rowtime in ms. Output: key columns, aggregates, window
 * properties.
 *
 * <p>A key has one state entry ({@link KeyWindows}) and one timer. The timers run on the watermark
 * that bounds all keys from below ({@link KeyWatermarkPolicy#lowerBound}): they fire the windows of
 * keys that fell silent and then drop their state. Without a bound, that happens at the end of the
 * input.
 */
public final class KeyWatermarkWindowAggOperator extends TableStreamOperator<RowData>
    implements OneInputStreamOperator<RowData, RowData>,
        Triggerable<RowData, VoidNamespace>,
        SliceSharedAssigner.MergeCallback {

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
  @Nullable private final SliceSharedAssigner sharedSlices;
  private final InputTime time;
  private final ZoneId timeZone;
  private final KeyWatermarkPolicy policy;

  private int cacheCapacity = CachedKeyWindowsState.DEFAULT_CAPACITY;

  private transient NamespaceAggsHandleFunction<Long> aggregator;
  private transient KeyWindowsState state;
  private transient ListState<Tuple3<Integer, Integer, Long>> lowerBoundState;
  private transient InternalTimerService<VoidNamespace> timers;
  private transient TimestampedCollector<RowData> collector;
  private transient JoinedRowData result;

  /** One BIGINT: the rowtime, in the only form in which slice assigners read it. */
  private transient BinaryRowData rowtime;

  /** The subtask's watermark in ms, and the bound that it sets for every key's. */
  private transient long subtaskWatermark;

  private transient KeyWatermarkBound lowerBound;

  /** A window's end and its fire time, remembered because time zones are slow to ask. */
  private transient long knownWindowEnd;

  private transient long knownFireTime;

  /** The entry of the key whose windows are being merged. */
  private transient KeyWindows merging;

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
    this.sharedSlices = slices instanceof SliceSharedAssigner ? (SliceSharedAssigner) slices : null;
    this.time = time;
    this.timeZone = timeZone;
    this.policy = policy;
  }

  /** How many keys and slices are kept as objects where the state backend serializes them. */
  void setCacheCapacity(int keysAndSlices) {
    cacheCapacity = keysAndSlices;
  }

  // ------------------------------------------------------------------------------ life cycle

  @Override
  public void initializeState(StateInitializationContext context) throws Exception {
    super.initializeState(context);
    lowerBoundState =
        context
            .getOperatorStateStore()
            .getUnionListState(
                new ListStateDescriptor<>(
                    "key-watermark-lower-bounds", KeyWatermarkBound.STATE_TYPE));
    lowerBound =
        KeyWatermarkBound.of(
            getRuntimeContext().getMaxNumberOfParallelSubtasks(),
            getRuntimeContext().getNumberOfParallelSubtasks(),
            getRuntimeContext().getIndexOfThisSubtask(),
            lowerBoundState.get());
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
    timers = getInternalTimerService("key-windows", VoidNamespaceSerializer.INSTANCE, this);

    aggregator = generatedAggregator.newInstance(getRuntimeContext().getUserCodeClassLoader());
    aggregator.open(
        new PerWindowStateDataViewStore(
            getKeyedStateBackend(), LongSerializer.INSTANCE, getRuntimeContext()));

    collector = new TimestampedCollector<>(output);
    collector.eraseTimestamp();
    result = new JoinedRowData();
    rowtime = new BinaryRowData(1);
    new BinaryRowWriter(rowtime).complete();
    knownFireTime = toEpochMillsForTimer(knownWindowEnd - 1, timeZone);

    lateRecordsDropped = metrics.counter(LATE_RECORDS_DROPPED);
    metrics.meter("lateRecordsDroppedRate", new MeterView(lateRecordsDropped));
    lateByKeyWatermark = metrics.counter(LATE_BY_KEY_WATERMARK);
    lateBySubtaskWatermark = metrics.counter(LATE_BY_SUBTASK_WATERMARK);
  }

  @Override
  public void snapshotState(StateSnapshotContext context) throws Exception {
    super.snapshotState(context);
    state.flush();
    lowerBoundState.update(lowerBound.snapshot());
  }

  @Override
  public void close() throws Exception {
    super.close();
    if (aggregator != null) {
      aggregator.close();
    }
  }

  // --------------------------------------------------------------------------------- records

  @Override
  public void processElement(StreamRecord<RowData> element) throws Exception {
    RowData row = element.getValue();
    long timestamp = time.of(row);
    long sliceEnd = sliceEnd(timestamp);
    KeyWindows windows = state.get();
    long bound = lowerBound.of(getCurrentKey());
    long watermark = windows == null ? bound : Math.max(windows.watermark, bound);
    // not the record's own time: where clocks are put back, a slice can fire before it is over
    long sliceFireTime = fireTime(sliceEnd);

    if (sliceFireTime <= subtaskWatermark && isLastWindowFired(sliceEnd, subtaskWatermark)) {
      lateBySubtaskWatermark.inc();
    }
    boolean isNewEntry = false;
    if (sliceFireTime <= watermark && isLastWindowFired(sliceEnd, watermark)) {
      lateByKeyWatermark.inc();
      lateRecordsDropped.inc();
      if (windows == null) {
        return; // the key's state is gone, and the bound says all that it could say
      }
    } else {
      if (windows == null) {
        windows = new KeyWindows();
        isNewEntry = true;
      }
      if (sliceFireTime > watermark) {
        accumulate(row, sliceEnd, sliceEnd, windows);
      } else {
        accumulateBehindWatermark(row, sliceEnd, windows, watermark);
      }
    }

    long advanced = timestamp - time.delay();
    if (advanced > windows.watermark) {
      windows.watermark = advanced;
      fireWindows(windows, advanced);
    }
    keepTimer(windows);
    if (isNewEntry) {
      state.created(windows);
    } else {
      state.changed(windows);
    }
  }

  /** Some of the slice's windows may have been fired, the last one has not. */
  private void accumulateBehindWatermark(
      RowData row, long sliceEnd, KeyWindows windows, long watermark) throws Exception {
    long window = sliceEnd;
    while (isWindowFired(window, watermark, timeZone)) {
      window += slices.getSliceEndInterval();
    }
    accumulate(row, window == sliceEnd ? sliceEnd : mergeTarget(sliceEnd), window, windows);
  }

  /**
   * @param slice end of the slice that takes the record
   * @param window end of the first window that will show it
   */
  private void accumulate(RowData row, long slice, long window, KeyWindows windows)
      throws Exception {
    int index = openSlice(windows, slice);
    RowData accumulator = windows.accumulator(index);
    aggregator.setAccumulators(
        windows.end(index), accumulator == null ? aggregator.createAccumulators() : accumulator);
    aggregator.accumulate(row);
    windows.setAccumulator(index, aggregator.getAccumulators());
    if (window < windows.nextWindowEnd) {
      setNextWindow(windows, window);
    }
  }

  /** Where a slice's records are kept once it was merged for a window: there, or in itself. */
  private long mergeTarget(long sliceEnd) throws Exception {
    Long[] target = {null};
    sharedSlices.mergeSlices(sliceEnd, (mergeResult, toBeMerged) -> target[0] = mergeResult);
    return target[0] == null ? sliceEnd : target[0];
  }

  private long sliceEnd(long timestamp) {
    rowtime.setLong(0, timestamp);
    return slices.assignSliceEnd(rowtime, null);
  }

  private boolean isLastWindowFired(long sliceEnd, long watermark) {
    return isWindowFired(slices.getLastWindowEnd(sliceEnd), watermark, timeZone);
  }

  // ----------------------------------------------------------------------- watermark and timers

  @Override
  public void processWatermark(Watermark mark) throws Exception {
    subtaskWatermark = mark.getTimestamp();
    long bound = policy.lowerBound(subtaskWatermark);
    if (lowerBound.advance(bound)) {
      super.processWatermark(new Watermark(bound)); // runs the timers, then forwards the bound
    }
  }

  @Override
  public void onEventTime(InternalTimer<RowData, VoidNamespace> timer) throws Exception {
    KeyWindows windows = state.get();
    windows.timer = KeyWindows.NONE;
    long bound = lowerBound.ofAllKeys();
    fireWindows(windows, bound);
    if (windows.isEmpty() && windows.watermark <= bound) {
      state.clear(); // the bound says all that this key's watermark could
      return;
    }
    keepTimer(windows);
    state.changed(windows);
  }

  @Override
  public void onProcessingTime(InternalTimer<RowData, VoidNamespace> timer) {
    throw new IllegalStateException("No processing-time timer is ever registered.");
  }

  /**
   * Sees to it that the key's one timer comes no later than its next window or, if none is open,
   * its watermark. A timer that comes too early is left alone: it registers its successor.
   */
  private void keepTimer(KeyWindows windows) {
    long needed = windows.isEmpty() ? windows.watermark : windows.nextFireTime;
    if (needed < windows.timer) {
      if (windows.timer != KeyWindows.NONE) {
        timers.deleteEventTimeTimer(VoidNamespace.INSTANCE, windows.timer);
      }
      timers.registerEventTimeTimer(VoidNamespace.INSTANCE, needed);
      windows.timer = needed;
    }
  }

  // --------------------------------------------------------------------------------- windows

  /** Fires, in order, all windows of the current key that end by the watermark. */
  private void fireWindows(KeyWindows windows, long watermark) throws Exception {
    while (windows.nextFireTime <= watermark && windows.nextWindowEnd != KeyWindows.NONE) {
      fireWindow(windows, windows.nextWindowEnd);
    }
  }

  private void fireWindow(KeyWindows windows, long windowEnd) throws Exception {
    if (sharedSlices == null) {
      int index = windows.find(windowEnd);
      aggregator.setAccumulators(windows.end(index), windows.accumulator(index));
    } else {
      merging = windows;
      sharedSlices.mergeSlices(windowEnd, this);
    }
    result.replace((RowData) getCurrentKey(), aggregator.getValue(windowEnd));
    collector.collect(result);

    for (Long expired : slices.expiredSlices(windowEnd)) {
      removeSlice(windows, expired);
    }
    if (slices.getLastWindowEnd(windowEnd) == windowEnd && windows.find(windowEnd) >= 0) {
      removeSlice(windows, windowEnd); // Flink never expires a CUMULATE's slice if it has but one
    }
    setNextWindow(windows, windowAfter(windows, windowEnd));
  }

  private void removeSlice(KeyWindows windows, Long end) throws Exception {
    int index = windows.find(end);
    if (index >= 0) {
      windows.remove(index);
    }
    aggregator.cleanup(end);
  }

  /** The next window that holds a record; slices are shared, so it may have no slice of its own. */
  private long windowAfter(KeyWindows windows, long windowEnd) {
    if (windows.isEmpty()) {
      return KeyWindows.NONE;
    }
    if (sharedSlices != null) {
      Optional<Long> next =
          sharedSlices.nextTriggerWindow(windowEnd, () -> windows.end(0) > windowEnd);
      if (next.isPresent()) {
        return next.get();
      }
    }
    return windows.end(0);
  }

  private void setNextWindow(KeyWindows windows, long windowEnd) {
    windows.nextWindowEnd = windowEnd;
    windows.nextFireTime = windowEnd == KeyWindows.NONE ? KeyWindows.NONE : fireTime(windowEnd);
  }

  /** The watermark in ms at which a window is fired. */
  private long fireTime(long windowEnd) {
    if (windowEnd != knownWindowEnd) {
      knownWindowEnd = windowEnd;
      knownFireTime = toEpochMillsForTimer(windowEnd - 1, timeZone);
    }
    return knownFireTime;
  }

  /** Merges slices into one of them, or, for null, in memory only. */
  @Override
  public void merge(@Nullable Long mergeResult, Iterable<Long> toBeMerged) throws Exception {
    int target = -1;
    RowData accumulator = null;
    if (mergeResult != null) {
      target = openSlice(merging, mergeResult);
      accumulator = merging.accumulator(target);
    }
    aggregator.setAccumulators(
        mergeResult, accumulator == null ? aggregator.createAccumulators() : accumulator);
    for (Long slice : toBeMerged) {
      int index = merging.find(slice);
      if (index >= 0) {
        aggregator.merge(slice, merging.accumulator(index));
      }
    }
    if (target >= 0) {
      merging.setAccumulator(target, aggregator.getAccumulators());
    }
  }

  private static int openSlice(KeyWindows windows, long end) {
    int index = windows.find(end);
    if (index < 0) {
      index = -index - 1;
      windows.insert(index, end);
    }
    return index;
  }
}
