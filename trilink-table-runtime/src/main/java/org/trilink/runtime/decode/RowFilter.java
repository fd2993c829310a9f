/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.decode;

import java.io.Serializable;
import java.util.Arrays;
import java.util.stream.Stream;
import javax.annotation.Nullable;
import org.apache.flink.table.data.GenericRowData;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.runtime.generated.GeneratedJoinCondition;
import org.apache.flink.table.runtime.generated.JoinCondition;
import org.trilink.runtime.flink.GeneratedFunctions;

/**
 * Decides, after a part of a message was decoded, whether all queries that read the row will drop
 * it. Of the rest of its message only the fields that are read of dropped rows, too, are decoded.
 * Where somebody needs the watermarks that are made of such rows, they are still emitted, and
 * dropped by the queries.
 */
public final class RowFilter implements Serializable {

  private static final long serialVersionUID = 1L;

  private static final RowData NO_RIGHT_ROW = new GenericRowData(0);

  /** Stands for a row that is not emitted. */
  public static final GenericRowData DROPPED = new GenericRowData(0);

  private final GeneratedJoinCondition[] conditions;
  private final ReadFields tested;
  private final ReadFields ofDropped;
  private final boolean emitsDropped;

  private transient JoinCondition[] opened;

  private RowFilter(
      GeneratedJoinCondition[] conditions,
      ReadFields tested,
      ReadFields ofDropped,
      boolean emitsDropped) {
    this.conditions = conditions;
    this.tested = tested;
    this.ofDropped = ofDropped;
    this.emitsDropped = emitsDropped;
  }

  /**
   * The filter of one query.
   *
   * @param condition on the row, as its left input; it must not depend on anything else nor need a
   *     runtime context. A row for which it is not true is dropped.
   * @param tested the fields in the condition, at least one; they are among {@code ofDropped}
   * @param ofDropped the fields that are read of dropped rows, too
   * @param emitsDropped whether dropped rows are emitted, for the watermarks that are made of them
   */
  public static RowFilter of(
      GeneratedJoinCondition condition,
      ReadFields tested,
      ReadFields ofDropped,
      boolean emitsDropped) {
    return new RowFilter(new GeneratedJoinCondition[] {condition}, tested, ofDropped, emitsDropped);
  }

  /**
   * The filter of two queries that read the same messages: a row is dropped only if both drop it.
   */
  public RowFilter or(RowFilter other) {
    return new RowFilter(
        Stream.concat(Arrays.stream(conditions), Arrays.stream(other.conditions))
            .toArray(GeneratedJoinCondition[]::new),
        tested.or(other.tested),
        ofDropped.or(other.ofDropped),
        emitsDropped || other.emitsDropped);
  }

  /** To be called once, before {@link #drops}. */
  public void open(ClassLoader classLoader) throws Exception {
    opened = new JoinCondition[conditions.length];
    for (int i = 0; i < opened.length; i++) {
      opened[i] = GeneratedFunctions.open(conditions[i].newInstance(classLoader), null);
    }
  }

  /**
   * For how many of the first fields {@link #isOn} is true; more than there are if there is no
   * filter.
   */
  public static int testedCount(@Nullable RowFilter filter, int fields) {
    if (filter == null) {
      return Integer.MAX_VALUE;
    }
    int count = 0;
    for (int i = 0; i < fields; i++) {
      count += filter.isOn(i) ? 1 : 0;
    }
    return count;
  }

  /** Whether a condition tests the field, so that {@link #drops} needs it. */
  public boolean isOn(int field) {
    return tested.reads(field);
  }

  /** Whether the field is read of dropped rows, too. */
  public boolean isReadOfDropped(int field) {
    return ofDropped.reads(field);
  }

  /** Whether rows that all queries drop are emitted nevertheless. */
  public boolean emitsDropped() {
    return emitsDropped;
  }

  /**
   * Whether all queries drop a row, in which all fields with {@link #isOn} are decoded. A condition
   * that fails decides nothing: the query evaluates it as well, perhaps only for some rows.
   */
  public boolean drops(RowData row) {
    try {
      for (JoinCondition condition : opened) {
        if (condition.apply(row, NO_RIGHT_ROW)) {
          return false;
        }
      }
      return true;
    } catch (RuntimeException e) {
      return false;
    }
  }
}
