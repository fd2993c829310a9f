package org.trilink.planner.node.physical;

import java.util.ArrayList;
import java.util.List;
import org.apache.flink.table.planner.plan.utils.KeySelectorUtil;
import org.apache.flink.table.runtime.typeutils.InternalTypeInfo;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.table.types.logical.RowType;
import org.trilink.planner.node.exec.KeyPlacementSpec;
import org.trilink.runtime.kafka.AheadKeyByPartitioner;

/** By what a Kafka table is partitioned that a statement writes, and how EXPLAIN shows it. */
public final class SinkPartitioning {

  private final List<String> columns;
  private final KeyPlacementSpec strategy;
  private final String description;

  /**
   * Creates it.
   *
   * @param columns of the table, in the order in which they make a key
   */
  public SinkPartitioning(List<String> columns, KeyPlacementSpec strategy, String description) {
    this.columns = new ArrayList<>(columns);
    this.strategy = strategy;
    this.description = description;
  }

  /**
   * Whether the strategy can partition by the columns.
   *
   * @throws IllegalArgumentException with the reason, if not
   */
  public void check(RowType physicalType) {
    strategy.functionOfKey().open(keyType(physicalType));
  }

  /**
   * The partitioner of the rows that the sink gets.
   *
   * @param physicalType the table's columns, with which these rows begin
   */
  AheadKeyByPartitioner partitioner(RowType physicalType) {
    int[] positions = columns.stream().mapToInt(physicalType::getFieldIndex).toArray();
    return new AheadKeyByPartitioner(
        KeySelectorUtil.getRowDataSelector(positions, InternalTypeInfo.of(physicalType)),
        keyType(physicalType),
        strategy.functionOfKey(),
        columns + " by " + strategy.placement());
  }

  private RowType keyType(RowType physicalType) {
    LogicalType[] types =
        columns.stream()
            .map(column -> physicalType.getTypeAt(physicalType.getFieldIndex(column)))
            .toArray(LogicalType[]::new);
    return RowType.of(types, columns.toArray(new String[0]));
  }

  @Override
  public String toString() {
    return description;
  }
}
