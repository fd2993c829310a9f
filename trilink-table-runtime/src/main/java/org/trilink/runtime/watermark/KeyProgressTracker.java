/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.watermark;

import java.util.ArrayList;
import java.util.Collections;
import javax.annotation.Nullable;
import org.apache.flink.api.common.TaskInfo;
import org.apache.flink.api.common.state.ListState;
import org.apache.flink.api.common.state.ListStateDescriptor;
import org.apache.flink.api.common.state.OperatorStateStore;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.api.java.tuple.Tuple3;
import org.apache.flink.core.memory.DataInputView;
import org.apache.flink.core.memory.DataOutputView;
import org.apache.flink.metrics.MetricGroup;
import org.apache.flink.runtime.state.VoidNamespace;
import org.apache.flink.streaming.api.operators.InternalTimerService;
import org.apache.flink.util.function.ThrowingConsumer;

/**
 * Tracks the event time of a subtask's keys. It answers which watermark a key has (its own, its
 * group's, and the bound of all keys), whether the key's entry is still needed, and with which
 * timer the key is visited again if it has no more records. The operator stores the entries and
 * fires the keys' windows and timers ({@link TrackedKeys}).
 *
 * <p>Unless a method says otherwise, it is about the operator's current key. Times are in ms.
 *
 * @param <K> keys as the state backend has them
 * @param <P> the part of a key's entry that is tracked
 */
public final class KeyProgressTracker<K, P extends KeyProgress> {

  private final TrackedKeys<K, P> keys;
  private final KeyWatermarkPolicy policy;

  private final ListState<Tuple3<Integer, Integer, Long>> boundState;
  private final KeyWatermarkBound bound;

  /** Whether the keys of each subtask have cleanup timers. */
  private final ListState<Boolean> cleanupTimersState;

  /** Whether the keys of each subtask are checked for being idle. */
  private final ListState<Boolean> idleChecksState;

  /** Null if every key has a watermark of its own. */
  @Nullable private final WatermarkGroups<K> groups;

  private final KeyTimeMetrics metrics;
  private final boolean countsCleanupTimers;

  /** Null if keys may be idle without limit. */
  @Nullable private IdleTimeout idleTimeout;

  private boolean hasCleanupTimers;

  /** Whether keys of the savepoint that was restored have none. */
  private boolean lackedCleanupTimers;

  /** Whether keys of that savepoint are not checked for being idle. */
  private boolean lackedIdleChecks;

  /**
   * A subtask's keys, restored if there is a state.
   *
   * @param inputs 1 or 2
   * @param boundsName of the operator state that keeps the bound
   * @param countsCleanupTimers whether the metrics show the cleanup timers as held timers
   */
  public KeyProgressTracker(
      TrackedKeys<K, P> keys,
      KeyWatermarkPolicy policy,
      int inputs,
      TaskInfo task,
      OperatorStateStore store,
      String boundsName,
      boolean countsCleanupTimers)
      throws Exception {
    this.keys = keys;
    this.policy = policy;
    this.countsCleanupTimers = countsCleanupTimers;
    boundState =
        store.getUnionListState(
            new ListStateDescriptor<>(boundsName, KeyWatermarkBound.STATE_TYPE));
    bound =
        KeyWatermarkBound.of(
            task.getMaxNumberOfParallelSubtasks(),
            task.getNumberOfParallelSubtasks(),
            task.getIndexOfThisSubtask(),
            boundState.get());
    cleanupTimersState =
        store.getUnionListState(
            new ListStateDescriptor<>(boundsName + "/cleanup-timers", Types.BOOLEAN));
    for (boolean hadCleanupTimers : cleanupTimersState.get()) {
      lackedCleanupTimers |= !hadCleanupTimers;
    }
    idleChecksState =
        store.getUnionListState(
            new ListStateDescriptor<>(boundsName + "/idle-checks", Types.BOOLEAN));
    for (boolean hadIdleChecks : idleChecksState.get()) {
      lackedIdleChecks |= !hadIdleChecks;
    }
    groups = WatermarkGroups.of(policy, inputs, task, store);
    metrics = KeyTimeMetrics.of(task, keys::keyGroup, store);
  }

  /**
   * Must come before the first record.
   *
   * @param needsCleanupTimers whether keys get cleanup timers; if not, those of a savepoint are
   *     left to fire
   */
  public void open(boolean needsCleanupTimers) {
    idleTimeout = IdleTimeout.of(policy, keys.timers());
    hasCleanupTimers = needsCleanupTimers;
  }

  /**
   * Rebuilds the queues of groups from the cleanup timers that were restored; must come before the
   * first record, when every key that needs a cleanup timer has one.
   */
  public void openGroups() throws Exception {
    if (groups != null) {
      keys.timers()
          .forEachEventTimeTimer(
              (namespace, time) -> groups.join(keys.key()).schedule(keys.key(), time));
    }
  }

  // ----------------------------------------------------------------------------------- bound

  /** The watermark that the key has regardless of its records; Long.MIN_VALUE for none. */
  public long boundOf(K key) {
    return bound.of(key);
  }

  /** The watermark that all keys have at least; Long.MIN_VALUE for none. */
  public long boundOfAllKeys() {
    return bound.ofAllKeys();
  }

  /**
   * Advances the bound; it never moves back. If it has advanced, cleanup timers have to be fired up
   * to it.
   *
   * @return whether it has advanced
   */
  public boolean advanceBound(long newBound) {
    return bound.advance(newBound);
  }

  // ---------------------------------------------------------------------------------- groups

  /** Whether keys share watermarks. */
  public boolean hasGroups() {
    return groups != null;
  }

  /**
   * The key's group. If the entry is from a savepoint of a time when the key had a watermark of its
   * own, that becomes the group's.
   *
   * @param progress null if the key has no entry
   * @return null if the key is in none, or keys do not share watermarks
   */
  @Nullable
  public WatermarkGroup<K> groupOf(@Nullable P progress) {
    if (groups == null) {
      return null;
    }
    return progress == null || progress.latest() == Long.MIN_VALUE
        ? groups.find(keys.key())
        : adopt(groups.join(keys.key()), progress);
  }

  private WatermarkGroup<K> adopt(WatermarkGroup<K> group, P progress) {
    metrics.watermarkMoved(progress.watermark(), WatermarkRange.NONE);
    long former = group.watermark();
    progress.moveTo(group);
    metrics.watermarkMoved(former, group.watermark());
    keys.changed(progress);
    return group;
  }

  /** The key's group, where keys share watermarks; the key becomes a member if it is in none. */
  public WatermarkGroup<K> joinGroup() {
    return groups.join(keys.key());
  }

  /**
   * Advances the event time of one input of the key's group; it never moves back.
   *
   * @param input 1 or 2
   * @return whether it has advanced
   */
  public boolean advance(WatermarkGroup<K> group, int input, long watermark) {
    long former = group.watermark();
    boolean hasMoved = group.advance(input, watermark);
    if (hasMoved) {
      metrics.watermarkMoved(former, group.watermark());
    }
    return hasMoved;
  }

  /**
   * Fires the windows or timers of a group's keys, the earliest key first. The last of these keys
   * is the current key afterwards.
   *
   * @param upTo keys with nothing due by this time are not visited
   */
  public void fireMembers(WatermarkGroup<K> group, long upTo) throws Exception {
    for (K member = group.poll(upTo); member != null; member = group.poll(upTo)) {
      P progress = keys.select(member);
      if (progress != null && keys.fireDue(progress)) {
        group.schedule(member, progress.nextFireTime);
      }
    }
  }

  /**
   * An input has ended while the other one goes on: it no longer holds back any group. Fires what
   * is due. Keys that do not share watermarks are the operator's own business.
   *
   * @param input 1 or 2
   */
  public void endInputOfGroups(int input) throws Exception {
    groups.end(input);
    for (WatermarkGroup<K> group : new ArrayList<>(groups.groups())) {
      if (advance(group, input, EventTime.ENDED)) {
        fireMembers(group, group.watermark());
      }
    }
  }

  /** Whether the bound has advanced far enough that {@link #sweepGroups} is worthwhile. */
  public boolean isSweepDue(long newBound) {
    return groups != null && groups.isSweepDue(newBound);
  }

  /**
   * Removes the groups whose watermark the bound has passed, after the cleanup timers have fired.
   *
   * @param fireMembers fires a group's keys, to remove the outdated entries that cleanup timers
   *     leave in its queue
   */
  public void sweepGroups(long newBound, ThrowingConsumer<WatermarkGroup<K>, Exception> fireMembers)
      throws Exception {
    for (WatermarkGroup<K> group : groups.groups()) {
      fireMembers.accept(group);
    }
    groups.forgetBehind(newBound, metrics);
  }

  // -------------------------------------------------------------------------------- progress

  /**
   * The effective watermark: the maximum of the bound and the watermark of the key or its group.
   *
   * @param progress null if the key has no entry
   * @param group null if the key is in none
   */
  public long effectiveWatermark(@Nullable P progress, @Nullable WatermarkGroup<K> group) {
    return Math.max(groups == null ? ownOf(progress) : sharedBy(group), bound.of(keys.key()));
  }

  private long ownOf(@Nullable P progress) {
    return progress == null ? Long.MIN_VALUE : progress.watermark();
  }

  private long sharedBy(@Nullable WatermarkGroup<K> group) {
    return group == null ? Long.MIN_VALUE : group.watermark();
  }

  /** A record of the key has arrived. */
  public void seen(P progress) {
    if (idleTimeout != null) {
      progress.activity = idleTimeout.seen(progress.activity);
      keys.changed(progress);
    }
  }

  /**
   * Makes sure that a timer visits the key again. If the bound has made the key's entry redundant,
   * forgets the key instead. Must be called after every change to a key that has, or gets, an
   * entry.
   *
   * @return false if the key is forgotten: the operator has to remove its entry, if it has stored
   *     one
   */
  public boolean keepOrForget(P progress) throws Exception {
    long neededBy = progress.nextFireTime;
    if (neededBy == KeyProgress.NOTHING_DUE) {
      long latest = progress.latest();
      if (latest > bound.of(keys.key())) {
        neededBy = latest;
      } else if (keys.holdsNothing(progress)) {
        forget(progress);
        return false;
      }
    }
    scheduleCleanup(progress, neededBy);
    return true;
  }

  /** Deletes the key's timers and takes its watermark out of the metrics. */
  public void forget(P progress) {
    if (progress.cleanupTimer != KeyProgress.NO_CLEANUP_TIMER) {
      keys.timers().deleteEventTimeTimer(VoidNamespace.INSTANCE, progress.cleanupTimer);
      cleanupTimerRemoved();
    }
    if (progress.activity != null) {
      keys.timers()
          .deleteProcessingTimeTimer(VoidNamespace.INSTANCE, progress.activity.nextCheck());
    }
    metrics.watermarkMoved(progress.watermark(), WatermarkRange.NONE);
  }

  // -------------------------------------------------------------------------- cleanup timers

  /** Whether keys get cleanup timers. */
  public boolean hasCleanupTimers() {
    return hasCleanupTimers;
  }

  /** Whether keys of a savepoint lack them: there was no bound that could make one fire. */
  public boolean lacksCleanupTimers() {
    return hasCleanupTimers && lackedCleanupTimers;
  }

  /** Registers the cleanup timer of a key from such a savepoint. */
  public void addCleanupTimer(P progress) {
    scheduleCleanup(
        progress,
        progress.nextFireTime == KeyProgress.NOTHING_DUE
            ? progress.latest()
            : progress.nextFireTime);
  }

  /** Whether keys of a savepoint are not checked for being idle: there was no idle timeout. */
  public boolean lacksIdleChecks() {
    return idleTimeout != null && lackedIdleChecks;
  }

  /**
   * Checks a key from such a savepoint from now on, as if it had a record now: the time before does
   * not count.
   */
  public void addIdleCheck(P progress) {
    if (progress.activity == null) { // else its timer is in the savepoint, of an earlier timeout
      seen(progress);
    }
  }

  /**
   * Makes sure that the cleanup timer fires no later than a time. A timer that is too early is
   * kept: when it fires, it is registered again.
   */
  public void scheduleCleanup(P progress, long time) {
    if (hasCleanupTimers
        && (progress.cleanupTimer == KeyProgress.NO_CLEANUP_TIMER
            || progress.cleanupTimer > time)) {
      setCleanupTimer(progress, time);
    }
  }

  private void setCleanupTimer(P progress, long time) {
    InternalTimerService<VoidNamespace> timers = keys.timers();
    if (progress.cleanupTimer != KeyProgress.NO_CLEANUP_TIMER) {
      timers.deleteEventTimeTimer(VoidNamespace.INSTANCE, progress.cleanupTimer);
    } else if (countsCleanupTimers) {
      metrics.timerAdded();
    }
    timers.registerEventTimeTimer(VoidNamespace.INSTANCE, time);
    progress.cleanupTimer = time;
    keys.changed(progress);
  }

  /**
   * The cleanup timer has fired. The caller then fires what is due and calls {@link #keepOrForget}.
   */
  public void cleanupTimerFired(P progress) {
    progress.cleanupTimer = KeyProgress.NO_CLEANUP_TIMER;
    cleanupTimerRemoved();
    keys.changed(progress);
  }

  private void cleanupTimerRemoved() {
    if (countsCleanupTimers) {
      metrics.timerRemoved();
    }
  }

  /**
   * Checks, when a processing-time timer has fired, whether the key is idle. If so, the operator
   * has to fire all windows or timers of the key, {@link #forget} it, and remove its entry.
   *
   * @param progress null if the key has no entry any more
   * @param checkTime the time of the timer, in ms
   */
  public boolean isSilent(@Nullable P progress, long checkTime) {
    if (progress == null
        || progress.activity == null
        || progress.activity.nextCheck() != checkTime) {
      return false; // of a job that had an idle timeout, which the entry has not survived
    }
    // without an idle timeout, the timer is from a savepoint of a job that had one
    boolean isSilent = idleTimeout != null && idleTimeout.isSilent(progress.activity);
    if (isSilent || idleTimeout == null) {
      progress.activity = null;
    }
    keys.changed(progress);
    return isSilent;
  }

  // -------------------------------------------------------------------------- keys that move

  /** As {@link org.trilink.runtime.sync.state.HandsOverKeys#notYet}. */
  @Nullable
  public String notYet() {
    if (groups != null) {
      return WatermarkGroups.KEYS_STAY_TOGETHER;
    }
    return bound.isSettled() ? null : KeyWatermarkBound.NOT_SETTLED;
  }

  /**
   * Must come before keys are taken out.
   *
   * @throws UnsupportedOperationException if keys share watermarks
   */
  public void checkKeysCanMove() {
    if (groups != null) {
      throw WatermarkGroups.cannotMove();
    }
  }

  /**
   * The key is handed over: it no longer counts.
   *
   * @param progress null if it has no entry
   * @param own to which is written what {@link #putIn} needs
   */
  public void takeOut(K leaving, @Nullable P progress, DataOutputView own) throws Exception {
    if (progress != null) {
      metrics.watermarkMoved(progress.watermark(), WatermarkRange.NONE);
      metrics.keyRemoved();
      if (progress.cleanupTimer != KeyProgress.NO_CLEANUP_TIMER) {
        cleanupTimerRemoved();
      }
    }
    bound.takeOut(leaving, own);
  }

  /**
   * The key is received; {@link #arrived} must follow.
   *
   * @param own what {@link #takeOut} has written
   * @throws IllegalStateException if the bound is not the same here as where the key was
   */
  public void putIn(K arriving, DataInputView own) throws Exception {
    bound.putIn(arriving, own);
  }

  /**
   * The key has arrived: it counts from now on.
   *
   * @param progress null if it has no entry
   */
  public void arrived(@Nullable P progress) {
    if (progress != null) {
      metrics.keyAdded();
      metrics.watermarkMoved(WatermarkRange.NONE, progress.watermark());
      if (countsCleanupTimers && progress.cleanupTimer != KeyProgress.NO_CLEANUP_TIMER) {
        metrics.timerAdded();
      }
    }
  }

  // ------------------------------------------------------------------- metrics and snapshots

  /** The counts of the subtask's keys. */
  public KeyTimeMetrics metrics() {
    return metrics;
  }

  /** Registers them with an operator's metrics. */
  public void register(MetricGroup ofOperator) {
    metrics.register(ofOperator, groups);
  }

  /** Watermarks that several keys share; 0 if every key has its own. */
  int countGroups() {
    return groups == null ? 0 : groups.groups().size();
  }

  /** Writes everything to the operator state. */
  public void snapshot() throws Exception {
    boundState.update(bound.snapshot());
    cleanupTimersState.update(Collections.singletonList(hasCleanupTimers));
    idleChecksState.update(Collections.singletonList(idleTimeout != null));
    if (groups != null) {
      groups.snapshot();
    }
    metrics.snapshot();
  }
}
