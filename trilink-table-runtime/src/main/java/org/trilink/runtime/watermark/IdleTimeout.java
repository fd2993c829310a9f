/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.watermark;

import javax.annotation.Nullable;
import org.apache.flink.runtime.state.VoidNamespace;
import org.apache.flink.streaming.api.operators.InternalTimerService;

/**
 * Finds the keys that have had no record for a span of processing time. A key has one timer. A
 * record does not reset it; when the timer fires and there was a record in the meantime, it is
 * registered again.
 *
 * <p>The time while the job did not run does not count, as no record could arrive.
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
   * Records that a record of the selected key has arrived.
   *
   * @param activity the key's activity so far, null if there is none
   * @return the key's activity now: the same object if there was one
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

  /**
   * Whether the selected key, whose timer has fired, is idle; if not, registers the timer again.
   */
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
