/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.watermark;

import java.time.Duration;
import org.apache.flink.api.common.TaskInfo;
import org.apache.flink.metrics.Counter;
import org.apache.flink.metrics.MetricGroup;
import org.apache.flink.util.TimeUtils;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Counts the records that are too far ahead ({@link MaxLead}), and decides whether they are
 * dropped.
 */
public final class RecordsBeyondMaxLead {

  /** Records that were further ahead than max-lead allows; whether dropped or kept. */
  public static final String NAME = "numRecordsBeyondMaxLead";

  private static final Logger LOG = LoggerFactory.getLogger(RecordsBeyondMaxLead.class);

  private final Counter counter;
  private final KeyWatermarkPolicy policy;
  private final TaskInfo task;

  /** Creates the counter, at zero. */
  public RecordsBeyondMaxLead(KeyWatermarkPolicy policy, MetricGroup metrics, TaskInfo task) {
    this.counter = metrics.counter(NAME);
    this.policy = policy;
    this.task = task;
  }

  /**
   * Counts records that are too far ahead.
   *
   * @return whether they are to be dropped
   */
  public boolean areDropped(long records) {
    if (counter.getCount() == 0) {
      LOG.warn(
          "{}: a record's event time is more than {} ahead of the watermark"
              + " ('watermark.max-lead'), so its key's watermark does not follow it, and it is {}."
              + " The metric {} counts such records.",
          task.getTaskNameWithSubtasks(),
          TimeUtils.formatWithHighestUnit(Duration.ofMillis(policy.maxLead())),
          policy.dropsBeyondMaxLead() ? "dropped" : "kept for its windows",
          NAME);
    }
    counter.inc(records);
    return policy.dropsBeyondMaxLead();
  }
}
