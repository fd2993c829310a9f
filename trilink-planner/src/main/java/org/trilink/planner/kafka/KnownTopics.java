/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.planner.kafka;

import java.util.OptionalInt;
import javax.annotation.Nullable;
import org.apache.flink.table.planner.plan.schema.TableSourceTable;

/** Facts about the topics of Kafka tables, beyond what the tables themselves declare. */
public interface KnownTopics {

  /** How many partitions the topics of a table have together, as far as a broker says so. */
  OptionalInt partitions(TableSourceTable table);

  /**
   * Says how a statement that is planned together with the table's reader writes the same topic, if
   * the partition of its records is not decided by the record key that the table declares; null if
   * no such statement is known.
   */
  @Nullable
  default String otherWriter(TableSourceTable table) {
    return null;
  }
}
