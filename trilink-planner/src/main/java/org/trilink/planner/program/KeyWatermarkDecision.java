package org.trilink.planner.program;

import java.time.Duration;
import java.util.Optional;
import javax.annotation.Nullable;
import org.apache.calcite.rel.RelNode;
import org.trilink.planner.hint.ResolvedOptions;
import org.trilink.planner.hint.TrilinkOptions;
import org.trilink.planner.metadata.EventTimeOperator;
import org.trilink.planner.metadata.EventTimeOrigin;
import org.trilink.planner.node.physical.KeyWatermark;
import org.trilink.runtime.watermark.KeyWatermarkPolicy;

/** Whether an operator's keys can be given a watermark each, and if not, why. */
final class KeyWatermarkDecision {

  @Nullable private final KeyWatermark watermark;
  @Nullable private final String refusal;

  private KeyWatermarkDecision(@Nullable KeyWatermark watermark, @Nullable String refusal) {
    this.watermark = watermark;
    this.refusal = refusal;
  }

  /**
   * Decides.
   *
   * @param operator the operator asked for
   * @param consumer the operator above that needs watermarks, null if none does
   */
  static KeyWatermarkDecision of(
      EventTimeOperator operator, ResolvedOptions options, @Nullable RelNode consumer) {
    if (operator.obstacle() != null) {
      return refuse(operator.obstacle());
    }
    EventTimeOrigin origin = EventTimeOrigin.of(operator.input(), operator.rowtime());
    if (!origin.isFromSource()) {
      return refuse(origin.description() + "; not supported yet");
    }
    Optional<Duration> explicitDelay =
        Optional.ofNullable(options.get(TrilinkOptions.WATERMARK_DELAY));
    if (!explicitDelay.isPresent() && !origin.delay().isPresent()) {
      return refuse(origin.description() + "; set 'watermark.delay'");
    }
    Duration maxSkew = options.get(TrilinkOptions.WATERMARK_MAX_SKEW);
    if (maxSkew == null && consumer != null) {
      return refuse(
          Plans.name(consumer)
              + " above it works by watermarks, and without a bound on the skew it would get none"
              + " before the end of the input; set 'watermark.max-skew'");
    }
    Duration delay = explicitDelay.orElseGet(() -> origin.delay().get());
    String description =
        String.format(
            "watermark=key (%s), watermark.delay=%s (%s), watermark.max-skew=%s (%s)",
            options.origin(TrilinkOptions.WATERMARK),
            TrilinkOptions.WATERMARK_DELAY.format(delay),
            explicitDelay.isPresent()
                ? options.origin(TrilinkOptions.WATERMARK_DELAY)
                : origin.description(),
            maxSkew == null ? "unbounded" : TrilinkOptions.WATERMARK_MAX_SKEW.format(maxSkew),
            options.origin(TrilinkOptions.WATERMARK_MAX_SKEW));
    return new KeyWatermarkDecision(
        new KeyWatermark(delay.toMillis(), KeyWatermarkPolicy.of(maxSkew, null, 1), description),
        null);
  }

  private static KeyWatermarkDecision refuse(String reason) {
    return new KeyWatermarkDecision(null, reason);
  }

  /** The watermark to plan, null if refused. */
  @Nullable
  KeyWatermark watermark() {
    return watermark;
  }

  /** The reason, null if accepted. */
  @Nullable
  String refusal() {
    return refusal;
  }
}
