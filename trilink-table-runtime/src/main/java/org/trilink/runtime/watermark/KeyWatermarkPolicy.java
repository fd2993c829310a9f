package org.trilink.runtime.watermark;

import java.io.Serializable;
import java.time.Duration;
import java.util.Objects;
import javax.annotation.Nullable;

/**
 * How the event time of a key moves.
 *
 * <pre>
 * wm(key)           = max event time of the key's records - delay
 * effective wm(key) = max(wm(key), wm(subtask) - max skew)
 * </pre>
 *
 * <p>A record is late if and only if the last of its windows has ended at its key's effective
 * watermark. See section 4.1 of the paper.
 */
public final class KeyWatermarkPolicy implements Serializable {

  private static final long serialVersionUID = 1L;

  /** The max skew in ms that stands for "a key may trail for ever". */
  public static final long UNBOUNDED = Long.MAX_VALUE;

  private final long delay;
  private final long maxSkew;

  private KeyWatermarkPolicy(long delay, long maxSkew) {
    this.delay = delay;
    this.maxSkew = maxSkew;
  }

  /**
   * A policy from durations.
   *
   * @param delay how far a key's watermark stays behind the key's latest record
   * @param maxSkew how far a key may trail the subtask's watermark, null for unbounded
   */
  public static KeyWatermarkPolicy of(Duration delay, @Nullable Duration maxSkew) {
    return ofMillis(delay.toMillis(), maxSkew == null ? UNBOUNDED : maxSkew.toMillis());
  }

  /**
   * A policy from milliseconds.
   *
   * @param delay in ms, not negative
   * @param maxSkew in ms, not negative, or {@link #UNBOUNDED}
   */
  public static KeyWatermarkPolicy ofMillis(long delay, long maxSkew) {
    if (delay < 0 || maxSkew < 0) {
      throw new IllegalArgumentException(
          "Delay and max skew must not be negative, got " + delay + " ms and " + maxSkew + " ms.");
    }
    return new KeyWatermarkPolicy(delay, maxSkew);
  }

  /** The delay in ms. */
  public long delay() {
    return delay;
  }

  /** The max skew in ms, or {@link #UNBOUNDED}. */
  public long maxSkew() {
    return maxSkew;
  }

  public boolean isSkewBounded() {
    return maxSkew != UNBOUNDED;
  }

  /**
   * The watermark that every key has reached once the subtask's stands at {@code watermark}. It is
   * also what an operator may forward: no later result of it can be older.
   *
   * @param watermark the subtask's watermark in ms
   * @return in ms; Long.MIN_VALUE while there is no bound
   */
  public long lowerBound(long watermark) {
    if (watermark == Long.MAX_VALUE) {
      return Long.MAX_VALUE; // end of input: every key has seen its last record
    }
    if (!isSkewBounded() || watermark < Long.MIN_VALUE + maxSkew) {
      return Long.MIN_VALUE;
    }
    return watermark - maxSkew;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof KeyWatermarkPolicy
        && delay == ((KeyWatermarkPolicy) other).delay
        && maxSkew == ((KeyWatermarkPolicy) other).maxSkew;
  }

  @Override
  public int hashCode() {
    return Objects.hash(delay, maxSkew);
  }

  @Override
  public String toString() {
    return "delay=" + delay + " ms, max skew=" + (isSkewBounded() ? maxSkew + " ms" : "unbounded");
  }
}
