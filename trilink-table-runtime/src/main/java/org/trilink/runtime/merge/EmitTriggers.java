package org.trilink.runtime.merge;

import java.io.Serializable;
import javax.annotation.Nullable;
import org.apache.flink.table.runtime.generated.GeneratedJoinCondition;

/** What makes a subtask send its increments; any one of them suffices. */
public final class EmitTriggers implements Serializable {

  private static final long serialVersionUID = 1L;

  private static final long OFF = 0;

  private final long delay;
  private final long records;
  private final boolean windowEnd;
  @Nullable private final GeneratedJoinCondition condition;

  /**
   * Creates it.
   *
   * @param delay processing time in ms that the oldest increment may wait; null for any
   * @param records that may be put together; null for any number
   * @param windowEnd whether to send when the watermark has passed the end of a window
   * @param condition of a record (the second argument is null) after which to send; null for none
   */
  public EmitTriggers(
      @Nullable Long delay,
      @Nullable Long records,
      boolean windowEnd,
      @Nullable GeneratedJoinCondition condition) {
    this.delay = delay == null ? OFF : delay;
    this.records = records == null ? OFF : records;
    this.windowEnd = windowEnd;
    this.condition = condition;
  }

  boolean hasDelay() {
    return delay != OFF;
  }

  /** In ms. */
  long delay() {
    return delay;
  }

  boolean isFull(long collected) {
    return records != OFF && collected >= records;
  }

  boolean atWindowEnd() {
    return windowEnd;
  }

  @Nullable
  GeneratedJoinCondition condition() {
    return condition;
  }
}
