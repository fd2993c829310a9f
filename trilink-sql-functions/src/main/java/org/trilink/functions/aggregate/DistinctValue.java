/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.functions.aggregate;

import static org.apache.flink.table.types.logical.utils.LogicalTypeChecks.getPrecision;

import java.util.Collections;
import org.apache.flink.table.data.StringData;
import org.apache.flink.table.data.TimestampData;
import org.apache.flink.table.data.binary.BinaryRowData;
import org.apache.flink.table.runtime.util.SegmentsUtil;
import org.apache.flink.table.types.logical.DistinctType;
import org.apache.flink.table.types.logical.LogicalType;
import org.trilink.functions.key.BinaryKey;

/** Adds values of one type to a count, so that equal ones count once. */
interface DistinctValue {

  /**
   * Adds a value.
   *
   * @param value in Flink's internal form, not null
   */
  void addTo(DistinctCount count, Object value);

  /** For values of a type. */
  static DistinctValue of(LogicalType type) {
    switch (type.getTypeRoot()) {
      case TINYINT:
      case SMALLINT:
      case INTEGER:
      case BIGINT:
      case DATE:
      case TIME_WITHOUT_TIME_ZONE:
      case INTERVAL_YEAR_MONTH:
      case INTERVAL_DAY_TIME:
        return (count, value) -> count.add(((Number) value).longValue());
      case FLOAT:
      case DOUBLE:
        return (count, value) -> count.add(((Number) value).doubleValue());
      case CHAR:
      case VARCHAR:
        return (count, value) -> addString(count, (StringData) value);
      case TIMESTAMP_WITHOUT_TIME_ZONE:
      case TIMESTAMP_WITH_LOCAL_TIME_ZONE:
        if (TimestampData.isCompact(getPrecision(type))) {
          return (count, value) -> count.add(((TimestampData) value).getMillisecond());
        }
        return ofBytes(type);
      case DISTINCT_TYPE:
        return of(((DistinctType) type).getSourceType());
      default:
        return ofBytes(type);
    }
  }

  /** Takes the bytes of the value as a key of its own. */
  static DistinctValue ofBytes(LogicalType type) {
    BinaryKey key = new BinaryKey(Collections.singletonList(type));
    return (count, value) -> {
      BinaryRowData row = key.write(value);
      count.add(SegmentsUtil.copyToBytes(row.getSegments(), row.getOffset(), row.getSizeInBytes()));
    };
  }

  static void addString(DistinctCount count, StringData value) {
    byte[] bytes = value.toBytes();
    if (bytes.length == 0) {
      // the bytes of -1 are those of no string
      count.add(-1L);
    } else {
      count.add(bytes);
    }
  }
}
