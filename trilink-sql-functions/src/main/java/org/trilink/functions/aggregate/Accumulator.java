/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.functions.aggregate;

import java.io.IOException;
import org.apache.flink.core.memory.DataOutputView;

/** An accumulator of a function, which {@link AccumulatorSerializer} copies and writes. */
interface Accumulator<T> {

  T copy();

  void write(DataOutputView target) throws IOException;
}
