/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.merge;

import java.util.function.LongPredicate;
import org.apache.flink.api.common.functions.AbstractRichFunction;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.runtime.generated.JoinCondition;
import org.trilink.runtime.harness.ReadingHarness;

/** A condition on a record's value, as Flink's generator would write it. */
final class ValueCondition extends AbstractRichFunction implements JoinCondition {

  private static final long serialVersionUID = 1L;

  private final transient LongPredicate condition;
  private transient boolean isOpen;

  ValueCondition(LongPredicate condition) {
    this.condition = condition;
  }

  @Override
  public void open(Configuration parameters) {
    isOpen = getRuntimeContext() != null;
  }

  @Override
  public boolean apply(RowData record, RowData nothing) {
    if (!isOpen || nothing.getArity() != 0) {
      throw new IllegalStateException("It must be opened, and look at the record alone.");
    }
    return condition.test(record.getLong(ReadingHarness.VALUE));
  }
}
