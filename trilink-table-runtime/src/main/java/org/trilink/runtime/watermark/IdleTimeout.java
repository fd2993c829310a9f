/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.watermark;

import javax.annotation.Nullable;
import org.apache.flink.runtime.state.VoidNamespace;
import org.apache.flink.streaming.api.operators.InternalTimerService;

/**
 * Finds the keys of which no record came for a while of processing time. A key has one timer: a
 * record does not move it, but when it fires, it is set anew if there was a record meanwhile.
 *
 * <p>The time before a restart does not count, as no record could come.
 */
public final class IdleTimeout {

  private final long timeout;
  private final InternalTimerService<VoidNamespace> timers;
  private final long start;

  private IdleTimeout(long timeout, InternalTimerService<VoidNamespace> timers) {
    this.timeout = timeout;
    this.timers = timers;
    this.start = timers.currentProcessingTime();
  }

  /**
   * To be called when the operator is opened.
   *
   * @param timers of the selected key
   * @return null if the policy has no idle timeout
   */
  @Nullable
  public static IdleTimeout of(
      KeyWatermarkPolicy policy, InternalTimerService<VoidNamespace> timers) {
    return policy.hasIdleTimeout() ? new IdleTimeout(policy.idleTimeout(), timers) : null;
  }

  /**
   * Notes that a record of the selected key has come.
   *
   * @param activity what is known of the key, null if nothing is
   * @return what is known now: the same object if there was one
   */
  public KeyActivity seen(@Nullable KeyActivity activity) {
    long now = timers.currentProcessingTime();
    if (activity != null) {
      activity.lastSeen = now;
      return activity;
    }
    KeyActivity first = new KeyActivity(now, now);
    checkAfter(first, now);
    return first;
  }

  /** Whether the selected key, whose timer has fired, fell silent; if not, sets the timer anew. */
  public boolean isSilent(KeyActivity activity) {
    long silentSince = Math.max(activity.lastSeen, start);
    if (activity.nextCheck >= silentSince + timeout) {
      return true;
    }
    checkAfter(activity, silentSince);
    return false;
  }

  private void checkAfter(KeyActivity activity, long time) {
    activity.nextCheck = time + timeout;
    timers.registerProcessingTimeTimer(VoidNamespace.INSTANCE, activity.nextCheck);
  }
}
