/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.planner.decode;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import javax.annotation.Nullable;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rex.RexFieldAccess;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexProgram;
import org.apache.calcite.rex.RexVisitorImpl;
import org.apache.flink.table.planner.plan.abilities.source.SourceAbilitySpec;
import org.apache.flink.table.planner.plan.abilities.source.WatermarkPushDownSpec;
import org.apache.flink.table.planner.plan.nodes.physical.stream.StreamPhysicalCalc;
import org.apache.flink.table.planner.plan.nodes.physical.stream.StreamPhysicalMiniBatchAssigner;
import org.apache.flink.table.planner.plan.nodes.physical.stream.StreamPhysicalTableSourceScan;
import org.apache.flink.table.planner.plan.schema.TableSourceTable;
import org.trilink.planner.aheadkeyby.StreamPhysicalAheadKeyByScan;
import org.trilink.planner.flink.FlinkField;
import org.trilink.planner.node.StreamPhysicalHintReport;

/**
 * The columns of a scan that the plan above it reads, and its watermarks are made of; of rows that
 * the plan drops by a condition only some. Each is a path: a column's name, and those of the fields
 * in nested rows if only these are read.
 */
final class ReadColumns {

  private final RelDataType rowType;
  private final Set<List<String>> ofDropped = new LinkedHashSet<>();
  private final Set<List<String>> all = new LinkedHashSet<>();
  private final boolean needsDroppedRows;
  @Nullable private RexNode condition;

  private ReadColumns(RelDataType rowType, boolean needsDroppedRows) {
    this.rowType = rowType;
    this.needsDroppedRows = needsDroppedRows;
  }

  /**
   * Finds the columns of a scan that are read.
   *
   * @param above the nodes above, the nearest first
   */
  public static ReadColumns of(StreamPhysicalTableSourceScan scan, List<RelNode> above) {
    ReadColumns columns = new ReadColumns(scan.getRowType(), WatermarkUse.isPossible(above));
    columns.readBy(above);
    columns.readByWatermark(scan.getTable().unwrap(TableSourceTable.class));
    columns.all.addAll(columns.ofDropped);
    return columns;
  }

  /** The columns that are read, in the order of the table's columns. */
  public List<List<String>> columns() {
    return inOrder(all);
  }

  /** The columns that are read also of rows for which the condition is not true. */
  public List<List<String>> ofDropped() {
    return inOrder(ofDropped);
  }

  /** By which the plan drops rows as soon as they are read; null for none. */
  @Nullable
  public RexNode condition() {
    return condition;
  }

  /**
   * Whether rows for which the condition is not true are read by anything, be it their time only.
   */
  public boolean needsDroppedRows() {
    return needsDroppedRows;
  }

  private void readBy(List<RelNode> above) {
    for (RelNode rel : above) {
      if (rel instanceof StreamPhysicalCalc) {
        readBy((StreamPhysicalCalc) rel);
        return;
      }
      if (rel instanceof StreamPhysicalAheadKeyByScan) {
        ((StreamPhysicalAheadKeyByScan) rel)
            .columns()
            .forEach(column -> ofDropped.add(Collections.singletonList(column)));
      } else if (!handsOnEveryRow(rel)) {
        break;
      }
    }
    readAll();
  }

  private static boolean handsOnEveryRow(RelNode rel) {
    return rel instanceof StreamPhysicalHintReport
        || rel instanceof StreamPhysicalMiniBatchAssigner;
  }

  private void readBy(StreamPhysicalCalc calc) {
    RexProgram program = calc.getProgram();
    program.getProjectList().forEach(project -> read(program.expandLocalRef(project), all));
    if (program.getCondition() == null) {
      ofDropped.addAll(all);
    } else {
      condition = program.expandLocalRef(program.getCondition());
      read(condition, ofDropped);
    }
  }

  private void readByWatermark(TableSourceTable table) {
    for (SourceAbilitySpec ability : table.abilitySpecs()) {
      if (ability instanceof WatermarkPushDownSpec) {
        readByWatermark((WatermarkPushDownSpec) ability);
      }
    }
  }

  /** Flink exposes a pushed-down watermark's expression only through JSON serialization. */
  private void readByWatermark(WatermarkPushDownSpec watermark) {
    try {
      read((RexNode) FlinkField.SCAN_WATERMARK.get(watermark), needsDroppedRows ? ofDropped : all);
    } catch (ReflectiveOperationException anotherFlink) {
      readAll();
    }
  }

  private void readAll() {
    rowType.getFieldNames().forEach(column -> ofDropped.add(Collections.singletonList(column)));
  }

  private void read(RexNode expression, Set<List<String>> paths) {
    expression.accept(
        new RexVisitorImpl<Void>(true) {
          @Override
          public Void visitInputRef(RexInputRef column) {
            paths.add(Collections.singletonList(name(column)));
            return null;
          }

          @Override
          public Void visitFieldAccess(RexFieldAccess access) {
            List<String> path = new ArrayList<>();
            RexNode row = access;
            while (row instanceof RexFieldAccess) {
              path.add(0, ((RexFieldAccess) row).getField().getName());
              row = ((RexFieldAccess) row).getReferenceExpr();
            }
            if (row instanceof RexInputRef) {
              path.add(0, name((RexInputRef) row));
              paths.add(path);
            } else {
              row.accept(this);
            }
            return null;
          }
        });
  }

  private String name(RexInputRef column) {
    return rowType.getFieldNames().get(column.getIndex());
  }

  private List<List<String>> inOrder(Set<List<String>> paths) {
    List<List<String>> ordered = new ArrayList<>();
    for (String column : rowType.getFieldNames()) {
      paths.stream()
          .filter(path -> path.get(0).equals(column) && !isReadWhole(path, paths))
          .sorted(Comparator.comparing(Object::toString))
          .forEach(ordered::add);
    }
    return ordered;
  }

  /** Whether a row that has the field is read as a whole, too. */
  private static boolean isReadWhole(List<String> path, Set<List<String>> paths) {
    return IntStream.range(1, path.size()).anyMatch(end -> paths.contains(path.subList(0, end)));
  }
}
