/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.functions.key;

import java.util.List;
import javax.annotation.Nullable;
import org.apache.flink.runtime.state.KeyGroupRangeAssignment;
import org.apache.flink.table.types.logical.LogicalType;

/**
 * {@code SUBTASK_OF(key..., max_parallelism, parallelism)}: the index, 0 to parallelism - 1, of the
 * subtask to which Flink's hash exchange sends a key of these columns.
 */
public final class SubtaskOfFunction extends KeyFunction {

  public static final String NAME = "SUBTASK_OF";

  /** The definition, for a module. */
  public SubtaskOfFunction() {
    this(null);
  }

  private SubtaskOfFunction(@Nullable List<LogicalType> keyTypes) {
    super(NAME, keyTypes, "max_parallelism", "parallelism");
  }

  @Override
  KeyFunction of(List<LogicalType> types) {
    return new SubtaskOfFunction(types);
  }

  /** For a row: the key's columns in internal form, then max_parallelism and parallelism. */
  @Nullable
  public Integer eval(Object... arguments) {
    Integer maxParallelism = number(arguments, 0);
    Integer parallelism = number(arguments, 1);
    if (maxParallelism == null || parallelism == null) {
      return null;
    }
    int group = keyGroup(arguments, maxParallelism);
    check("parallelism", parallelism, maxParallelism);
    return KeyGroupRangeAssignment.computeOperatorIndexForKeyGroup(
        maxParallelism, parallelism, group);
  }
}
