/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.merge;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;
import javax.annotation.Nullable;
import org.apache.flink.table.runtime.generated.GeneratedJoinCondition;

/**
 * When a merge sends what it holds: by period, quantity or at a fixed point (the paper's section
 * 4.3), in any combination. In addition, a merge always sends at a checkpoint, when its memory is
 * full, at the end of the input, and before a watermark that would make records late.
 */
public final class EmitTriggers implements Serializable {

  private static final long serialVersionUID = 1L;

  /** A delay in ms or a number of records that is never reached. */
  private static final long NEVER = Long.MAX_VALUE;

  private final long delay;
  private final long records;
  private final boolean atSlotEnd;
  @Nullable private final GeneratedJoinCondition condition;

  /**
   * @param delay the processing time that the oldest record may wait, in ms; null for any
   * @param records how many records are merged into one row at most; null for any
   * @param atSlotEnd whether a slot is sent when the event time of its key, or of the subtask, has
   *     reached its end
   * @param condition whether a record causes its key's rows to be sent, with the record as the left
   *     input; null for never
   */
  public EmitTriggers(
      @Nullable Long delay,
      @Nullable Long records,
      boolean atSlotEnd,
      @Nullable GeneratedJoinCondition condition) {
    this.delay = delay == null ? NEVER : delay;
    this.records = records == null ? NEVER : records;
    this.atSlotEnd = atSlotEnd;
    this.condition = condition;
  }

  boolean hasDelay() {
    return delay != NEVER;
  }

  /** In ms. */
  long delay() {
    return delay;
  }

  long records() {
    return records;
  }

  /** Whether that many records are to be sent. */
  boolean isFull(long collected) {
    return collected >= records;
  }

  boolean atSlotEnd() {
    return atSlotEnd;
  }

  @Nullable
  GeneratedJoinCondition condition() {
    return condition;
  }

  /** For display, such as {@code after 100 ms, at 1000 records}. */
  @Override
  public String toString() {
    List<String> texts = new ArrayList<>();
    if (hasDelay()) {
      texts.add("after " + delay + " ms");
    }
    if (records != NEVER) {
      texts.add("at " + records + " records");
    }
    if (atSlotEnd) {
      texts.add("at the end of a slot");
    }
    if (condition != null) {
      texts.add("by a condition");
    }
    return texts.isEmpty() ? "only when it must" : String.join(", ", texts);
  }
}
