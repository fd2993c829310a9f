/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.merge;

import java.io.Serializable;
import javax.annotation.Nullable;
import org.apache.flink.table.runtime.keyselector.RowDataKeySelector;
import org.apache.flink.table.types.logical.RowType;
import org.trilink.runtime.merge.store.StoreAddress;

/** The settings of a global merge: what it aggregates, by which keys and windows, and where. */
public final class GlobalMergeSettings implements Serializable {

  private static final long serialVersionUID = 1L;

  private final String deployment;
  private final StoreAddress store;
  private final EmitTriggers triggers;
  private final RowDataKeySelector keys;
  private final MergeAggregation aggregation;
  private final RowType accumulatorType;
  @Nullable private final MergeWindows windows;

  /**
   * Creates them.
   *
   * @param deployment the name of the job's graph, the same when it is restarted after a failure,
   *     but not when the statement is started again, as ids of jobs may be (in application mode
   *     with high availability all are 0)
   * @param accumulatorType the columns of an accumulator
   * @param windows null for an unbounded GROUP BY
   */
  public GlobalMergeSettings(
      String deployment,
      StoreAddress store,
      EmitTriggers triggers,
      RowDataKeySelector keys,
      MergeAggregation aggregation,
      RowType accumulatorType,
      @Nullable MergeWindows windows) {
    this.deployment = deployment;
    this.store = store;
    this.triggers = triggers;
    this.keys = keys;
    this.aggregation = aggregation;
    this.accumulatorType = accumulatorType;
    this.windows = windows;
  }

  String deployment() {
    return deployment;
  }

  StoreAddress store() {
    return store;
  }

  EmitTriggers triggers() {
    return triggers;
  }

  RowDataKeySelector keys() {
    return keys;
  }

  MergeAggregation aggregation() {
    return aggregation;
  }

  RowType accumulatorType() {
    return accumulatorType;
  }

  /** Returns the windows; null for an unbounded GROUP BY. */
  @Nullable
  MergeWindows windows() {
    return windows;
  }
}
