/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.flink;

import java.time.Duration;
import java.time.ZoneId;
import javax.annotation.Nullable;
import org.apache.flink.streaming.api.operators.AbstractStreamOperator;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.runtime.generated.GeneratedNamespaceAggsHandleFunction;
import org.apache.flink.table.runtime.operators.aggregate.window.SlicingWindowAggOperatorBuilder;
import org.apache.flink.table.runtime.operators.window.slicing.SliceAssigner;
import org.apache.flink.table.runtime.operators.window.slicing.SliceAssigners;
import org.apache.flink.table.runtime.operators.window.slicing.SliceSharedAssigner;
import org.apache.flink.table.runtime.typeutils.PagedTypeSerializer;
import org.apache.flink.table.runtime.typeutils.RowDataSerializer;

/**
 * Flink's slices for TUMBLE, HOP or CUMULATE, and its operator for them; their classes have other
 * names in each version.
 *
 * @param assigner Flink's
 * @param zone in which windows are aligned
 */
public record StockSlices(SliceAssigner assigner, ZoneId zone) {

  /** TUMBLE; lengths in ms. */
  public static StockSlices tumble(int rowtime, ZoneId zone, long size, long offset) {
    return new StockSlices(
        SliceAssigners.tumbling(rowtime, zone, Duration.ofMillis(size))
            .withOffset(Duration.ofMillis(offset)),
        zone);
  }

  /** HOP; lengths in ms. */
  public static StockSlices hop(int rowtime, ZoneId zone, long size, long slide, long offset) {
    return new StockSlices(
        SliceAssigners.hopping(rowtime, zone, Duration.ofMillis(size), Duration.ofMillis(slide))
            .withOffset(Duration.ofMillis(offset)),
        zone);
  }

  /** CUMULATE; lengths in ms. */
  public static StockSlices cumulate(int rowtime, ZoneId zone, long size, long step, long offset) {
    return new StockSlices(
        SliceAssigners.cumulative(rowtime, zone, Duration.ofMillis(size), Duration.ofMillis(step))
            .withOffset(Duration.ofMillis(offset)),
        zone);
  }

  /** Returns the assigner if its windows share slices, null if not. */
  @Nullable
  public SliceSharedAssigner shared() {
    return assigner instanceof SliceSharedAssigner shared ? shared : null;
  }

  /**
   * Flink's operator.
   *
   * @param countStar position of COUNT(*) in the accumulators, which HOP needs
   */
  @SuppressWarnings("unchecked") // Flink's builder forgets the type of its output
  public AbstractStreamOperator<RowData> operator(
      RowDataSerializer input,
      PagedTypeSerializer<RowData> keys,
      GeneratedNamespaceAggsHandleFunction<Long> aggregates,
      RowDataSerializer accumulators,
      int countStar) {
    return (AbstractStreamOperator<RowData>)
        (AbstractStreamOperator<?>)
            SlicingWindowAggOperatorBuilder.builder()
                .inputSerializer(input)
                .shiftTimeZone(zone)
                .keySerializer(keys)
                .assigner(assigner)
                .aggregate(aggregates, accumulators)
                .countStarIndex(
                    assigner instanceof SliceAssigners.HoppingSliceAssigner ? countStar : -1)
                .build();
  }
}
