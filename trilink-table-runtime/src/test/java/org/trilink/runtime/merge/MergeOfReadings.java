/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.merge;

import java.time.ZoneId;
import org.apache.flink.table.runtime.keyselector.RowDataKeySelector;
import org.apache.flink.table.types.logical.BigIntType;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.table.types.logical.RowType;
import org.apache.flink.table.types.logical.TimestampType;
import org.trilink.runtime.harness.ReadingHarness;
import org.trilink.runtime.key.KeyLookup;
import org.trilink.runtime.watermark.InputTime;
import org.trilink.runtime.watermark.KeyWatermarkPolicy;
import org.trilink.runtime.window.Slices;

/** The local merge of benchmarks: COUNT, SUM and MAX of readings whose key is a BIGINT. */
public final class MergeOfReadings {

  private static final LogicalType BIGINT = new BigIntType();

  /**
   * The columns of the merged rows: key, count, sum, maximum, the last record's time, the number of
   * records.
   */
  public static final RowType MERGED =
      RowType.of(BIGINT, BIGINT, BIGINT, BIGINT, new TimestampType(3), BIGINT);

  /** Position of the time in it. */
  public static final int TIME = 4;

  private MergeOfReadings() {}

  /**
   * In front of windows with key-level watermarks; sends a key's slot when the key's time has
   * passed it.
   *
   * @param size of a window, in ms
   * @param zone in which windows are aligned
   */
  public static LocalMergeOperator byKey(
      RowDataKeySelector keys,
      KeyLookup lookup,
      long size,
      ZoneId zone,
      Slices windows,
      KeyWatermarkPolicy policy) {
    return new LocalMergeOperator(
        keys,
        lookup,
        new SlotAggregates(CountSumMaxHandler.generated(), 3, true, RecordGrowth.NONE),
        SlotTimes.byKey(
            new TimeSlots(size, size, 0, zone),
            InputTime.rowtime(ReadingHarness.ROWTIME, 0),
            policy,
            windows),
        LocalMergeHarness.atSlotEnd());
  }
}
