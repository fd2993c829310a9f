/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.decode;

import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.UUID;
import org.apache.flink.table.data.GenericRowData;
import org.apache.flink.table.data.StringData;
import org.apache.flink.table.types.logical.BigIntType;
import org.apache.flink.table.types.logical.DoubleType;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.table.types.logical.RowType;
import org.apache.flink.table.types.logical.VarCharType;

/** The rows of the benchmarks of decoding, and the columns that are read of them. */
public enum BenchmarkRows {
  /** Three numbers, all read. */
  READING,
  /** Seven texts, three read. */
  AD_EVENT;

  private static final VarCharType TEXT = new VarCharType(VarCharType.MAX_LENGTH);

  public RowType type() {
    if (this == READING) {
      return RowType.of(
          false,
          new LogicalType[] {new BigIntType(), new DoubleType(), new BigIntType()},
          new String[] {"sensor_id", "voltage", "ts"});
    }
    LogicalType[] texts = new LogicalType[7];
    Arrays.fill(texts, TEXT);
    return RowType.of(
        false,
        texts,
        new String[] {
          "user_id", "page_id", "ad_id", "ad_type", "event_type", "event_time", "ip_address"
        });
  }

  public ReadFields read() {
    return this == READING
        ? ReadFields.all(type())
        : ReadFields.none(type()).and(type(), 2).and(type(), 4).and(type(), 5);
  }

  public GenericRowData row(SplittableRandom random) {
    long time = 1_700_000_000_000L + random.nextInt(1_000_000);
    if (this == READING) {
      return GenericRowData.of(
          100_000L + random.nextInt(300_000), (1900 + random.nextInt(500)) / 10.0, time);
    }
    return GenericRowData.of(
        uuid(random),
        uuid(random),
        uuid(random),
        StringData.fromString("mobile"),
        StringData.fromString(random.nextInt(3) == 0 ? "view" : "purchase"),
        StringData.fromString(String.valueOf(time)),
        StringData.fromString("1.2.3.4"));
  }

  private static StringData uuid(SplittableRandom random) {
    return StringData.fromString(new UUID(random.nextLong(), random.nextLong()).toString());
  }
}
