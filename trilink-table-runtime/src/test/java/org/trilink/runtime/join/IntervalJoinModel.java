/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.join;

import java.util.ArrayList;
import java.util.List;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.runtime.operators.join.FlinkJoinType;

/**
 * A simple reference implementation of the interval join of one key: it always iterates over all
 * rows that are kept.
 */
final class IntervalJoinModel {

  private final IntervalJoin join;
  private final List<Kept> lefts = new ArrayList<>();
  private final List<Kept> rights = new ArrayList<>();
  private long watermark = Long.MIN_VALUE;

  IntervalJoinModel(IntervalJoin join) {
    this.join = join;
  }

  List<String> left(RowData row) {
    List<String> output = new ArrayList<>();
    Kept left = new Kept(row, IntervalJoin.timeOf(row) - join.lower());
    for (Kept right : rights) {
      match(left, right, output);
    }
    lefts.add(left);
    expire(output);
    return output;
  }

  List<String> right(RowData row) {
    List<String> output = new ArrayList<>();
    Kept right = new Kept(row, IntervalJoin.timeOf(row) + join.upper());
    for (Kept left : lefts) {
      match(left, right, output);
    }
    rights.add(right);
    expire(output);
    return output;
  }

  List<String> watermark(long newWatermark) {
    watermark = Math.max(watermark, newWatermark);
    List<String> output = new ArrayList<>();
    expire(output);
    return output;
  }

  private void match(Kept left, Kept right, List<String> output) {
    if (join.matches(left.row, right.row)) {
      left.isMatched = true;
      right.isMatched = true;
      output.add(IntervalJoin.show(left.row, right.row));
    }
  }

  private void expire(List<String> output) {
    for (Kept left : remove(lefts)) {
      if (join.type() == FlinkJoinType.LEFT || join.type() == FlinkJoinType.FULL) {
        output.add(IntervalJoin.show(left.row, null));
      }
    }
    for (Kept right : remove(rights)) {
      if (join.type() == FlinkJoinType.RIGHT || join.type() == FlinkJoinType.FULL) {
        output.add(IntervalJoin.show(null, right.row));
      }
    }
  }

  /** Removes the rows that nothing can match any more; returns those without a match. */
  private List<Kept> remove(List<Kept> rows) {
    List<Kept> unmatched =
        rows.stream().filter(row -> row.lastMatch < watermark && !row.isMatched).toList();
    rows.removeIf(row -> row.lastMatch < watermark);
    return unmatched;
  }

  private static final class Kept {

    private final RowData row;
    private final long lastMatch;
    private boolean isMatched;

    Kept(RowData row, long lastMatch) {
      this.row = row;
      this.lastMatch = lastMatch;
    }
  }
}
