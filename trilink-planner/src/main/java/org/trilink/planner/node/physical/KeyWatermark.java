package org.trilink.planner.node.physical;

import java.time.Duration;
import javax.annotation.Nullable;
import org.trilink.planner.hint.TrilinkOptions;
import org.trilink.runtime.watermark.KeyWatermarkPolicy;

/** A key-level watermark as planned: its policy, and where the delay was found. */
public final class KeyWatermark {

  private final Duration delay;
  private final String delayOrigin;
  @Nullable private final Duration maxSkew;

  /**
   * Creates it from durations.
   *
   * @param delayOrigin for EXPLAIN, e.g. "hint" or "WATERMARK of readings"
   * @param maxSkew null for unbounded
   */
  public KeyWatermark(Duration delay, String delayOrigin, @Nullable Duration maxSkew) {
    this.delay = delay;
    this.delayOrigin = delayOrigin;
    this.maxSkew = maxSkew;
  }

  public KeyWatermarkPolicy policy() {
    return KeyWatermarkPolicy.of(delay, maxSkew);
  }

  /** The settings as EXPLAIN shows them. */
  @Override
  public String toString() {
    return String.format(
        "watermark=key, watermark.delay=%s (%s), watermark.max-skew=%s",
        TrilinkOptions.WATERMARK_DELAY.format(delay),
        delayOrigin,
        maxSkew == null ? "unbounded" : TrilinkOptions.WATERMARK_MAX_SKEW.format(maxSkew));
  }
}
