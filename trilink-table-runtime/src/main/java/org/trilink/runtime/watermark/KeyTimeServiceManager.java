/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.watermark;

import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntSupplier;
import javax.annotation.Nullable;
import org.apache.flink.api.common.TaskInfo;
import org.apache.flink.api.common.state.OperatorStateStore;
import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.apache.flink.core.memory.DataInputView;
import org.apache.flink.core.memory.DataOutputView;
import org.apache.flink.metrics.MetricGroup;
import org.apache.flink.runtime.state.CheckpointableKeyedStateBackend;
import org.apache.flink.runtime.state.KeyedStateBackend;
import org.apache.flink.runtime.state.KeyedStateCheckpointOutputStream;
import org.apache.flink.runtime.state.VoidNamespace;
import org.apache.flink.runtime.state.VoidNamespaceSerializer;
import org.apache.flink.streaming.api.operators.AbstractStreamOperator;
import org.apache.flink.streaming.api.operators.InternalTimeServiceManager;
import org.apache.flink.streaming.api.operators.InternalTimer;
import org.apache.flink.streaming.api.operators.InternalTimerService;
import org.apache.flink.streaming.api.operators.InternalTimerServiceImpl;
import org.apache.flink.streaming.api.operators.Triggerable;
import org.apache.flink.streaming.api.watermark.Watermark;
import org.apache.flink.util.FlinkRuntimeException;
import org.apache.flink.util.function.ThrowingRunnable;
import org.trilink.runtime.flink.TimeServiceManager;
import org.trilink.runtime.move.state.HandsOverKeys;
import org.trilink.runtime.operator.OperatorMemory;
import org.trilink.runtime.state.CachingStateStore;
import org.trilink.runtime.state.KeyedValues;
import org.trilink.runtime.state.MatchStateStore;

/**
 * The event time of an operator's keys: provides timer services that show the selected key's
 * watermark, advances that watermark, and fires the key's timers.
 *
 * <p>A key has one small entry ({@link KeyTime}) and, per service, its timers ({@link KeyTimers}).
 * They are fired by the key's own records or, if keys share a watermark, by those of its group
 * ({@link WatermarkGroup}). For the case that a key has no more records, it has one cleanup timer
 * in Flink's own service, which fires at the bound of all keys. Without a max skew the bound
 * advances only at the end of the input; then keys have no such timer, and all of them are visited
 * at that point. With an idle timeout there is also a processing-time timer ({@link
 * KeyProgressTracker}).
 */
final class KeyTimeServiceManager<K> extends TimeServiceManager<K>
    implements KeyedStateBackend.KeySelectionListener<K>,
        Triggerable<K, VoidNamespace>,
        TrackedKeys<K, KeyTime>,
        HandsOverKeys<K> {

  /** The name of the service in snapshots. */
  private static final String CLEANUP_TIMERS = "trilink-key-watermark-cleanup-timers";

  /** More keys than these wait for the floor with a timer in Flink's service each. */
  private static final int MOST_WAITING = 10_000;

  private static final String BOUNDS = "trilink-key-watermark-lower-bounds";

  private final int inputs;
  private final InternalTimeServiceManager<K> flinks;
  private final CheckpointableKeyedStateBackend<K> backend;
  private final Map<String, KeyTimerService<K, ?>> services = new LinkedHashMap<>();
  private final IntSupplier selectedKeyGroup;
  private final InternalTimerService<VoidNamespace> cleanupTimers;
  private final KeyedValues<K> values;
  private final KeyTimeState entries;
  private final KeyProgressTracker<K, KeyTime> tracker;
  private final KeyTimeMetrics metrics;

  /** Whether timers that are due wait for the subtask's watermark, if that is the floor. */
  private boolean firesWithFloor;

  /**
   * Keys that wait for the floor to advance, as something of theirs is due, or was when it advanced
   * last. In the steady state of a busy key that is each time, and a timer in Flink's service would
   * cost as much as all else: keys that wait need none.
   */
  private List<K> waiting = new ArrayList<>();

  /** The input that has ended while the other one goes on, 1 or 2; 0 for none. */
  private int ended;

  // The selected key, and its entry and watermark once they were loaded.
  @Nullable private K key;
  private boolean isLoaded;
  @Nullable private KeyTime entry;
  @Nullable private WatermarkGroup<K> group;

  /** The effective watermark of the key that was loaded last. */
  private long watermark = Long.MIN_VALUE;

  private KeyTimeServiceManager(
      KeyWatermarkPolicy policy,
      int inputs,
      InternalTimeServiceManager<K> flinks,
      CheckpointableKeyedStateBackend<K> backend,
      OperatorStateStore operatorState,
      TaskInfo task,
      KeyedValues<K> values)
      throws Exception {
    this.inputs = inputs;
    this.flinks = flinks;
    this.backend = backend;
    selectedKeyGroup = KeyTimeMetrics.selectedKeyGroup(task, backend);
    this.values = values;
    entries = new KeyTimeState(values);
    cleanupTimers =
        flinks.getInternalTimerService(
            CLEANUP_TIMERS, backend.getKeySerializer(), VoidNamespaceSerializer.INSTANCE, this);
    tracker = new KeyProgressTracker<>(this, policy, inputs, task, operatorState, BOUNDS, false);
    metrics = tracker.metrics();
  }

  /**
   * Creates it.
   *
   * @param isNew whether the backend has no key yet
   * @param memory for keys that are cached as objects in front of the backend
   */
  static <K> KeyTimeServiceManager<K> create(
      KeyWatermarkPolicy policy,
      int inputs,
      InternalTimeServiceManager<K> flinks,
      CheckpointableKeyedStateBackend<K> backend,
      OperatorStateStore operatorState,
      TaskInfo task,
      boolean isNew,
      OperatorMemory memory)
      throws Exception {
    KeyedValues<K> values = KeyedValues.of(backend, isNew, memory);
    KeyTimeServiceManager<K> manager =
        new KeyTimeServiceManager<>(policy, inputs, flinks, backend, operatorState, task, values);
    backend.registerKeySelectionListener(manager);
    return manager;
  }

  /**
   * Must be called before the first record, when the operator has requested its timer services. Its
   * timers are accessible from now on.
   *
   * @param takesLateRecords whether the operator may still take a record that is behind the
   *     watermark, as long as no later timer has been fired. With a floor its timers are fired with
   *     the subtask's watermark only, as in Flink, so that it takes all that it takes there.
   */
  void open(boolean takesLateRecords) throws Exception {
    firesWithFloor = takesLateRecords;
    if (!entries.isOpen()) {
      entries.setNamespaces(VoidNamespaceSerializer.INSTANCE);
    }
    tracker.open();
    if (tracker.hasOtherSettings()) {
      forEachKey(
          () -> {
            tracker.restored(entry);
            keepOrDrop(); // a key whose group is as far needs neither timer nor entry
          });
    }
    tracker.openGroups();
  }

  // --------------------------------------------------------------------------------- records

  /** The effective watermark, in ms, of the selected key, of which a record has arrived. */
  long selectedKeysWatermark() {
    load();
    if (tracker.hasGroups() && group == null) {
      group = tracker.joinGroup();
      watermark = tracker.effectiveWatermark(entry, group);
    }
    return watermark;
  }

  /** A record of the selected key is behind its watermark, but not behind the subtask's. */
  void selectedKeyIsOutOfOrder() {
    if (entry != null && !tracker.hasGroups()) {
      tracker.outOfOrder(entry);
    }
  }

  /**
   * Advances the selected key's watermark and fires the timers that are due. The watermark never
   * moves back.
   *
   * @param input 1 or 2, from which a record has arrived
   */
  void advanceSelectedKey(int input, long newWatermark) throws Exception {
    load();
    if (tracker.hasGroups()) {
      advanceGroup(input, newWatermark);
    } else {
      advanceKey(input, newWatermark);
    }
  }

  private void advanceKey(int input, long newWatermark) throws Exception {
    if (entry == null) {
      if (newWatermark <= watermark) {
        return; // the bound has passed the key's time: no entry needed
      }
      create();
    }
    long former = entry.watermark();
    if (entry.advance(input, newWatermark)) {
      metrics.watermarkMoved(former, entry.watermark());
      entries.changed();
      watermark = tracker.effectiveWatermark(entry, null);
    }
    tracker.seen(entry);
    fireOrWait();
    keepOrDrop();
  }

  private void advanceGroup(int input, long newWatermark) throws Exception {
    WatermarkGroup<K> ofKey = group;
    if (tracker.advance(ofKey, input, newWatermark)) {
      watermark = tracker.effectiveWatermark(entry, ofKey);
    }
    if (entry != null) {
      tracker.seen(entry);
      fireOrWait();
      keepOrDrop();
    }
    tracker.fireMembers(ofKey);
  }

  /**
   * An input has ended while the other one goes on: it no longer holds back any key. Fires the
   * timers that are due by the other input's event time.
   *
   * @param input 1 or 2
   */
  void endInput(int input) throws Exception {
    ended = input;
    if (tracker.hasGroups()) {
      deselect(); // what is loaded of the key does not know it yet
      tracker.endInputOfGroups(input);
    } else {
      forEachKey(this::endInputOfKey);
    }
  }

  private void endInputOfKey() throws Exception {
    long former = entry.watermark();
    if (entry.advance(ended, EventTime.ENDED)) {
      metrics.watermarkMoved(former, entry.watermark());
      entries.changed();
      watermark = tracker.effectiveWatermark(entry, null);
    }
    visit();
  }

  // --------------------------------------------------------------------------- floor and bound

  /**
   * The subtask's watermark has advanced. With a floor, fires the timers that are due by that.
   *
   * @return whether the bound of all keys has advanced; then {@link #advanceWatermark} must follow
   */
  boolean advance(long subtaskWatermark) throws Exception {
    boolean boundHasMoved = tracker.advance(subtaskWatermark);
    unload(); // the selected key may have a floor of its own, although not all have
    if (tracker.hasFloor()) {
      visitWaiting();
      flinks.advanceWatermark(new Watermark(subtaskWatermark));
    }
    return boundHasMoved;
  }

  private void visitWaiting() throws Exception {
    List<K> due = waiting;
    waiting = new ArrayList<>();
    for (K next : due) {
      backend.setCurrentKey(next);
      load();
      if (entry != null) {
        entry.waits = false;
        visitWithFloor();
      }
    }
  }

  /** Visits the selected key; if something was due and more will be, it waits for the floor. */
  private void visitWithFloor() throws Exception {
    long former = entry.nextFireTime;
    fireDueTimers();
    boolean isBusy = entry.nextFireTime > former && entry.nextFireTime < KeyTime.NO_TIMER;
    if (isBusy && !entry.waits && tracker.canWaitForFloor() && !tracker.hasGroups()) {
      waitForFloor();
    }
    keepOrDrop();
  }

  /** Gives each key that waits for the floor a timer, which is part of snapshots and of moves. */
  private void storeWaiting() {
    for (K next : waiting) {
      backend.setCurrentKey(next);
      load();
      if (entry != null) {
        entry.waits = false;
        tracker.visitWithFloor(entry);
      }
    }
    waiting.clear();
  }

  /**
   * Fires the timers that are due at the bound: those of keys without recent records, and those on
   * processing time.
   */
  @Override
  public void advanceWatermark(Watermark bound) throws Exception {
    long upTo = bound.getTimestamp();
    if (upTo > tracker.boundOfAllKeys()) {
      throw new IllegalStateException(
          String.format(
              "The operator moved its timers to %d, but its keys can only be told to be at %d.",
              upTo, tracker.boundOfAllKeys()));
    }
    if (!tracker.hasCleanupTimers()) {
      forEachKey(this::visit);
    }
    if (!tracker.hasFloor()) { // else that was done
      flinks.advanceWatermark(bound);
    }
    if (tracker.isSweepDue(upTo)) {
      tracker.sweepGroups(upTo);
      unload();
    }
  }

  /** A cleanup timer has fired: timers of the key may be due at the floor, or at the bound. */
  @Override
  public void onEventTime(InternalTimer<K, VoidNamespace> cleanup) throws Exception {
    load();
    tracker.cleanupTimerFired(entry);
    visitWithFloor();
  }

  /** Fires the selected key's timers, and drops its entry if it is no longer needed. */
  private void visit() throws Exception {
    fireDueTimers();
    keepOrDrop();
  }

  /** Selects each key that has an entry, and loads that. */
  private void forEachKey(ThrowingRunnable<Exception> action) throws Exception {
    deselect(); // a key that is not cached must be written to be among them
    entries.forEachKey(
        () -> {
          load();
          if (entry != null) {
            action.run();
          }
        });
    deselect();
  }

  /** Checks whether a key is idle; if so, fires its timers and clears its state. */
  @Override
  public void onProcessingTime(InternalTimer<K, VoidNamespace> check) throws Exception {
    load();
    if (tracker.isSilent(entry, check.getTimestamp())) {
      watermark = Long.MAX_VALUE; // as at the end of the input
      fireDueTimers();
      tracker.forget(entry);
      remove();
      unload();
    }
  }

  // ---------------------------------------------------------------------------------- timers

  private void fireOrWait() throws Exception {
    if (!firesWithFloor || !tracker.canWaitForFloor()) {
      fireDueTimers();
    } else if (entry.nextFireTime <= watermark && !entry.waits) {
      waitForFloor();
    }
  }

  private void waitForFloor() {
    if (waiting.size() < MOST_WAITING) {
      waiting.add(key);
      entry.waits = true;
    } else {
      tracker.visitWithFloor(entry);
    }
  }

  private void fireDueTimers() throws Exception {
    boolean hasFired = true;
    // a timer may register others, of its own service or of another
    while (hasFired && entry.nextFireTime <= watermark) {
      hasFired = false;
      long earliest = KeyTime.NO_TIMER;
      for (KeyTimerService<K, ?> service : services.values()) {
        hasFired |= service.fire(key, watermark);
      }
      for (KeyTimerService<K, ?> service : services.values()) {
        earliest = Math.min(earliest, service.timers().earliest());
      }
      entry.nextFireTime = earliest;
      entries.changed();
    }
  }

  /** A timer of the selected key was registered, which has an entry. */
  void registered(long time) {
    if (time < entry.nextFireTime) {
      entry.nextFireTime = time;
      entries.changed();
      if (tracker.hasGroups()) {
        group = tracker.joinGroup();
        group.schedule(key, time);
      }
      if (!entry.waits) {
        tracker.scheduleCleanup(entry, time);
      }
    }
  }

  private void keepOrDrop() throws Exception {
    if (!entry.waits && !tracker.keepOrForget(entry)) {
      remove();
    }
  }

  /**
   * Caches the states that an operator takes from its runtime context, together with timers, where
   * the backend serializes them. To be called before it is opened.
   */
  void cacheStateOf(AbstractStreamOperator<?> operator) {
    operator
        .getRuntimeContext()
        .setKeyedStateStore(new CachingStateStore(operator.getKeyedStateStore(), values));
  }

  /**
   * Caches the states of MATCH_RECOGNIZE, which it has taken already, together with timers, where
   * the backend serializes them. To be called before it is opened.
   */
  void cacheStateOfMatch(AbstractStreamOperator<?> match) throws Exception {
    MatchStateStore.giveTo(match, values);
  }

  // ------------------------------------------------------------------------ the selected key

  /**
   * Flink calls this before it selects the key, so the previous key's entry can still be written.
   */
  @Override
  public void keySelected(K newKey) {
    if (!values.isWriting() && !newKey.equals(key)) {
      deselect();
      key = newKey;
    }
  }

  private void deselect() {
    unload();
    values.leave();
    key = null;
    for (KeyTimerService<K, ?> service : services.values()) {
      service.timers().unload();
    }
  }

  /** Must be called before the operator is called for the selected key. */
  void load() {
    if (isLoaded) {
      return;
    }
    isLoaded = true;
    entry = entries.load();
    group = tracker.groupOf(entry);
    watermark = tracker.effectiveWatermark(entry, group);
  }

  /** Must be called before the selected key gets a timer: makes sure that it has an entry. */
  void loadOrCreate() {
    load();
    if (entry == null) {
      create();
    }
  }

  private void unload() {
    isLoaded = false;
    entries.unload();
    entry = null;
    group = null;
  }

  private void create() {
    entry = new KeyTime(tracker.hasGroups() ? 1 : inputs);
    tracker.begin(entry);
    if (ended > 0 && !tracker.hasGroups()) {
      entry.advance(ended, EventTime.ENDED);
    }
    entries.create(entry);
    metrics.keyAdded();
  }

  private void remove() throws IOException {
    metrics.keyRemoved();
    entries.clear();
    entry = null;
    for (KeyTimerService<K, ?> service : services.values()) {
      service.timers().forget();
    }
  }

  // --------------------------------------------------------------- the selected key, tracked

  @Override
  public K key() {
    return key;
  }

  @Override
  public int keyGroup() {
    return selectedKeyGroup.getAsInt();
  }

  @Override
  @Nullable
  public KeyTime select(K newKey) {
    backend.setCurrentKey(newKey);
    load();
    return entry;
  }

  @Override
  public InternalTimerService<VoidNamespace> timers() {
    return cleanupTimers;
  }

  @Override
  public boolean fireDue(KeyTime progress) throws Exception {
    fireOrWait();
    keepOrDrop();
    return entry != null && entry.nextFireTime > watermark;
  }

  /** There may be timers at Long.MAX_VALUE. */
  @Override
  public boolean holdsNothing(KeyTime progress) throws Exception {
    for (KeyTimerService<K, ?> service : services.values()) {
      if (!service.timers().isEmpty()) {
        return false;
      }
    }
    return true;
  }

  @Override
  public void changed(KeyTime progress) {
    entries.changed();
  }

  // -------------------------------------------------------------------------------- services

  KeyTimeMetrics metrics() {
    return metrics;
  }

  /** Registers the keys' metrics with those of the operator. */
  void register(MetricGroup ofOperator) {
    tracker.register(ofOperator);
    values.register(ofOperator);
  }

  /** Also read by metrics, from another thread; so it accesses no state. */
  long currentWatermark() {
    return watermark;
  }

  @Override
  @SuppressWarnings("unchecked") // a name stands for one type of namespace, as with Flink's own
  public <N> InternalTimerService<N> getInternalTimerService(
      String name,
      TypeSerializer<K> keySerializer,
      TypeSerializer<N> namespaceSerializer,
      Triggerable<K, N> triggerable) {
    KeyTimerService<K, N> service = (KeyTimerService<K, N>) services.get(name);
    if (service == null) {
      InternalTimerService<N> flinksService =
          flinks.getInternalTimerService(
              name, keySerializer, namespaceSerializer, KeyTimerService.loading(this, triggerable));
      service =
          new KeyTimerService<>(
              this, flinksService, triggerable, timersOf(name, namespaceSerializer));
      services.put(name, service);
    }
    return service;
  }

  private <N> KeyTimers<N> timersOf(String service, TypeSerializer<N> namespaceSerializer) {
    try {
      return entries.isOpen()
          ? KeyTimers.of(service, values, namespaceSerializer)
          : KeyTimers.inEntries(service, values, entries, namespaceSerializer);
    } catch (Exception e) {
      throw new FlinkRuntimeException("No state for the timers of " + service + ".", e);
    }
  }

  /** Watermarks of keys or of groups, counted one by one. */
  int countWatermarks() {
    unloadAll();
    return tracker.hasGroups() ? tracker.countGroups() : (int) entries.keys(backend).count();
  }

  /** Event-time timers of all keys, counted one by one; changes the selected key. */
  int countTimers() throws Exception {
    int[] count = {0};
    for (KeyTimerService<K, ?> service : services.values()) {
      service.forEachEventTimeTimer((namespace, time) -> count[0]++);
    }
    return count[0];
  }

  /** Keys that have a cleanup timer. */
  int countCleanupTimers() {
    // forEachEventTimeTimer leaves out, on RocksDB, timers that are earlier than a deleted one
    return ((InternalTimerServiceImpl<?, ?>) cleanupTimers).numEventTimeTimers();
  }

  /** Keys that are watched for their idle timeout. */
  int countIdleChecks() {
    return ((InternalTimerServiceImpl<?, ?>) cleanupTimers).numProcessingTimeTimers();
  }

  // ------------------------------------------------------------------------- keys that move

  /** Flink's time services, which this one wraps. */
  InternalTimeServiceManager<K> flinks() {
    return flinks;
  }

  @Override
  @Nullable
  public String obstacleToMoving() {
    return tracker.obstacleToMoving();
  }

  @Override
  public void flush() {
    tracker.checkKeysCanMove();
    storeWaiting();
    unloadAll();
  }

  /**
   * Hands over only the counts: entry and timers are keyed state and Flink's timers, which are
   * moved as such.
   */
  @Override
  public void takeOut(K leaving, DataOutputView own) throws Exception {
    load();
    if (entry != null) {
      metrics.timersMoved(-countSelectedKeysTimers());
    }
    tracker.takeOut(leaving, entry, own);
    handOver();
  }

  @Override
  public void putIn(K arrived, DataInputView own) throws Exception {
    tracker.putIn(arrived, own);
    handOver(); // it may have been selected before, when it had nothing
    load();
    tracker.arrived(entry);
    if (entry != null) {
      metrics.timersMoved(countSelectedKeysTimers());
    }
    unloadAll();
  }

  private void handOver() {
    unloadAll();
    values.handOver();
  }

  private int countSelectedKeysTimers() throws Exception {
    int count = 0;
    for (KeyTimerService<K, ?> service : services.values()) {
      count += service.timers().count();
    }
    return count;
  }

  // ------------------------------------------------------------------------------- snapshots

  /** Writes all changes to the backend. */
  void unloadAll() {
    unload();
    for (KeyTimerService<K, ?> service : services.values()) {
      service.timers().unload(); // a live one must be read again, so that it is copied
    }
    values.flush();
  }

  void prepareSnapshot() throws Exception {
    storeWaiting();
    unloadAll();
    tracker.snapshot();
  }

  @Override
  public void snapshotToRawKeyedState(KeyedStateCheckpointOutputStream output, String operatorName)
      throws Exception {
    flinks.snapshotToRawKeyedState(output, operatorName);
  }
}
