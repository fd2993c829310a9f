/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.planner.metadata;

import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import javax.annotation.Nullable;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.Calc;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexProgram;
import org.apache.calcite.util.ImmutableBitSet;
import org.apache.flink.table.planner.plan.nodes.physical.stream.StreamPhysicalTableSourceScan;
import org.apache.flink.table.planner.plan.schema.TableSourceTable;
import org.trilink.planner.flink.FlinkTables;
import org.trilink.planner.kafka.KafkaTable;

/**
 * Whether all rows of a key come to an operator in one sequence, one after the other as they were
 * written, and how that is known. If they come in several, one of them may be read far ahead of the
 * others.
 */
public final class KeySequence {

  private final boolean isOne;
  private final String reason;
  @Nullable private final TableSourceTable table;
  private final boolean needsRecordKeys;

  private KeySequence(
      boolean isOne, String reason, @Nullable TableSourceTable table, boolean needsRecordKeys) {
    this.isOne = isOne;
    this.reason = reason;
    this.table = table;
    this.needsRecordKeys = needsRecordKeys;
  }

  /** They come in one sequence. */
  static KeySequence one(String reason) {
    return new KeySequence(true, reason, null, false);
  }

  /** They may come in several. */
  static KeySequence several(String reason) {
    return new KeySequence(false, reason, null, false);
  }

  /**
   * Says whether the rows of a key come from a table in one sequence.
   *
   * @param rel whose rows they are, above the table's scan
   * @param keys of the operator, as far as they are columns of that node
   */
  static KeySequence ofTable(RelNode rel, ImmutableBitSet keys) {
    if (rel instanceof StreamPhysicalTableSourceScan) {
      Set<String> names = new HashSet<>();
      keys.forEach(key -> names.add(rel.getRowType().getFieldNames().get(key)));
      return ofScan(rel.getTable().unwrap(TableSourceTable.class), names);
    }
    return ofTable(rel.getInput(0), rel instanceof Calc ? below((Calc) rel, keys) : keys);
  }

  private static ImmutableBitSet below(Calc calc, ImmutableBitSet keys) {
    RexProgram program = calc.getProgram();
    ImmutableBitSet.Builder columns = ImmutableBitSet.builder();
    for (int key : keys) {
      RexNode expression = program.expandLocalRef(program.getProjectList().get(key));
      if (expression instanceof RexInputRef) {
        columns.set(((RexInputRef) expression).getIndex());
      }
    }
    return columns.build();
  }

  private static KeySequence ofScan(TableSourceTable source, Set<String> keys) {
    KafkaTable table = new KafkaTable(FlinkTables.name(source), FlinkTables.table(source));
    if (!table.isKafka()) {
      return several("table " + table + " is not read from Kafka");
    }
    if (table.topics().size() != 1) {
      String topics = table.topics().isEmpty() ? "the topics of a pattern" : "several topics";
      return several(
          String.format("table %s reads %s, each with partitions of its own", table, topics));
    }
    Optional<String> partitioner = table.otherPartitioner();
    if (partitioner.isPresent()) {
      return new KeySequence(false, "table " + table + " has " + partitioner.get(), source, false);
    }
    List<String> recordKey = table.recordKey();
    if (recordKey.isEmpty()) {
      return new KeySequence(false, "table " + table + " has no 'key.fields'", source, true);
    }
    String name = table.isUpsert() ? "primary key" : "key.fields";
    return keys.containsAll(recordKey)
        ? new KeySequence(
            true, String.format("%s of %s: %s", name, table, recordKey), source, false)
        : new KeySequence(
            false,
            String.format(
                "the %s of table %s, %s, are not all among the keys", name, table, recordKey),
            source,
            true);
  }

  /** Whether it is one sequence. */
  public boolean isOne() {
    return isOne;
  }

  /** How that is known, or why it is not. */
  public String reason() {
    return reason;
  }

  /** Whether it would be one if the topic were written with record keys that are among the keys. */
  public boolean needsRecordKeys() {
    return needsRecordKeys;
  }

  /** The table of one Kafka topic whose partitions the sequences are in; null if there is none. */
  @Nullable
  public TableSourceTable table() {
    return table;
  }
}
