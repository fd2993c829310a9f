/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.watermark;

import java.util.LinkedHashMap;
import java.util.Map;
import javax.annotation.Nullable;
import org.apache.flink.api.common.TaskInfo;
import org.apache.flink.api.common.state.ListState;
import org.apache.flink.api.common.state.ListStateDescriptor;
import org.apache.flink.api.common.state.OperatorStateStore;
import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.apache.flink.api.java.tuple.Tuple3;
import org.apache.flink.core.memory.DataInputView;
import org.apache.flink.core.memory.DataOutputView;
import org.apache.flink.metrics.MetricGroup;
import org.apache.flink.runtime.state.CheckpointableKeyedStateBackend;
import org.apache.flink.runtime.state.KeyedStateBackend;
import org.apache.flink.runtime.state.KeyedStateCheckpointOutputStream;
import org.apache.flink.runtime.state.VoidNamespace;
import org.apache.flink.runtime.state.VoidNamespaceSerializer;
import org.apache.flink.streaming.api.operators.InternalTimeServiceManager;
import org.apache.flink.streaming.api.operators.InternalTimer;
import org.apache.flink.streaming.api.operators.InternalTimerService;
import org.apache.flink.streaming.api.operators.InternalTimerServiceImpl;
import org.apache.flink.streaming.api.operators.Triggerable;
import org.apache.flink.streaming.api.watermark.Watermark;
import org.trilink.runtime.sync.state.HandsOverKeys;

/**
 * The event time of an operator's keys: hands out timer services that show the selected key's
 * watermark, moves it, and fires the key's timers.
 *
 * <p>A key has one small entry ({@link KeyTime}) and, per service, its timers ({@link KeyTimers}).
 * It is its own records that fire them, or, if keys share a watermark, those of its group ({@link
 * WatermarkGroup}). Keys that fell silent are rung by one timer each in Flink's own service, which
 * runs on the bound of all keys; and by another one, on processing time, if there is an idle
 * timeout.
 */
final class KeyTimeServiceManager<K>
    implements InternalTimeServiceManager<K>,
        KeyedStateBackend.KeySelectionListener<K>,
        Triggerable<K, VoidNamespace>,
        HandsOverKeys<K> {

  private static final String RINGS = "trilink-key-watermark-rings";
  private static final String BOUNDS = "trilink-key-watermark-lower-bounds";

  private final KeyWatermarkPolicy policy;
  private final int inputs;
  private final InternalTimeServiceManager<K> flinks;
  private final CheckpointableKeyedStateBackend<K> backend;
  private final Map<String, KeyTimerService<K, ?>> services = new LinkedHashMap<>();
  private final InternalTimerService<VoidNamespace> rings;
  private final KeyTimeState entries;

  private final ListState<Tuple3<Integer, Integer, Long>> boundState;
  private final KeyWatermarkBound lowerBound;

  /** Null if every key has a watermark of its own. */
  @Nullable private final WatermarkGroups<K> groups;

  /** Null if a key may be silent for ever. */
  @Nullable private IdleTimeout idleTimeout;

  private final KeyTimeMetrics metrics;

  // The selected key, and what is known of it once it was loaded.
  @Nullable private K key;
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
      TaskInfo task)
      throws Exception {
    this.policy = policy;
    this.inputs = inputs;
    this.flinks = flinks;
    this.backend = backend;
    entries = new KeyTimeState(backend);
    rings =
        flinks.getInternalTimerService(
            RINGS, backend.getKeySerializer(), VoidNamespaceSerializer.INSTANCE, this);
    boundState =
        operatorState.getUnionListState(
            new ListStateDescriptor<>(BOUNDS, KeyWatermarkBound.STATE_TYPE));
    lowerBound =
        KeyWatermarkBound.of(
            task.getMaxNumberOfParallelSubtasks(),
            task.getNumberOfParallelSubtasks(),
            task.getIndexOfThisSubtask(),
            boundState.get());
    groups = WatermarkGroups.of(policy, inputs, task, operatorState);
    metrics = KeyTimeMetrics.of(task, backend, operatorState);
  }

  static <K> KeyTimeServiceManager<K> create(
      KeyWatermarkPolicy policy,
      int inputs,
      InternalTimeServiceManager<K> flinks,
      CheckpointableKeyedStateBackend<K> backend,
      OperatorStateStore operatorState,
      TaskInfo task)
      throws Exception {
    KeyTimeServiceManager<K> manager =
        new KeyTimeServiceManager<>(policy, inputs, flinks, backend, operatorState, task);
    backend.registerKeySelectionListener(manager);
    return manager;
  }

  /** Must come before the first record: the operator's timers can be asked for now. */
  void open() throws Exception {
    idleTimeout = IdleTimeout.of(policy, rings);
    if (groups != null) {
      rings.forEachEventTimeTimer((namespace, time) -> groups.join(key).ring(key, time));
    }
  }

  // --------------------------------------------------------------------------------- records

  /** The effective watermark, in ms, of the selected key, of which a record has come. */
  long selectedKeysWatermark() {
    load();
    if (groups != null && group == null) {
      group = groups.join(key);
      watermark = Math.max(watermark, group.watermark());
    }
    return watermark;
  }

  /**
   * Moves the selected key's watermark, if that is forward, and fires what is due.
   *
   * @param input 1 or 2, of which a record has come
   */
  void advanceSelectedKey(int input, long newWatermark) throws Exception {
    load();
    if (groups == null) {
      advanceKey(input, newWatermark);
    } else {
      advanceGroup(input, newWatermark);
    }
  }

  private void advanceKey(int input, long newWatermark) throws Exception {
    if (entry == null) {
      if (newWatermark <= watermark) {
        return; // the bound says all that an entry could
      }
      create();
    }
    long former = entry.watermark();
    if (entry.advance(input, newWatermark)) {
      metrics.watermarkMoved(former, entry.watermark());
      entries.changed();
      watermark = Math.max(watermark, entry.watermark());
    }
    seen();
    fireDueTimers();
    keepOrDrop();
  }

  private void advanceGroup(int input, long newWatermark) throws Exception {
    long former = group.watermark();
    boolean hasMoved = group.advance(input, newWatermark);
    if (hasMoved) {
      metrics.watermarkMoved(former, group.watermark());
      watermark = Math.max(watermark, group.watermark());
    }
    if (entry != null) {
      seen();
      fireDueTimers();
      keepOrDrop();
    }
    if (hasMoved) {
      fireMembers(group, group.watermark());
    }
  }

  /** Fires what the keys of a group hold up to a time. */
  private void fireMembers(WatermarkGroup<K> ofGroup, long upTo) throws Exception {
    for (K member = ofGroup.poll(upTo); member != null; member = ofGroup.poll(upTo)) {
      backend.setCurrentKey(member);
      load();
      if (entry == null) {
        continue;
      }
      fireDueTimers();
      keepOrDrop();
      if (entry != null) {
        ofGroup.ring(member, entry.earliestTimer);
      }
    }
  }

  // ----------------------------------------------------------------------------- lower bound

  /** Moves the bound of all keys; {@link #advanceWatermark} is to follow if it has moved. */
  boolean moveBound(long bound) {
    boolean hasMoved = lowerBound.advance(bound);
    if (hasMoved) {
      unload();
    }
    return hasMoved;
  }

  /** Fires the timers that are due at the bound: those of silent keys, and of processing time. */
  @Override
  public void advanceWatermark(Watermark bound) throws Exception {
    if (bound.getTimestamp() > lowerBound.ofAllKeys()) {
      throw new IllegalStateException(
          String.format(
              "The operator moved its timers to %d, but its keys can only be told to be at %d.",
              bound.getTimestamp(), lowerBound.ofAllKeys()));
    }
    flinks.advanceWatermark(bound);
    if (groups != null && groups.isSweepDue(bound.getTimestamp())) {
      for (WatermarkGroup<K> each : groups.groups()) {
        fireMembers(each, bound.getTimestamp());
      }
      groups.forgetBehind(bound.getTimestamp(), metrics);
      unload();
    }
  }

  /** Rings a key: what it holds may be due at the bound. */
  @Override
  public void onEventTime(InternalTimer<K, VoidNamespace> ring) throws Exception {
    load();
    entry.ring = KeyTime.NO_RING;
    entries.changed();
    fireDueTimers();
    keepOrDrop();
  }

  // ---------------------------------------------------------------------------- idle timeout

  private void seen() {
    if (idleTimeout != null) {
      entry.activity = idleTimeout.seen(entry.activity);
      entries.changed();
    }
  }

  /** Finds out whether a key fell silent; if so, fires what it holds and forgets it. */
  @Override
  public void onProcessingTime(InternalTimer<K, VoidNamespace> check) throws Exception {
    load();
    entries.changed();
    if (idleTimeout == null) {
      entry.activity = null; // the savepoint knew one
      return;
    }
    if (!idleTimeout.isSilent(entry.activity)) {
      return;
    }
    entry.activity = null;
    watermark = Long.MAX_VALUE; // as at the end of the input
    fireDueTimers();
    drop();
    unload();
  }

  // ---------------------------------------------------------------------------------- timers

  private void fireDueTimers() throws Exception {
    boolean hasFired = true;
    // a timer may register others, of its own service or of another
    while (hasFired && entry.earliestTimer <= watermark) {
      hasFired = false;
      long earliest = KeyTime.NO_TIMER;
      for (KeyTimerService<K, ?> service : services.values()) {
        hasFired |= service.fire(key, watermark);
      }
      for (KeyTimerService<K, ?> service : services.values()) {
        earliest = Math.min(earliest, service.timers().earliest());
      }
      entry.earliestTimer = earliest;
      entries.changed();
    }
  }

  /** A timer of the selected key was registered. */
  void registered(long time) {
    load();
    if (entry == null) {
      create();
    }
    if (time < entry.earliestTimer) {
      entry.earliestTimer = time;
      entries.changed();
      if (groups != null) {
        group = groups.join(key);
        group.ring(key, time);
      }
    }
    ringBy(time);
  }

  /** Drops the key's entry if nothing depends on it; else sees to it that the key is rung. */
  private void keepOrDrop() throws Exception {
    if (entry.earliestTimer == KeyTime.NO_TIMER) {
      if (entry.latest() > lowerBound.of(key)) {
        ringBy(entry.latest());
        return;
      }
      if (holdsNoTimer()) { // there may be one at Long.MAX_VALUE
        drop();
        return;
      }
    }
    ringBy(entry.earliestTimer);
  }

  private boolean holdsNoTimer() throws Exception {
    for (KeyTimerService<K, ?> service : services.values()) {
      if (!service.timers().isEmpty()) {
        return false;
      }
    }
    return true;
  }

  /** A ring that comes too early is left alone: it sets its successor. */
  private void ringBy(long time) {
    if (entry.ring != KeyTime.NO_RING) {
      if (entry.ring <= time) {
        return;
      }
      rings.deleteEventTimeTimer(VoidNamespace.INSTANCE, entry.ring);
    }
    rings.registerEventTimeTimer(VoidNamespace.INSTANCE, time);
    entry.ring = time;
    entries.changed();
  }

  // ------------------------------------------------------------------------ the selected key

  /** Flink tells it before it selects the key, so the former one's entry can still be written. */
  @Override
  public void keySelected(K newKey) {
    if (!newKey.equals(key)) {
      unload();
      key = newKey;
      for (KeyTimerService<K, ?> service : services.values()) {
        service.timers().unload();
      }
    }
  }

  /** Must come before the operator is told of anything that happens to the selected key. */
  void load() {
    if (entries.isLoaded()) {
      return;
    }
    entry = entries.load();
    if (groups == null) {
      watermark = entry == null ? Long.MIN_VALUE : entry.watermark();
    } else {
      group = groups.find(key);
      takeIntoGroup();
      watermark = group == null ? Long.MIN_VALUE : group.watermark();
    }
    watermark = Math.max(watermark, lowerBound.of(key));
  }

  /** A savepoint may be of a time when the key had a watermark of its own. */
  private void takeIntoGroup() {
    if (entry == null || entry.latest() == Long.MIN_VALUE) {
      return;
    }
    metrics.watermarkMoved(entry.watermark(), WatermarkRange.NONE);
    group = groups.join(key);
    long former = group.watermark();
    group.advance(1, entry.first);
    if (inputs == 2) {
      group.advance(2, entry.second);
    }
    metrics.watermarkMoved(former, group.watermark());
    entry.first = Long.MIN_VALUE;
    entry.second = EventTime.NO_SECOND_INPUT;
    entries.changed();
  }

  private void unload() {
    entries.unload();
    entry = null;
    group = null;
  }

  private void create() {
    entry = new KeyTime(groups == null ? inputs : 1);
    entries.create(entry);
    metrics.keyAdded();
  }

  private void drop() {
    if (entry.ring != KeyTime.NO_RING) {
      rings.deleteEventTimeTimer(VoidNamespace.INSTANCE, entry.ring);
    }
    if (entry.activity != null) {
      rings.deleteProcessingTimeTimer(VoidNamespace.INSTANCE, entry.activity.nextCheck());
    }
    metrics.watermarkMoved(entry.watermark(), WatermarkRange.NONE);
    metrics.keyRemoved();
    entries.clear();
    entry = null;
  }

  // -------------------------------------------------------------------------------- services

  KeyTimeMetrics metrics() {
    return metrics;
  }

  /** Shows the keys' metrics among those of the operator. */
  void register(MetricGroup ofOperator) {
    metrics.register(ofOperator, groups);
  }

  /** Asked by metrics too, from another thread: so it reads no state. */
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
              this,
              flinksService,
              triggerable,
              KeyTimers.of(name, backend, namespaceSerializer),
              backend);
      services.put(name, service);
    }
    return service;
  }

  /** Watermarks of keys or of groups, counted one by one. */
  int countWatermarks() {
    return groups == null ? (int) entries.keys(backend).count() : groups.groups().size();
  }

  /** Event-time timers of all keys, counted one by one; selects others than the current key. */
  int countTimers() throws Exception {
    int[] count = {0};
    for (KeyTimerService<K, ?> service : services.values()) {
      service.forEachEventTimeTimer((namespace, time) -> count[0]++);
    }
    return count[0];
  }

  /** Keys that are to be rung. */
  int countRings() {
    // forEachEventTimeTimer leaves out, on RocksDB, timers that are earlier than a deleted one
    return ((InternalTimerServiceImpl<?, ?>) rings).numEventTimeTimers();
  }

  /** Keys that are watched for their idle timeout. */
  int countIdleChecks() {
    return ((InternalTimerServiceImpl<?, ?>) rings).numProcessingTimeTimers();
  }

  // ------------------------------------------------------------------------- keys that move

  /** Those that this one wraps. */
  InternalTimeServiceManager<K> flinks() {
    return flinks;
  }

  @Override
  @Nullable
  public String notYet() {
    if (groups != null) {
      return WatermarkGroups.KEYS_STAY_TOGETHER;
    }
    return lowerBound.isSettled() ? null : KeyWatermarkBound.NOT_SETTLED;
  }

  @Override
  public void flush() {
    if (groups != null) {
      throw WatermarkGroups.cannotMove();
    }
    unloadAll();
  }

  /** Entry, timers and rings are keyed state and Flink's timers; only their counts are here. */
  @Override
  public void takeOut(K leaving, DataOutputView own) throws Exception {
    load();
    if (entry != null) {
      metrics.watermarkMoved(entry.watermark(), WatermarkRange.NONE);
      metrics.keyRemoved();
      metrics.timersMoved(-countSelectedKeysTimers());
    }
    unloadAll();
    lowerBound.takeOut(leaving, own);
  }

  @Override
  public void putIn(K arrived, DataInputView own) throws Exception {
    lowerBound.putIn(arrived, own);
    unloadAll(); // it may have been selected before, when it had nothing
    load();
    if (entry != null) {
      metrics.keyAdded();
      metrics.watermarkMoved(WatermarkRange.NONE, entry.watermark());
      metrics.timersMoved(countSelectedKeysTimers());
    }
    unloadAll();
  }

  private int countSelectedKeysTimers() throws Exception {
    int count = 0;
    for (KeyTimerService<K, ?> service : services.values()) {
      count += service.timers().count();
    }
    return count;
  }

  // ------------------------------------------------------------------------------- snapshots

  private void unloadAll() {
    unload();
    for (KeyTimerService<K, ?> service : services.values()) {
      service.timers().unload(); // a live one must be asked for anew, to be copied
    }
  }

  /** The backends must know everything now. */
  void prepareSnapshot() throws Exception {
    unloadAll();
    boundState.update(lowerBound.snapshot());
    if (groups != null) {
      groups.snapshot();
    }
    metrics.snapshot();
  }

  @Override
  public void snapshotToRawKeyedState(KeyedStateCheckpointOutputStream output, String operatorName)
      throws Exception {
    flinks.snapshotToRawKeyedState(output, operatorName);
  }
}
