/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.planner.decode;

import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import javax.annotation.Nullable;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.sql.type.SqlTypeFamily;
import org.apache.flink.table.planner.plan.nodes.physical.stream.StreamPhysicalTableSourceScan;
import org.trilink.planner.kafka.KafkaTable;

/**
 * The columns that are decoded of a table's messages: those that are read, and fewer for rows that
 * are dropped.
 */
final class DecodedColumns {

  private final RelDataType rowType;
  private final RexBuilder builder;
  private final ReadColumns read;
  private final Set<String> ofMessages;
  private final boolean ignoresErrors;

  private DecodedColumns(
      StreamPhysicalTableSourceScan scan,
      KafkaTable table,
      DecodedFormat format,
      List<RelNode> above) {
    this.rowType = scan.getRowType();
    this.builder = scan.getCluster().getRexBuilder();
    this.read = ReadColumns.of(scan, above);
    this.ofMessages = table.valueColumns();
    this.ignoresErrors = format.ignoresErrors(table);
  }

  /**
   * For a scan of a table.
   *
   * @param format of the table's messages
   * @param above the nodes above, the nearest first
   */
  static DecodeSpec of(
      StreamPhysicalTableSourceScan scan,
      KafkaTable table,
      DecodedFormat format,
      List<RelNode> above) {
    return new DecodedColumns(scan, table, format, above).spec();
  }

  private DecodeSpec spec() {
    RexNode filter = filter();
    DecodeSpec filtered =
        new DecodeSpec(read.columns(), ofDropped(), filter, !read.needsDroppedRows());
    return filter == null || (filtered.ofPassing().isEmpty() && !filtered.dropsRows())
        ? new DecodeSpec(read.columns(), read.columns(), null, false)
        : filtered;
  }

  @Nullable
  private RexNode filter() {
    return read.condition() == null
        ? null
        : DecodedCondition.of(read.condition(), rowType, ofMessages, builder);
  }

  /** The read columns that dropped rows must have, too, or have anyhow. */
  private List<List<String>> ofDropped() {
    Set<String> names =
        read.ofDropped().stream().map(path -> path.get(0)).collect(Collectors.toSet());
    return read.columns().stream()
        .filter(path -> names.contains(path.get(0)) || !canBeLeftOut(path.get(0)))
        .collect(Collectors.toList());
  }

  /** Where errors count, only a text: it can be any value, and of a number it must be found out. */
  private boolean canBeLeftOut(String column) {
    RelDataType type = rowType.getField(column, true, false).getType();
    return ofMessages.contains(column) && (ignoresErrors || SqlTypeFamily.CHARACTER.contains(type));
  }
}
