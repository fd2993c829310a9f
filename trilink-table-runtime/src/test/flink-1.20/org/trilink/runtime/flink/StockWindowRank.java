/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.flink;

import org.apache.flink.streaming.api.operators.AbstractStreamOperator;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.runtime.operators.rank.window.WindowRankOperatorBuilder;

/** Flink's window Top-N in event time, which newer versions of Flink have to be told. */
public final class StockWindowRank {

  private StockWindowRank() {}

  /** The operator with all that the builder knows. */
  public static AbstractStreamOperator<RowData> build(WindowRankOperatorBuilder builder) {
    return builder.withEventTime(true).build();
  }
}
