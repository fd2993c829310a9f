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
import org.apache.flink.table.data.binary.BinaryRowData;

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

  /** The {@link #timerLag} of each subtask. */
  private final ListState<Long> timerLagState;

  /** Whether the keys of each subtask are checked for being idle. */
  private final ListState<Boolean> idleChecksState;

  /** The groups of keys that share a watermark; null if every key has a watermark of its own. */
  @Nullable private final WatermarkGroups<K> groups;

  private final KeyTimeMetrics metrics;
  private final boolean countsCleanupTimers;

  /** Whether the subtask's watermark is the floor, as {@link KeyWatermarkPolicy#hasFloor} says. */
  private final boolean hasFloor;

  /** The subtask's watermark. */
  private long floor = Long.MIN_VALUE;

  private final TaskInfo task;

  /** Counts the keys whose records are not in order; null until the metrics are registered. */
  private KeysOutOfOrder keysOutOfOrder;

  /** The timeout of idle keys; null if keys may be idle without limit. */
  @Nullable private IdleTimeout idleTimeout;

  private boolean hasCleanupTimers;

  /** The greatest {@link #timerLag} of the savepoint that was restored. */
  private long formerTimerLag = Long.MIN_VALUE;

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
    this.hasFloor = policy.hasFloor();
    this.countsCleanupTimers = countsCleanupTimers;
    this.task = task;
    boundState =
        store.getUnionListState(
            new ListStateDescriptor<>(boundsName, KeyWatermarkBound.STATE_TYPE));
    bound =
        KeyWatermarkBound.of(
            task.getMaxNumberOfParallelSubtasks(),
            task.getNumberOfParallelSubtasks(),
            task.getIndexOfThisSubtask(),
            boundState.get());
    timerLagState =
        store.getUnionListState(
            new ListStateDescriptor<>(boundsName + "/cleanup-timers-lag", Types.LONG));
    for (long former : timerLagState.get()) {
      formerTimerLag = Math.max(formerTimerLag, former);
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
   * Must come before the first record. Keys get cleanup timers unless nothing but their records and
   * the end of the input can make them fire; then those of a savepoint are left to fire.
   */
  public void open() {
    idleTimeout = IdleTimeout.of(policy, keys.timers());
    hasCleanupTimers = policy.isSkewBounded() || hasGroups() || hasFloor;
  }

  /**
   * Rebuilds the queues of groups from the cleanup timers that were restored; must come before the
   * first record, when every key that needs a cleanup timer has one. With a floor, timers may be
   * later than what is due, so each key is visited with the next record of its group.
   */
  public void openGroups() throws Exception {
    if (groups != null) {
      keys.timers()
          .forEachEventTimeTimer(
              (namespace, time) ->
                  groups.join(keys.key()).schedule(keys.key(), hasFloor ? Long.MIN_VALUE : time));
    }
  }

  // --------------------------------------------------------------------------- floor and bound

  /** The watermark that the key has regardless of its records; Long.MIN_VALUE for none. */
  public long boundOf(K key) {
    return bound.of(key);
  }

  /** The watermark that all keys have at least; Long.MIN_VALUE for none. */
  public long boundOfAllKeys() {
    return bound.ofAllKeys();
  }

  /**
   * The subtask's watermark has advanced, and with it the floor and perhaps the bound of all keys;
   * none of them moves back. Then cleanup timers have to be fired up to {@link #timersDue}.
   *
   * @return whether the bound has advanced
   */
  public boolean advance(long subtaskWatermark) {
    floor = Math.max(floor, subtaskWatermark);
    return bound.advance(policy.lowerBound(subtaskWatermark));
  }

  /** Whether the subtask's watermark is the floor, and so makes cleanup timers fire. */
  public boolean hasFloor() {
    return hasFloor;
  }

  /** The time up to which cleanup timers have to be fired. */
  public long timersDue() {
    return hasFloor ? floor : bound.ofAllKeys();
  }

  // ---------------------------------------------------------------------------------- groups

  /** Whether keys share watermarks. */
  public boolean hasGroups() {
    return groups != null;
  }

  /**
   * The key's group. If the entry is from a savepoint of a time when the key had a watermark of its
   * own, that becomes the group's. With a floor, what the key has fired stays late for the key
   * alone: the others of the group have not fired as much, and Flink would keep their records.
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
    if (hasFloor) {
      progress.fired = ownOf(progress);
    }
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
   * Fires the windows or timers of a group's keys that are due, the earliest key first. The last of
   * these keys is the current key afterwards.
   */
  public void fireMembers(WatermarkGroup<K> group) throws Exception {
    long upTo;
    do {
      upTo = dueBy(group);
      fireMembers(group, upTo);
    } while (upTo < dueBy(group)); // a member from an old savepoint may have advanced the group
  }

  private long dueBy(WatermarkGroup<K> group) {
    return Math.max(sharedBy(group), bound.ofAllKeys());
  }

  private void fireMembers(WatermarkGroup<K> group, long upTo) throws Exception {
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
        fireMembers(group);
      }
    }
  }

  /** Whether the bound has advanced far enough that {@link #sweepGroups} is worthwhile. */
  public boolean isSweepDue(long newBound) {
    return groups != null && groups.isSweepDue(newBound);
  }

  /**
   * Removes the groups whose watermark the bound has passed, after the cleanup timers have fired,
   * and the outdated entries that these have left in the groups' queues.
   */
  public void sweepGroups(long newBound) throws Exception {
    for (WatermarkGroup<K> group : groups.groups()) {
      fireMembers(group);
    }
    groups.forgetBehind(newBound, metrics);
  }

  // -------------------------------------------------------------------------------- progress

  /**
   * The key gets an entry. Records whose key is NULL have no record key in Kafka, so these are in
   * any partition although the table declares one: they are not in order, even before they show it.
   */
  public void begin(P progress) {
    boolean isOfAnyPartition = policy.checksOrder() && hasNull(keys.key());
    progress.fired = hasFloor || isOfAnyPartition ? Long.MIN_VALUE : KeyProgress.IN_ORDER;
  }

  private static boolean hasNull(Object key) {
    return key instanceof BinaryRowData && ((BinaryRowData) key).anyNull();
  }

  /**
   * The effective watermark: the maximum of the bound and the watermark of the key or its group or,
   * with a floor, the part of it that the floor has passed. Everything up to it is fired before the
   * key's next record, so it is remembered as {@link KeyProgress#fired}.
   *
   * @param progress null if the key has no entry
   * @param group null if the key is in none
   */
  public long effectiveWatermark(@Nullable P progress, @Nullable WatermarkGroup<K> group) {
    long ofRecords =
        groups == null ? ownOf(progress) : Math.max(sharedBy(group), firedBefore(progress));
    return Math.max(ofRecords, bound.of(keys.key()));
  }

  /**
   * The time up to which the key had fired before it shared a watermark; Long.MIN_VALUE for none.
   */
  private long firedBefore(@Nullable P progress) {
    return !hasFloor || progress == null || progress.fired == KeyProgress.IN_ORDER
        ? Long.MIN_VALUE
        : progress.fired;
  }

  private long ownOf(@Nullable P progress) {
    if (progress == null) {
      return Long.MIN_VALUE;
    }
    if (!hasFloor && progress.fired == KeyProgress.IN_ORDER) {
      return progress.watermark();
    }
    progress.fired = aboveFloor(progress.watermark(), progress.fired);
    return progress.fired;
  }

  private long sharedBy(@Nullable WatermarkGroup<K> group) {
    if (group == null) {
      return Long.MIN_VALUE;
    }
    if (hasFloor) {
      group.fired = aboveFloor(group.watermark(), group.fired);
      return group.fired;
    }
    group.fired = KeyProgress.IN_ORDER;
    return group.watermark();
  }

  /**
   * @param fired as {@link KeyProgress#fired}, perhaps from a savepoint of a job without a floor
   */
  private long aboveFloor(long watermark, long fired) {
    long reached =
        fired == KeyProgress.IN_ORDER ? watermark : Math.max(fired, Math.min(watermark, floor));
    return Math.min(reached, KeyProgress.IN_ORDER - 1); // at the end, the bound is there, too
  }

  /**
   * A record is behind the key's own watermark, but not behind the subtask's: it would not be late
   * in Flink. If the order of records is checked, the key has a floor from now on.
   */
  public void outOfOrder(P progress) {
    if (policy.checksOrder() && progress.fired == KeyProgress.IN_ORDER) {
      progress.fired = progress.watermark();
      keys.changed(progress);
      keysOutOfOrder.count();
    }
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
    if (progress.nextFireTime != KeyProgress.NOTHING_DUE) {
      scheduleCleanup(progress, progress.nextFireTime);
    } else if (progress.latest() > bound.of(keys.key())) {
      scheduleForgetting(progress);
    } else if (groups != null && isAheadOfGroup(progress)) {
      scheduleCleanup(progress, firedBefore(progress));
    } else if (keys.holdsNothing(progress)) {
      forget(progress);
      return false;
    } else {
      setCleanupTimer(progress, Long.MAX_VALUE);
    }
    return true;
  }

  /** Whether the key had fired more, before it shared a watermark, than is late for its group. */
  private boolean isAheadOfGroup(P progress) {
    long fired = firedBefore(progress);
    return fired > Long.MIN_VALUE
        && fired > Math.max(sharedBy(groups.find(keys.key())), bound.of(keys.key()));
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

  /**
   * Whether keys of a savepoint were under other settings, so that they lack timers or have some
   * that fire too late. Then {@link #restored} must be called for all of them.
   */
  public boolean hasOtherSettings() {
    return lacksCleanupTimers() || lacksIdleChecks() || losesFloor();
  }

  /** A key of such a savepoint; {@link #keepOrForget} must follow. */
  public void restored(P progress) {
    if (losesFloor()) {
      progress.fired = KeyProgress.IN_ORDER;
    }
    if (lacksIdleChecks() && progress.activity == null) {
      // from now on, the time before does not count; else its timer is in the savepoint
      seen(progress);
    }
    keys.changed(progress);
  }

  private boolean lacksCleanupTimers() {
    return formerTimerLag > timerLag();
  }

  /** Whether the subtask's watermark was the floor of all keys. */
  private boolean losesFloor() {
    return !hasFloor && formerTimerLag >= 0 && formerTimerLag < Long.MAX_VALUE;
  }

  private boolean lacksIdleChecks() {
    return idleTimeout != null && lackedIdleChecks;
  }

  /**
   * How late, in ms, a timer can be for the bound. With a floor, the subtask's watermark makes
   * timers fire, and the bound trails it by the max skew.
   */
  private long timerLag() {
    if (!hasCleanupTimers) {
      return Long.MAX_VALUE;
    }
    return hasFloor ? Math.min(policy.maxSkew(), Long.MAX_VALUE - 1) : -1;
  }

  /**
   * Makes sure that a timer visits the key when what is due at a time can be fired without another
   * record of the key. With a floor, that is when the subtask's watermark reaches the time; if it
   * has, the key trails it and waits for the bound.
   */
  public void scheduleCleanup(P progress, long due) {
    setCleanupTimer(progress, hasFloor && due <= floor ? policy.boundReaches(due) : due);
  }

  /** Whether a key that has something due can wait until the floor advances once more. */
  public boolean canWaitForFloor() {
    return hasFloor && floor < Long.MAX_VALUE;
  }

  /** Makes sure that a timer visits the key as soon as the floor advances once more. */
  public void visitWithFloor(P progress) {
    setCleanupTimer(progress, floor + 1);
  }

  /**
   * Makes sure that a timer visits the key, which has nothing due, when the bound has passed it.
   */
  private void scheduleForgetting(P progress) {
    if (!hasFloor) {
      setCleanupTimer(progress, progress.latest());
    } else if (policy.isSkewBounded()) {
      setCleanupTimer(progress, policy.boundReaches(progress.latest()));
    }
  }

  /** A timer that is too early is kept: when it fires, it is registered again. */
  private void setCleanupTimer(P progress, long time) {
    boolean isInTime =
        progress.cleanupTimer != KeyProgress.NO_CLEANUP_TIMER && progress.cleanupTimer <= time;
    if (!hasCleanupTimers || isInTime) {
      return;
    }
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

  /** As {@link org.trilink.runtime.move.state.HandsOverKeys#obstacleToMoving}. */
  @Nullable
  public String obstacleToMoving() {
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
    keysOutOfOrder = new KeysOutOfOrder(ofOperator, task);
  }

  /** Watermarks that several keys share; 0 if every key has its own. */
  int countGroups() {
    return groups == null ? 0 : groups.groups().size();
  }

  /** Writes everything to the operator state. */
  public void snapshot() throws Exception {
    boundState.update(bound.snapshot());
    timerLagState.update(Collections.singletonList(timerLag()));
    idleChecksState.update(Collections.singletonList(idleTimeout != null));
    if (groups != null) {
      groups.snapshot();
    }
    metrics.snapshot();
  }
}
