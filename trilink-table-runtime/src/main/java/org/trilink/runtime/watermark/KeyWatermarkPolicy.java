/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.watermark;

import java.io.Serializable;
import java.time.Duration;
import java.util.Objects;
import javax.annotation.Nullable;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.annotation.JsonAutoDetect;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.annotation.JsonAutoDetect.Visibility;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.annotation.JsonCreator;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.annotation.JsonProperty;

/**
 * How the event time of a key advances.
 *
 * <pre>
 * wm(key)           = max event time of the key's records - delay
 * effective wm(key) = max(wm(key), wm(subtask) - max skew)
 *
 * with a floor:
 * effective wm(key) = max(min(wm(key), wm(subtask)), wm(subtask) - max skew)
 * </pre>
 *
 * <p>Without a floor, a key's records must come in the order of their times, but for the delay.
 * With a floor nothing is assumed of them: no record is late that is not behind the subtask's
 * watermark, too, which is what Flink goes by. So a key that is ahead of the subtask's watermark
 * fires no sooner than in Flink, and one that trails it when its own time has come. If the order is
 * checked, a key whose records turn out not to be in order gets a floor from then on.
 *
 * <p>The delay is the input's ({@link InputTime}); with two inputs, wm(key) is the minimum over
 * both. Keys may share a watermark in groups of N, which takes less memory but is less precise:
 * then read "group" for "key" above. A record is late if and only if the last of its windows has
 * ended at its key's effective watermark. Records that are further ahead of the subtask's watermark
 * than the max lead do not advance their key's watermark ({@link MaxLead}). See section 4.1 of the
 * paper. It is stored in plans.
 */
@JsonAutoDetect(isGetterVisibility = Visibility.NONE)
@JsonIgnoreProperties(ignoreUnknown = true)
public final class KeyWatermarkPolicy implements Serializable {

  private static final long serialVersionUID = 1L;

  /** No limit, as a max skew or a max lead in ms. */
  public static final long UNBOUNDED = Long.MAX_VALUE;

  /** The idle timeout in ms that stands for "none": a key may be idle without limit. */
  public static final long NEVER = Long.MAX_VALUE;

  @JsonProperty("maxSkewMillis")
  private final long maxSkew;

  @JsonProperty("idleTimeoutMillis")
  private final long idleTimeout;

  @JsonProperty("keysPerGroup")
  private final int keysPerGroup;

  @JsonProperty("maxLeadMillis")
  private final long maxLead;

  @JsonProperty("dropsBeyondMaxLead")
  private final boolean dropsBeyondMaxLead;

  @JsonProperty("hasFloor")
  private final boolean hasFloor;

  @JsonProperty("checksOrder")
  private final boolean checksOrder;

  @JsonCreator
  private KeyWatermarkPolicy(
      @JsonProperty("maxSkewMillis") long maxSkew,
      @JsonProperty("idleTimeoutMillis") long idleTimeout,
      @JsonProperty("keysPerGroup") int keysPerGroup,
      @JsonProperty("maxLeadMillis") long maxLead,
      @JsonProperty("dropsBeyondMaxLead") boolean dropsBeyondMaxLead,
      @JsonProperty("hasFloor") boolean hasFloor,
      @JsonProperty("checksOrder") boolean checksOrder) {
    this.maxSkew = maxSkew;
    this.idleTimeout = idleTimeout;
    this.keysPerGroup = keysPerGroup;
    this.maxLead = maxLead;
    this.dropsBeyondMaxLead = dropsBeyondMaxLead;
    this.hasFloor = hasFloor;
    this.checksOrder = checksOrder;
  }

  /**
   * A policy from durations.
   *
   * @param maxSkew how far a key may trail the subtask's watermark, null for unbounded
   * @param idleTimeout processing time after which a key without records fires its windows and is
   *     cleared; null for never
   * @param keysPerGroup how many keys share one watermark, 1 for a watermark a key
   */
  public static KeyWatermarkPolicy of(
      @Nullable Duration maxSkew, @Nullable Duration idleTimeout, int keysPerGroup) {
    return ofMillis(
        maxSkew == null ? UNBOUNDED : maxSkew.toMillis(),
        idleTimeout == null ? NEVER : idleTimeout.toMillis(),
        keysPerGroup);
  }

  /**
   * A policy from milliseconds.
   *
   * @param maxSkew in ms, not negative, or {@link #UNBOUNDED}
   * @param idleTimeout in ms, positive, or {@link #NEVER}
   * @param keysPerGroup positive
   */
  public static KeyWatermarkPolicy ofMillis(long maxSkew, long idleTimeout, int keysPerGroup) {
    if (maxSkew < 0) {
      throw new IllegalArgumentException("Max skew must not be negative, got " + maxSkew + " ms.");
    }
    if (idleTimeout <= 0) {
      throw new IllegalArgumentException(
          "Idle timeout must be positive, got " + idleTimeout + " ms.");
    }
    if (keysPerGroup <= 0) {
      throw new IllegalArgumentException(
          "A group must have at least one key, got " + keysPerGroup + ".");
    }
    return new KeyWatermarkPolicy(
        maxSkew, idleTimeout, keysPerGroup, UNBOUNDED, false, false, false);
  }

  /** A policy with a watermark per key, a max skew in ms, and no idle timeout. */
  public static KeyWatermarkPolicy ofMaxSkew(long maxSkew) {
    return ofMillis(maxSkew, NEVER, 1);
  }

  /**
   * Returns this policy, except that records that are too far ahead do not advance their key's
   * watermark.
   *
   * @param newMaxLead how far ahead of the subtask's watermark a record may be; in ms, positive
   * @param drops whether such records are dropped, or kept for their windows
   */
  public KeyWatermarkPolicy withMaxLead(long newMaxLead, boolean drops) {
    if (newMaxLead <= 0) {
      throw new IllegalArgumentException("Max lead must be positive, got " + newMaxLead + " ms.");
    }
    return new KeyWatermarkPolicy(
        maxSkew, idleTimeout, keysPerGroup, newMaxLead, drops, hasFloor, checksOrder);
  }

  /**
   * Returns this policy, except for what may be late.
   *
   * @param floored whether the subtask's watermark is the floor of that
   * @param checked whether keys whose records are not in order get a floor
   */
  public KeyWatermarkPolicy withOrder(boolean floored, boolean checked) {
    return new KeyWatermarkPolicy(
        maxSkew, idleTimeout, keysPerGroup, maxLead, dropsBeyondMaxLead, floored, checked);
  }

  /** The max skew in ms, or {@link #UNBOUNDED}. */
  public long maxSkew() {
    return maxSkew;
  }

  public boolean isSkewBounded() {
    return maxSkew != UNBOUNDED;
  }

  /** The idle timeout in ms of processing time, or {@link #NEVER}. */
  public long idleTimeout() {
    return idleTimeout;
  }

  public boolean hasIdleTimeout() {
    return idleTimeout != NEVER;
  }

  /** How many keys share one watermark. */
  public int keysPerGroup() {
    return keysPerGroup;
  }

  public boolean isOfGroups() {
    return keysPerGroup > 1;
  }

  /** The max lead in ms, or {@link #UNBOUNDED}. */
  public long maxLead() {
    return maxLead;
  }

  public boolean isLeadBounded() {
    return maxLead != UNBOUNDED;
  }

  /** Whether records that are too far ahead are dropped, or kept for their windows. */
  public boolean dropsBeyondMaxLead() {
    return dropsBeyondMaxLead;
  }

  /** Whether no record is late that is not behind the subtask's watermark, too. */
  public boolean hasFloor() {
    return hasFloor;
  }

  /** Whether a key gets a floor when its records are not in order. */
  public boolean checksOrder() {
    return checksOrder;
  }

  /**
   * The watermark that every key has reached once the subtask's is {@code watermark}. An operator
   * may also forward it: none of its later results can be older.
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

  /**
   * The subtask's watermark, in ms, at which {@link #lowerBound} reaches a time in ms;
   * Long.MAX_VALUE for the end of the input.
   */
  public long boundReaches(long time) {
    return !isSkewBounded() || time > Long.MAX_VALUE - maxSkew ? Long.MAX_VALUE : time + maxSkew;
  }

  @Override
  public boolean equals(Object other) {
    if (!(other instanceof KeyWatermarkPolicy)) {
      return false;
    }
    KeyWatermarkPolicy that = (KeyWatermarkPolicy) other;
    return maxSkew == that.maxSkew
        && idleTimeout == that.idleTimeout
        && keysPerGroup == that.keysPerGroup
        && maxLead == that.maxLead
        && dropsBeyondMaxLead == that.dropsBeyondMaxLead
        && hasFloor == that.hasFloor
        && checksOrder == that.checksOrder;
  }

  @Override
  public int hashCode() {
    return Objects.hash(
        maxSkew, idleTimeout, keysPerGroup, maxLead, dropsBeyondMaxLead, hasFloor, checksOrder);
  }

  @Override
  public String toString() {
    return String.format(
        "max skew=%s, idle timeout=%s, keys per group=%d%s%s",
        isSkewBounded() ? maxSkew + " ms" : "unbounded",
        hasIdleTimeout() ? idleTimeout + " ms" : "never",
        keysPerGroup,
        isLeadBounded()
            ? ", max lead=" + maxLead + " ms, else " + (dropsBeyondMaxLead ? "dropped" : "kept")
            : "",
        hasFloor ? ", not behind the subtask's watermark" : "");
  }
}
