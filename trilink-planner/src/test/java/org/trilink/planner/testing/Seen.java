/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.planner.testing;

import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.flink.table.api.DataTypes;
import org.apache.flink.table.catalog.DataTypeFactory;
import org.apache.flink.table.functions.ScalarFunction;
import org.apache.flink.table.types.inference.TypeInference;

/**
 * Records which rows a running job has read, so that a test knows when it has read all of them. Can
 * make the job fail once at a given number of rows. One job runs at a time, in this JVM.
 */
public final class Seen extends ScalarFunction {

  private static final long serialVersionUID = 1L;

  private static final Set<Long> IDS = ConcurrentHashMap.newKeySet();
  private static volatile long crashAt = Long.MAX_VALUE;

  public static void clear() {
    IDS.clear();
    crashAt = Long.MAX_VALUE;
  }

  public static int count() {
    return IDS.size();
  }

  /**
   * Fails once at the row that would be the given number of different rows, before that row is
   * counted. So waiting for that number of rows includes waiting for the restart.
   */
  public static void crashAt(long rows) {
    crashAt = rows;
  }

  public static boolean isToCrash() {
    return crashAt != Long.MAX_VALUE;
  }

  /** Always true: for WHERE. */
  public boolean eval(Long id) {
    note(id);
    return true;
  }

  private static synchronized void note(long id) {
    if (IDS.size() + 1 >= crashAt && !IDS.contains(id)) {
      crashAt = Long.MAX_VALUE;
      throw new IllegalStateException("crash asked for by the test");
    }
    IDS.add(id);
  }

  /** Explicit, as Flink reads argument names from class files, which it cannot do for Java 17. */
  @Override
  public TypeInference getTypeInference(DataTypeFactory types) {
    return TypeInference.newBuilder()
        .typedArguments(DataTypes.BIGINT())
        .outputTypeStrategy(call -> Optional.of(DataTypes.BOOLEAN().notNull()))
        .build();
  }

  @Override
  public boolean isDeterministic() {
    return false; // so that it is not removed or constant-folded
  }
}
