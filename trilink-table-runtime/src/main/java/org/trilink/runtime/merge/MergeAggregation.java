/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.merge;

import java.io.Serializable;
import org.apache.flink.api.common.functions.RuntimeContext;

/** Creates the aggregate functions on a subtask. */
@FunctionalInterface
public interface MergeAggregation extends Serializable {

  /** Creates the aggregate functions, with the runtime context of an opened operator. */
  MergeAggregator open(RuntimeContext context) throws Exception;
}
