/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.advice.operator;

import java.util.Arrays;
import java.util.Collections;
import java.util.Map;
import javax.annotation.Nullable;
import org.apache.calcite.rel.RelNode;
import org.apache.flink.table.api.TableException;
import org.apache.flink.table.planner.calcite.FlinkTypeFactory;
import org.apache.flink.table.planner.plan.nodes.physical.stream.StreamPhysicalExchange;
import org.apache.flink.table.planner.plan.nodes.physical.stream.StreamPhysicalLocalGroupAggregate;
import org.apache.flink.table.planner.plan.nodes.physical.stream.StreamPhysicalLocalWindowAggregate;
import org.apache.flink.table.planner.plan.schema.TableSourceTable;
import org.apache.flink.table.types.logical.RowType;
import org.trilink.planner.flink.FlinkTables;
import org.trilink.planner.kafka.KafkaTable;
import org.trilink.planner.metadata.ScannedKeys;

/** The input that a keyed operator reads through one of its exchanges, from one table. */
public final class ObservedInput {

  private final RelNode rows;
  private final int[] keys;
  private final int timeColumn;
  private final ScannedKeys scanned;

  private ObservedInput(RelNode rows, int[] keys, int timeColumn, ScannedKeys scanned) {
    this.rows = rows;
    this.keys = keys;
    this.timeColumn = timeColumn;
    this.scanned = scanned;
  }

  /**
   * Creates the input that comes through an exchange, as it is before a first phase aggregates it.
   *
   * @param timeColumn of the event time in the rows, or -1
   */
  static ObservedInput of(StreamPhysicalExchange exchange, int timeColumn, ScannedKeys scanned) {
    RelNode below = exchange.getInput();
    int[] keys =
        exchange.getDistribution().getKeys().stream().mapToInt(Integer::intValue).toArray();
    int[] ofFirstPhase = groupingOfFirstPhase(below);
    return ofFirstPhase == null
        ? new ObservedInput(below, keys, timeColumn, scanned)
        : new ObservedInput(
            below.getInput(0),
            Arrays.stream(keys).map(key -> ofFirstPhase[key]).toArray(),
            timeColumn,
            scanned);
  }

  /** The grouping columns of a first phase; null for a node that is none. */
  @Nullable
  private static int[] groupingOfFirstPhase(RelNode rel) {
    if (rel instanceof StreamPhysicalLocalWindowAggregate) {
      return ((StreamPhysicalLocalWindowAggregate) rel).grouping();
    }
    return rel instanceof StreamPhysicalLocalGroupAggregate
        ? ((StreamPhysicalLocalGroupAggregate) rel).grouping()
        : null;
  }

  /** The node that yields the rows, below the exchange and the first phase. */
  RelNode rows() {
    return rows;
  }

  RowType rowType() {
    return FlinkTypeFactory.toLogicalRowType(rows.getRowType());
  }

  /** The key columns of the rows. */
  int[] keys() {
    return keys;
  }

  /** The column with the event time, -1 if none matters. */
  int timeColumn() {
    return timeColumn;
  }

  ScannedKeys scanned() {
    return scanned;
  }

  /** Whether it is read from that table. */
  boolean isOf(TableSourceTable table) {
    return FlinkTables.name(source()).equals(FlinkTables.name(table));
  }

  /** The table, without catalog and database. */
  String table() {
    return FlinkTables.name(source()).getObjectName();
  }

  /** The table if it is one of Kafka's, else null. */
  @Nullable
  KafkaTable kafka() {
    KafkaTable table = new KafkaTable(FlinkTables.name(source()), FlinkTables.table(source()));
    return table.isKafka() ? table : null;
  }

  /** The table's options; none if a program has made it. */
  Map<String, String> options() {
    try {
      return FlinkTables.table(source()).getOptions();
    } catch (TableException madeByAProgram) {
      return Collections.emptyMap();
    }
  }

  ClassLoader connectorClassLoader() {
    return source().tableSource().getClass().getClassLoader();
  }

  private TableSourceTable source() {
    return scanned.scan().getTable().unwrap(TableSourceTable.class);
  }
}
