package org.trilink.runtime.watermark;

import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;
import javax.annotation.Nullable;
import org.apache.flink.api.common.TaskInfo;
import org.apache.flink.api.common.state.ListState;
import org.apache.flink.api.common.state.ListStateDescriptor;
import org.apache.flink.api.common.state.OperatorStateStore;
import org.apache.flink.api.common.state.ValueState;
import org.apache.flink.api.common.state.ValueStateDescriptor;
import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.apache.flink.api.java.tuple.Tuple3;
import org.apache.flink.runtime.state.CheckpointableKeyedStateBackend;
import org.apache.flink.runtime.state.KeyedStateBackend;
import org.apache.flink.runtime.state.KeyedStateCheckpointOutputStream;
import org.apache.flink.runtime.state.VoidNamespace;
import org.apache.flink.runtime.state.VoidNamespaceSerializer;
import org.apache.flink.runtime.state.heap.HeapKeyedStateBackend;
import org.apache.flink.streaming.api.operators.InternalTimeServiceManager;
import org.apache.flink.streaming.api.operators.InternalTimer;
import org.apache.flink.streaming.api.operators.InternalTimerService;
import org.apache.flink.streaming.api.operators.Triggerable;
import org.apache.flink.streaming.api.watermark.Watermark;
import org.apache.flink.util.FlinkRuntimeException;

/**
 * The event time of an operator's keys: hands out timer services that show the selected key's
 * watermark, moves it, and fires the key's timers.
 *
 * <p>A key has one small entry ({@link KeyTime}) and, per service, its timers ({@link KeyTimers}).
 * It is its own records that fire them. Keys that fell silent are rung by one timer each in Flink's
 * own service, which runs on the bound of all keys.
 */
final class KeyTimeServiceManager<K>
    implements InternalTimeServiceManager<K>,
        KeyedStateBackend.KeySelectionListener<K>,
        Triggerable<K, VoidNamespace> {

  private static final String RINGS = "trilink-key-watermark-rings";
  private static final String ENTRIES = "trilink-key-watermarks";
  private static final String BOUNDS = "trilink-key-watermark-lower-bounds";

  private final InternalTimeServiceManager<K> flinks;
  private final CheckpointableKeyedStateBackend<K> backend;
  private final Map<String, KeyTimerService<K, ?>> services = new LinkedHashMap<>();
  private final InternalTimerService<VoidNamespace> rings;

  private final ValueState<KeyTime> entries;

  /** Whether the backend hands out the entry itself, to be changed in place. */
  private final boolean entriesAreLive;

  private final ListState<Tuple3<Integer, Integer, Long>> boundState;
  private final KeyWatermarkBound lowerBound;

  // The selected key, its entry, and whether the backend has yet to be told of a change.
  @Nullable private K key;
  private boolean isLoaded;
  @Nullable private KeyTime entry;
  private boolean isChanged;

  /** The effective watermark of the key that was loaded last. */
  private long watermark = Long.MIN_VALUE;

  private KeyTimeServiceManager(
      InternalTimeServiceManager<K> flinks,
      CheckpointableKeyedStateBackend<K> backend,
      OperatorStateStore operatorState,
      TaskInfo task)
      throws Exception {
    this.flinks = flinks;
    this.backend = backend;
    entries =
        backend.getPartitionedState(
            VoidNamespace.INSTANCE,
            VoidNamespaceSerializer.INSTANCE,
            new ValueStateDescriptor<>(ENTRIES, KeyTimeSerializer.INSTANCE));
    entriesAreLive = backend instanceof HeapKeyedStateBackend;
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
  }

  static <K> KeyTimeServiceManager<K> create(
      InternalTimeServiceManager<K> flinks,
      CheckpointableKeyedStateBackend<K> backend,
      OperatorStateStore operatorState,
      TaskInfo task)
      throws Exception {
    KeyTimeServiceManager<K> manager =
        new KeyTimeServiceManager<>(flinks, backend, operatorState, task);
    backend.registerKeySelectionListener(manager);
    return manager;
  }

  // --------------------------------------------------------------------------------- records

  /** The effective watermark of the selected key, in ms. */
  long selectedKeysWatermark() {
    load();
    return watermark;
  }

  /** Moves the selected key's watermark, if that is forward, and fires what is due. */
  void advanceSelectedKey(long newWatermark) throws Exception {
    load();
    if (entry == null) {
      if (newWatermark <= watermark) {
        return; // the bound says all that an entry could
      }
      create();
    }
    if (newWatermark > entry.watermark) {
      entry.watermark = newWatermark;
      isChanged = true;
      watermark = Math.max(watermark, newWatermark);
    }
    fireDueTimers();
    keepOrDrop();
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
    flinks.advanceWatermark(bound);
  }

  /** Rings a key: what it holds may be due at the bound. */
  @Override
  public void onEventTime(InternalTimer<K, VoidNamespace> ring) throws Exception {
    load();
    entry.ring = KeyTime.NO_RING;
    isChanged = true;
    fireDueTimers();
    keepOrDrop();
  }

  @Override
  public void onProcessingTime(InternalTimer<K, VoidNamespace> timer) {
    throw new IllegalStateException("Keys are never rung by processing time.");
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
      isChanged = true;
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
      isChanged = true;
    }
    ringBy(time);
  }

  /** Drops the key's entry if nothing depends on it; else sees to it that the key is rung. */
  private void keepOrDrop() throws Exception {
    boolean isBehindBound = entry.watermark <= lowerBound.of(key);
    if (entry.earliestTimer == KeyTime.NO_TIMER) {
      if (!isBehindBound) {
        ringBy(entry.watermark);
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
    isChanged = true;
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
    if (isLoaded) {
      return;
    }
    try {
      entry = entries.value();
    } catch (IOException e) {
      throw new FlinkRuntimeException("The watermark of a key could not be read.", e);
    }
    isLoaded = true;
    long bound = lowerBound.of(key);
    watermark = entry == null ? bound : Math.max(entry.watermark, bound);
  }

  private void unload() {
    if (isChanged && !entriesAreLive) {
      write();
    }
    isChanged = false;
    isLoaded = false;
    entry = null;
  }

  private void create() {
    entry = new KeyTime();
    isChanged = true;
    if (entriesAreLive) {
      write();
    }
  }

  private void write() {
    try {
      entries.update(entry);
    } catch (IOException e) {
      throw new FlinkRuntimeException("The watermark of a key could not be written.", e);
    }
  }

  private void drop() {
    if (entry.ring != KeyTime.NO_RING) {
      rings.deleteEventTimeTimer(VoidNamespace.INSTANCE, entry.ring);
    }
    entries.clear();
    entry = null;
    isChanged = false;
  }

  // -------------------------------------------------------------------------------- services

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

  /** Keys that are to be rung, counted one by one; selects others than the current key. */
  int countRings() throws Exception {
    int[] count = {0};
    rings.forEachEventTimeTimer((namespace, time) -> count[0]++);
    return count[0];
  }

  // ------------------------------------------------------------------------------- snapshots

  /** The backends must know everything now. */
  void prepareSnapshot() throws Exception {
    unload();
    for (KeyTimerService<K, ?> service : services.values()) {
      service.timers().unload(); // a live one must be asked for anew, to be copied
    }
    boundState.update(lowerBound.snapshot());
  }

  @Override
  public void snapshotToRawKeyedState(KeyedStateCheckpointOutputStream output, String operatorName)
      throws Exception {
    flinks.snapshotToRawKeyedState(output, operatorName);
  }
}
