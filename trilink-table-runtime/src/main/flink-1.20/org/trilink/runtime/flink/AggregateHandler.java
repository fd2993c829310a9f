/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.flink;

import org.apache.flink.table.runtime.generated.AggsHandleFunction;

/**
 * Aggregate functions for GROUP BY. Versions of Flink also tell them the size of the window of
 * OVER.
 */
public abstract class AggregateHandler implements AggsHandleFunction {

  @Override
  public final void setWindowSize(int size) {
    throw new UnsupportedOperationException("Only windows of OVER have a size.");
  }
}
