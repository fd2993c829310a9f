/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.planner.placement;

import static org.assertj.core.api.Assertions.assertThat;

import org.apache.flink.streaming.api.operators.KeyedProcessOperator;
import org.apache.flink.streaming.api.operators.SimpleOperatorFactory;
import org.apache.flink.streaming.api.operators.StreamOperatorFactory;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.runtime.operators.aggregate.GroupAggFunction;
import org.apache.flink.table.runtime.operators.deduplicate.ProcTimeDeduplicateKeepFirstRowFunction;
import org.junit.jupiter.api.Test;
import org.trilink.runtime.aggregate.GroupAggOperator;

class GroupAggregationTest {

  @Test
  void aGroupByKeepsItsFunction() {
    GroupAggFunction function = new GroupAggFunction(null, null, null, -1, true, 0);

    StreamOperatorFactory<RowData> replaced =
        GroupAggregation.replace(SimpleOperatorFactory.of(new KeyedProcessOperator<>(function)));

    assertThat(((SimpleOperatorFactory<RowData>) replaced).getOperator())
        .isInstanceOfSatisfying(
            GroupAggOperator.class,
            operator -> assertThat(operator.getUserFunction()).isSameAs(function));
    assertThat(GroupAggregation.isGroupBy(replaced)).isTrue();
  }

  @Test
  void anotherFunctionKeepsItsOperator() {
    StreamOperatorFactory<RowData> deduplication =
        SimpleOperatorFactory.of(
            new KeyedProcessOperator<>(new ProcTimeDeduplicateKeepFirstRowFunction(0)));

    assertThat(GroupAggregation.replace(deduplication)).isSameAs(deduplication);
    assertThat(GroupAggregation.isGroupBy(deduplication)).isFalse();
  }
}
