/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.decode;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.function.IntPredicate;
import org.apache.flink.api.common.functions.AbstractRichFunction;
import org.apache.flink.table.data.GenericRowData;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.runtime.generated.GeneratedJoinCondition;
import org.apache.flink.table.runtime.generated.JoinCondition;
import org.apache.flink.table.types.logical.IntType;
import org.apache.flink.table.types.logical.RowType;
import org.junit.jupiter.api.Test;

/** Tests which rows the queries that read them drop. */
class RowFilterTest {

  private static final RowType TYPE = RowType.of(new IntType(), new IntType());

  private static RowFilter passing(IntPredicate condition, int... ofDropped) throws Exception {
    ReadFields tested = ReadFields.none(TYPE).and(TYPE, 0);
    ReadFields dropped = tested;
    for (int field : ofDropped) {
      dropped = dropped.and(TYPE, field);
    }
    return RowFilter.of(new OnFirst(condition), tested, dropped, true);
  }

  /** A condition on the first field. */
  private static final class OnFirst extends GeneratedJoinCondition {

    private static final long serialVersionUID = 1L;

    private final transient IntPredicate condition;

    OnFirst(IntPredicate condition) {
      super("OnFirst", "", new Object[0]);
      this.condition = condition;
    }

    @Override
    public JoinCondition newInstance(ClassLoader classLoader) {
      return new Condition(condition);
    }
  }

  private static final class Condition extends AbstractRichFunction implements JoinCondition {

    private static final long serialVersionUID = 1L;

    private final transient IntPredicate condition;

    Condition(IntPredicate condition) {
      this.condition = condition;
    }

    @Override
    public boolean apply(RowData row, RowData nothing) {
      return condition.test(row.getInt(0));
    }
  }

  private static boolean drops(RowFilter filter, int first) throws Exception {
    filter.open(RowFilterTest.class.getClassLoader());
    return filter.drops(GenericRowData.of(first, null));
  }

  @Test
  void aRowIsDroppedIfAllQueriesDropIt() throws Exception {
    RowFilter large = passing(value -> value > 10, 1);
    RowFilter even = passing(value -> value % 2 == 0);

    assertThat(drops(large, 3)).isTrue();
    assertThat(drops(large, 11)).isFalse();
    assertThat(drops(large.or(even), 3)).isTrue();
    assertThat(drops(large.or(even), 4)).isFalse();
    assertThat(even.isReadOfDropped(1)).isFalse();
    assertThat(large.or(even).isReadOfDropped(1)).isTrue();
  }

  /** The query may evaluate another term first, and then not this one. */
  @Test
  void aConditionThatFailsDecidesNothing() throws Exception {
    assertThat(drops(passing(value -> 10 / value > 5), 0)).isFalse();
    assertThat(drops(passing(value -> 10 / value > 5), 9)).isTrue();
  }
}
