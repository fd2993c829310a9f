/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.functions.key;

import java.util.List;
import javax.annotation.Nullable;
import org.apache.flink.table.types.logical.LogicalType;

/**
 * {@code KEY_GROUP(key..., max_parallelism)}: the key group, 0 to max_parallelism - 1, that Flink's
 * hash exchange and keyed state give a key of these columns.
 */
public final class KeyGroupFunction extends KeyFunction {

  public static final String NAME = "KEY_GROUP";

  /** The definition, for a module. */
  public KeyGroupFunction() {
    this(null);
  }

  private KeyGroupFunction(@Nullable List<LogicalType> keyTypes) {
    super(NAME, keyTypes, "max_parallelism");
  }

  @Override
  KeyFunction of(List<LogicalType> types) {
    return new KeyGroupFunction(types);
  }

  /** For a row: the key's columns in internal form, then max_parallelism. */
  @Nullable
  public Integer eval(Object... arguments) {
    Integer maxParallelism = number(arguments, 0);
    return maxParallelism == null ? null : Integer.valueOf(keyGroup(arguments, maxParallelism));
  }
}
