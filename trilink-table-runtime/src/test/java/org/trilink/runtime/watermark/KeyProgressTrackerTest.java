/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.watermark;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import javax.annotation.Nullable;
import org.apache.flink.metrics.groups.UnregisteredMetricsGroup;
import org.apache.flink.runtime.operators.testutils.MockEnvironment;
import org.apache.flink.runtime.operators.testutils.MockEnvironmentBuilder;
import org.apache.flink.runtime.state.KeyGroupRangeAssignment;
import org.apache.flink.runtime.state.VoidNamespace;
import org.apache.flink.streaming.api.operators.InternalTimerService;
import org.apache.flink.util.function.BiConsumerWithException;
import org.junit.jupiter.api.Test;
import org.trilink.runtime.flink.TestTasks;

/** When a key's entry is kept, and with which timer the key is visited again. */
class KeyProgressTrackerTest {

  private static final int MAX_PARALLELISM = 16;
  private static final KeyTimeSettings OWN_TIME = KeyTimeSettings.of(0, 100);

  private final Keys keys = new Keys();

  @Test
  void entryIsKeptUntilTheBoundSaysAsMuch() throws Exception {
    KeyProgressTracker<String, KeyTime> tracker = tracker(OWN_TIME);
    KeyTime entry = entry(tracker, 10);
    assertThat(tracker.keepOrForget(entry)).isTrue();
    assertThat(keys.cleanupTimers()).containsExactly(10L);
    assertThat(tracker.advance(110)).isTrue();
    keys.cleanupTimers().clear();
    tracker.cleanupTimerFired(entry);
    assertThat(tracker.keepOrForget(entry)).isFalse();
    assertThat(keys.cleanupTimers()).isEmpty();
  }

  @Test
  void entryIsKeptAsLongAsSomethingIsDue() throws Exception {
    KeyProgressTracker<String, KeyTime> tracker = tracker(OWN_TIME);
    KeyTime entry = entry(tracker, 10);
    entry.nextFireTime = 30;
    assertThat(tracker.advance(120)).isTrue();
    assertThat(tracker.keepOrForget(entry)).isTrue();
    assertThat(keys.cleanupTimers()).containsExactly(30L);
  }

  /** Timers that never become due are fired at the end of the input. */
  @Test
  void entryIsKeptForATimerThatIsNeverDue() throws Exception {
    KeyProgressTracker<String, KeyTime> tracker = tracker(OWN_TIME);
    keys.holdsNothing = false;
    assertThat(tracker.keepOrForget(entry(tracker, Long.MIN_VALUE))).isTrue();
    assertThat(keys.cleanupTimers()).containsExactly(Long.MAX_VALUE);
  }

  @Test
  void cleanupTimerOnlyMovesToAnEarlierTime() throws Exception {
    KeyProgressTracker<String, KeyTime> tracker = tracker(OWN_TIME);
    KeyTime entry = entry(tracker, 10);
    for (long due : new long[] {30, 20, 40}) {
      entry.nextFireTime = due;
      assertThat(tracker.keepOrForget(entry)).isTrue();
    }
    assertThat(keys.cleanupTimers()).containsExactly(20L);
    assertThat(entry.cleanupTimer).isEqualTo(20);
    assertThat(keys.changes).as("30 and 20").isEqualTo(2);
  }

  @Test
  void restoredCleanupTimersGoWithTheirKeys() throws Exception {
    KeyProgressTracker<String, KeyTime> tracker =
        tracker(KeyTimeSettings.of(0, KeyWatermarkPolicy.UNBOUNDED));
    KeyTime entry = entry(tracker, 10);
    assertThat(tracker.keepOrForget(entry)).isTrue();
    assertThat(keys.cleanupTimers()).as("none is needed").isEmpty();
    entry.cleanupTimer = 10;
    keys.cleanupTimers().add(10L);
    tracker.forget(entry);
    assertThat(keys.cleanupTimers()).isEmpty();
  }

  @Test
  void groupTakesTheTimeThatAKeyHadOfItsOwn() throws Exception {
    KeyProgressTracker<String, KeyTime> tracker = tracker(OWN_TIME.keysPerGroup(2));
    assertThat(tracker.groupOf(null)).isNull();
    KeyTime entry = entry(tracker, 10);
    WatermarkGroup<String> group = tracker.groupOf(entry);
    assertThat(group.watermark()).isEqualTo(10);
    assertThat(entry.watermark()).isEqualTo(Long.MIN_VALUE);
    assertThat(keys.changes).isEqualTo(1);
    assertThat(tracker.groupOf(entry)).isSameAs(group);
    assertThat(tracker.effectiveWatermark(entry, group)).isEqualTo(10);
    assertThat(tracker.advance(115)).isTrue();
    assertThat(tracker.effectiveWatermark(entry, group)).isEqualTo(15);
  }

  @Test
  void membersFireInTheOrderOfTheirTimes() throws Exception {
    KeyProgressTracker<String, KeyTime> tracker = tracker(OWN_TIME.keysPerGroup(3));
    WatermarkGroup<String> group = tracker.joinGroup();
    Map<String, Long> due = Map.of("c", 5L, "a", 7L, "b", 8L, "d", 9L);
    for (Map.Entry<String, Long> member : due.entrySet()) {
      KeyTime entry = new KeyTime();
      entry.nextFireTime = member.getValue();
      keys.entries.put(member.getKey(), entry);
      group.schedule(member.getKey(), member.getValue());
    }
    keys.entries.remove("a"); // it was forgotten in the meantime
    assertThat(tracker.advance(group, 1, 8)).isTrue();
    tracker.fireMembers(group);
    assertThat(keys.fired).containsExactly("c", "b");
    tracker.fireMembers(group);
    assertThat(keys.fired).as("none is due twice").hasSize(2);
    assertThat(tracker.advance(group, 1, 9)).isTrue();
    tracker.fireMembers(group);
    assertThat(keys.fired).containsExactly("c", "b", "d");
  }

  /** The group's own watermark does not hold back what the bound has passed. */
  @Test
  void membersFireByTheBoundThatHasOvertakenTheirGroup() throws Exception {
    KeyProgressTracker<String, KeyTime> tracker =
        tracker(KeyTimeSettings.of(0, 20).keysPerGroup(2));
    WatermarkGroup<String> group = tracker.joinGroup();
    assertThat(tracker.advance(group, 1, 8)).isTrue();
    KeyTime member = new KeyTime();
    member.nextFireTime = 9;
    keys.entries.put("member", member);
    group.schedule("member", 9);

    tracker.fireMembers(group);
    assertThat(keys.fired).as("the group is at 8").isEmpty();

    assertThat(tracker.advance(40)).isTrue();
    tracker.fireMembers(group);
    assertThat(keys.fired).as("the bound is at 20").containsExactly("member");
  }

  @Test
  void keyFallsSilentWithoutRecords() throws Exception {
    KeyProgressTracker<String, KeyTime> tracker =
        tracker(OWN_TIME.idleTimeout(Duration.ofMillis(10)));
    KeyTime entry = entry(tracker, 10);
    tracker.seen(entry);
    assertThat(keys.idleChecks()).containsExactly(10L);
    keys.now = 4;
    tracker.seen(entry);
    keys.idleChecks().clear(); // it has fired
    assertThat(tracker.isSilent(entry, 10)).isFalse();
    assertThat(keys.idleChecks()).containsExactly(14L);
    keys.idleChecks().clear();
    assertThat(tracker.isSilent(entry, 14)).isTrue();
    assertThat(entry.activity).isNull();
  }

  @Test
  void keyWhoseRecordsAreNotInOrderHasAFloor() throws Exception {
    KeyProgressTracker<String, KeyTime> tracker = tracker(OWN_TIME.withCheckedOrder());
    tracker.register(UnregisteredMetricsGroup.createOperatorMetricGroup());
    KeyTime entry = entry(tracker, 50);
    assertThat(tracker.advance(10)).isTrue();
    tracker.outOfOrder(entry);
    assertThat(keys.changes).isEqualTo(1);
    entry.first = 80;
    assertThat(tracker.effectiveWatermark(entry, null)).as("what was fired").isEqualTo(50);
    assertThat(tracker.advance(60)).isTrue();
    assertThat(tracker.effectiveWatermark(entry, null)).isEqualTo(60);
    assertThat(tracker.advance(90)).isTrue();
    assertThat(tracker.effectiveWatermark(entry, null)).isEqualTo(80);
    assertThat(tracker.advance(190)).isTrue();
    assertThat(tracker.effectiveWatermark(entry, null)).as("the bound").isEqualTo(90);
  }

  @Test
  void noKeyFallsSilentWithoutATimeout() throws Exception {
    KeyProgressTracker<String, KeyTime> tracker = tracker(OWN_TIME);
    KeyTime entry = entry(tracker, 10);
    entry.activity = new KeyActivity(0, 10); // from a savepoint
    assertThat(tracker.isSilent(entry, 10)).isFalse();
    assertThat(entry.activity).isNull();
    tracker.seen(entry);
    assertThat(entry.activity).isNull();
  }

  private KeyProgressTracker<String, KeyTime> tracker(KeyTimeSettings settings) throws Exception {
    MockEnvironment environment =
        new MockEnvironmentBuilder().setMaxParallelism(MAX_PARALLELISM).build();
    KeyProgressTracker<String, KeyTime> tracker =
        new KeyProgressTracker<>(
            keys,
            settings.policy(),
            1,
            environment.getTaskInfo(),
            TestTasks.operatorState(environment, "tracker"),
            "bounds",
            false);
    tracker.open();
    return tracker;
  }

  /** The entry of the current key, whose watermark is counted in the metrics. */
  private static KeyTime entry(KeyProgressTracker<String, KeyTime> tracker, long watermark) {
    KeyTime entry = new KeyTime();
    tracker.metrics().watermarkMoved(entry.first, watermark);
    entry.first = watermark;
    return entry;
  }

  /** Keys whose entries and timers are in memory. */
  private static final class Keys
      implements TrackedKeys<String, KeyTime>, InternalTimerService<VoidNamespace> {

    private final Map<String, KeyTime> entries = new HashMap<>();
    private final Map<String, Set<Long>> cleanupTimers = new HashMap<>();
    private final Map<String, Set<Long>> idleChecks = new HashMap<>();
    private final List<String> fired = new ArrayList<>();
    private String current = "key";
    private boolean holdsNothing = true;
    private long now;
    private int changes;

    private Set<Long> cleanupTimers() {
      return cleanupTimers.computeIfAbsent(current, key -> new TreeSet<>());
    }

    private Set<Long> idleChecks() {
      return idleChecks.computeIfAbsent(current, key -> new TreeSet<>());
    }

    // ---- keys

    @Override
    public String key() {
      return current;
    }

    @Override
    public int keyGroup() {
      return KeyGroupRangeAssignment.assignToKeyGroup(current, MAX_PARALLELISM);
    }

    @Override
    @Nullable
    public KeyTime select(String key) {
      current = key;
      return entries.get(key);
    }

    @Override
    public InternalTimerService<VoidNamespace> timers() {
      return this;
    }

    @Override
    public boolean fireDue(KeyTime progress) {
      fired.add(current);
      progress.nextFireTime = KeyProgress.NOTHING_DUE;
      return false;
    }

    @Override
    public boolean holdsNothing(KeyTime progress) {
      return holdsNothing;
    }

    @Override
    public void changed(KeyTime progress) {
      changes++;
    }

    // ---- timers

    @Override
    public long currentProcessingTime() {
      return now;
    }

    @Override
    public long currentWatermark() {
      return Long.MIN_VALUE;
    }

    @Override
    public void registerProcessingTimeTimer(VoidNamespace namespace, long time) {
      assertThat(idleChecks().add(time)).isTrue();
    }

    @Override
    public void deleteProcessingTimeTimer(VoidNamespace namespace, long time) {
      assertThat(idleChecks().remove(time)).isTrue();
    }

    @Override
    public void registerEventTimeTimer(VoidNamespace namespace, long time) {
      assertThat(cleanupTimers().add(time)).isTrue();
    }

    @Override
    public void deleteEventTimeTimer(VoidNamespace namespace, long time) {
      assertThat(cleanupTimers().remove(time)).isTrue();
    }

    @Override
    public void forEachEventTimeTimer(
        BiConsumerWithException<VoidNamespace, Long, Exception> consumer) throws Exception {
      for (long time : cleanupTimers()) {
        consumer.accept(VoidNamespace.INSTANCE, time);
      }
    }

    @Override
    public void forEachProcessingTimeTimer(
        BiConsumerWithException<VoidNamespace, Long, Exception> consumer) throws Exception {
      for (long time : idleChecks()) {
        consumer.accept(VoidNamespace.INSTANCE, time);
      }
    }
  }
}
