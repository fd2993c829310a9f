/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.planner.localmerge;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.apache.flink.table.planner.plan.utils.AggregateInfo;
import org.apache.flink.table.planner.plan.utils.AggregateInfoList;
import org.apache.flink.table.planner.plan.utils.DistinctInfo;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.table.types.logical.RowType;
import org.trilink.planner.flink.FlinkAggregates;
import org.trilink.runtime.merge.RecordGrowth;

/** By how much a record may make the accumulators of aggregate calls grow. */
final class AccumulatorGrowth {

  /** The bytes that a map or a list on the heap needs for an element of a fixed length. */
  private static final int ELEMENT = 160;

  private AccumulatorGrowth() {}

  static RecordGrowth of(AggregateInfoList infos, RowType inputType) {
    int fixed = 0;
    Set<Integer> columns = new TreeSet<>();
    for (DistinctInfo distinct : infos.distinctInfos()) {
      fixed += ELEMENT;
      addVariable(distinct.argIndexes(), inputType, columns);
    }
    for (AggregateInfo info : infos.aggInfos()) {
      if (!FlinkAggregates.isExpression(info)) {
        fixed += ELEMENT; // it may keep all of them
      }
      addVariable(info.argIndexes(), inputType, columns);
    }
    if (fixed == 0 && columns.isEmpty()) {
      return RecordGrowth.NONE;
    }
    List<LogicalType> types = new ArrayList<>();
    columns.forEach(column -> types.add(inputType.getTypeAt(column)));
    return new RecordGrowth(
        fixed,
        columns.stream().mapToInt(Integer::intValue).toArray(),
        types.toArray(new LogicalType[0]));
  }

  private static void addVariable(int[] arguments, RowType inputType, Set<Integer> columns) {
    Arrays.stream(arguments)
        .filter(column -> !isFixedLength(inputType.getTypeAt(column)))
        .forEach(columns::add);
  }

  private static boolean isFixedLength(LogicalType type) {
    switch (type.getTypeRoot()) {
      case BOOLEAN:
      case TINYINT:
      case SMALLINT:
      case INTEGER:
      case BIGINT:
      case FLOAT:
      case DOUBLE:
      case DECIMAL:
      case DATE:
      case TIME_WITHOUT_TIME_ZONE:
      case TIMESTAMP_WITHOUT_TIME_ZONE:
      case TIMESTAMP_WITH_LOCAL_TIME_ZONE:
      case INTERVAL_YEAR_MONTH:
      case INTERVAL_DAY_TIME:
        return true;
      default:
        return false;
    }
  }
}
