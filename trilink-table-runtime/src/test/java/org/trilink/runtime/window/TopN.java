/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.window;

import static org.apache.flink.table.runtime.util.TimeWindowUtil.toUtcTimestampMills;

import java.time.ZoneId;
import java.util.Comparator;
import org.apache.flink.streaming.api.operators.AbstractStreamOperator;
import org.apache.flink.table.data.GenericRowData;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.data.StringData;
import org.apache.flink.table.data.TimestampData;
import org.apache.flink.table.data.binary.BinaryRowData;
import org.apache.flink.table.data.writer.BinaryRowWriter;
import org.apache.flink.table.runtime.generated.GeneratedRecordComparator;
import org.apache.flink.table.runtime.generated.RecordComparator;
import org.apache.flink.table.runtime.keyselector.RowDataKeySelector;
import org.apache.flink.table.runtime.operators.rank.window.WindowRankOperatorBuilder;
import org.apache.flink.table.runtime.typeutils.InternalTypeInfo;
import org.apache.flink.table.runtime.typeutils.PagedTypeSerializer;
import org.apache.flink.table.runtime.typeutils.RowDataSerializer;
import org.apache.flink.table.types.logical.BigIntType;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.table.types.logical.TimestampType;
import org.apache.flink.table.types.logical.VarCharType;
import org.trilink.runtime.flink.StockWindowRank;
import org.trilink.runtime.harness.KeyedOperatorHarness.KeyedOperator;

/**
 * A window Top-N over tumbling windows. Input rows are (key VARCHAR, value BIGINT, id BIGINT,
 * window_end TIMESTAMP(3), rowtime TIMESTAMP(3)).
 *
 * @param ascending order by {@code orderColumn}
 * @param zone of the windows' ends
 * @param windowSize in ms
 */
public record TopN(
    long rankStart,
    long rankEnd,
    boolean outputRank,
    int orderColumn,
    boolean ascending,
    ZoneId zone,
    long windowSize) {

  static final int VALUE = 1;
  static final int ID = 2;
  static final int WINDOW_END = 3;
  public static final int ROWTIME = 4;
  static final int RANK = 5;

  private static final LogicalType STRING = new VarCharType(VarCharType.MAX_LENGTH);
  private static final LogicalType BIGINT = new BigIntType();
  private static final LogicalType TIMESTAMP = new TimestampType(3);

  /** The rows with the highest values, with their rank. */
  public static TopN greatest(long rankStart, long rankEnd) {
    return new TopN(rankStart, rankEnd, true, VALUE, false, ZoneId.of("UTC"), 10);
  }

  /** Window deduplication: the first or the last row by rowtime. */
  static TopN deduplication(boolean keepFirst) {
    return new TopN(1, 1, false, ROWTIME, keepFirst, ZoneId.of("UTC"), 10);
  }

  TopN withoutRank() {
    return new TopN(rankStart, rankEnd, false, orderColumn, ascending, zone, windowSize);
  }

  TopN least() {
    return new TopN(rankStart, rankEnd, outputRank, orderColumn, true, zone, windowSize);
  }

  TopN in(ZoneId otherZone, long otherWindowSize) {
    return new TopN(
        rankStart, rankEnd, outputRank, orderColumn, ascending, otherZone, otherWindowSize);
  }

  // ----------------------------------------------------------------------------------- input

  /**
   * An input row.
   *
   * @param id distinguishes rows with equal sort keys
   */
  public BinaryRowData row(Reading reading, long id) {
    return inputSerializer()
        .toBinaryRow(
            GenericRowData.of(
                StringData.fromString(reading.key()),
                reading.value(),
                id,
                TimestampData.fromEpochMillis(windowEnd(reading.time())),
                TimestampData.fromEpochMillis(reading.time())))
        .copy();
  }

  private long windowEnd(long time) {
    long local = toUtcTimestampMills(time, zone);
    return (Math.floorDiv(local, windowSize) + 1) * windowSize;
  }

  static RowDataSerializer inputSerializer() {
    return new RowDataSerializer(STRING, BIGINT, BIGINT, TIMESTAMP, TIMESTAMP);
  }

  // ------------------------------------------------------------------------------- operators

  WindowTopNOperator operator() {
    return new WindowTopNOperator(
        inputSerializer(),
        new Order(orderColumn, ascending),
        new SortPrefix(
            orderColumn, orderColumn == ROWTIME ? TIMESTAMP : BIGINT, ascending, !ascending),
        rankStart,
        rankEnd,
        outputRank,
        WINDOW_END,
        zone);
  }

  public KeyedOperator ours() {
    return new Shown() {
      @Override
      public AbstractStreamOperator<RowData> create() {
        return operator();
      }
    };
  }

  KeyedOperator stock() {
    return stock(new RowDataSerializer(STRING));
  }

  public KeyedOperator stock(PagedTypeSerializer<RowData> keySerializer) {
    return new Shown() {
      @Override
      public AbstractStreamOperator<RowData> create() {
        return StockWindowRank.build(
            WindowRankOperatorBuilder.builder()
                .inputSerializer(inputSerializer())
                .keySerializer(keySerializer)
                .sortKeySelector(new SortKey(orderColumn))
                .sortKeyComparator(new Order(0, ascending))
                .outputRankNumber(outputRank)
                .rankStart(rankStart)
                .rankEnd(rankEnd)
                .windowEndIndex(WINDOW_END)
                .shiftTimeZone(zone));
      }
    };
  }

  /** Formats key, window end, id, value, and the rank. */
  private abstract class Shown implements KeyedOperator {

    @Override
    public LogicalType[] output() {
      return outputRank
          ? new LogicalType[] {STRING, BIGINT, BIGINT, TIMESTAMP, TIMESTAMP, BIGINT}
          : new LogicalType[] {STRING, BIGINT, BIGINT, TIMESTAMP, TIMESTAMP};
    }

    @Override
    public String show(RowData row) {
      String shown =
          "%s%s [%s): #%s %s"
              .formatted(
                  row.getRowKind().shortString(),
                  row.getString(0),
                  row.getTimestamp(WINDOW_END, 3).getMillisecond(),
                  row.getLong(ID),
                  row.getLong(VALUE));
      return outputRank ? shown + " rank " + row.getLong(RANK) : shown;
    }
  }

  /** Projects a row to one column, as generated code would. */
  record SortKey(int column) implements RowDataKeySelector {

    @Override
    public RowData getKey(RowData row) {
      BinaryRowData key = new BinaryRowData(1);
      BinaryRowWriter writer = new BinaryRowWriter(key);
      writer.writeLong(
          0,
          column == ROWTIME ? row.getTimestamp(ROWTIME, 3).getMillisecond() : row.getLong(column));
      writer.complete();
      return key;
    }

    @Override
    public InternalTypeInfo<RowData> getProducedType() {
      return InternalTypeInfo.ofFields(BIGINT);
    }
  }

  /** A comparator instead of generated code. */
  private static final class Order extends GeneratedRecordComparator {

    private static final long serialVersionUID = 1L;

    private final int column;
    private final boolean ascending;

    Order(int column, boolean ascending) {
      super("Order", "", new Object[0]);
      this.column = column;
      this.ascending = ascending;
    }

    @Override
    public RecordComparator newInstance(ClassLoader classLoader) {
      Comparator<RowData> order = Comparator.comparingLong(row -> row.getLong(column));
      Comparator<RowData> wanted = ascending ? order : order.reversed();
      return wanted::compare;
    }
  }
}
