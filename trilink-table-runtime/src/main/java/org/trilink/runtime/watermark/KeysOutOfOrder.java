/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.watermark;

import org.apache.flink.api.common.TaskInfo;
import org.apache.flink.metrics.Counter;
import org.apache.flink.metrics.MetricGroup;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Counts the keys of a subtask whose records have turned out not to be in order, although the plan
 * shows that they are, and logs the first one: another producer may have written the topic, or its
 * partitions may have become more.
 */
final class KeysOutOfOrder {

  /** Keys that got a floor because of their records, since the job was started. */
  static final String NAME = "numKeysOutOfOrder";

  private static final Logger LOG = LoggerFactory.getLogger(KeysOutOfOrder.class);

  private final Counter counter;
  private final TaskInfo task;

  /** Creates the counter, at zero. */
  KeysOutOfOrder(MetricGroup metrics, TaskInfo task) {
    this.counter = metrics.counter(NAME);
    this.task = task;
  }

  void count() {
    if (counter.getCount() == 0) {
      LOG.warn(
          "{}: a record is behind its key's watermark, but not behind the subtask's: the key's"
              + " records are not in order, although the plan takes them to be, see"
              + " 'watermark.order' in EXPLAIN. From now on no record of such a key is late that is not behind the"
              + " subtask's watermark, too; what came before may have made this one late. The"
              + " metric {} counts such keys. Set 'watermark.order' to 'any' in the hint, or"
              + " 'watermark.delay' to how far a key's records may be out of order.",
          task.getTaskNameWithSubtasks(),
          NAME);
    }
    counter.inc();
  }
}
