/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.placement;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongToIntFunction;
import org.apache.flink.runtime.state.KeyGroupRangeAssignment;
import org.apache.flink.table.data.binary.BinaryRowData;
import org.apache.flink.table.data.writer.BinaryRowWriter;
import org.apache.flink.table.types.logical.RowType;

/** The paper's figure 15: the balance of each strategy for each stream. */
final class BalanceTable {

  static final int[] PARALLELISMS = {8, 16, 60};

  private final List<KeyStream> streams;
  private final Map<String, List<Double>> rows = new LinkedHashMap<>();

  BalanceTable(List<KeyStream> streams) {
    this.streams = streams;
    row("(best possible)", (stream, parallelism) -> stream.bestBalance(parallelism));
  }

  /** Places keys; it is called for each record in order, and may have state. */
  interface Strategy {

    LongToIntFunction subtasks(KeyStream stream, int parallelism);
  }

  private interface Balance {

    double of(KeyStream stream, int parallelism);
  }

  /** Computes a row, and returns this. */
  BalanceTable add(String name, Strategy strategy) {
    return row(
        name,
        (stream, parallelism) ->
            stream.balance(strategy.subtasks(stream, parallelism), parallelism));
  }

  private BalanceTable row(String name, Balance balance) {
    List<Double> row = new ArrayList<>();
    for (KeyStream stream : streams) {
      for (int parallelism : PARALLELISMS) {
        row.add(balance.of(stream, parallelism));
      }
    }
    rows.put(name, row);
    return this;
  }

  /** The balances of a strategy for a stream, in the order of the parallelisms. */
  List<Double> balances(String strategy, KeyStream stream) {
    int first = streams.indexOf(stream) * PARALLELISMS.length;
    return rows.get(strategy).subList(first, first + PARALLELISMS.length);
  }

  // ------------------------------------------------------------------------------ strategies

  /** Flink's own placement. */
  static Strategy hash(int maxParallelism) {
    return (stream, parallelism) -> {
      BigintKey bigint = new BigintKey();
      return key ->
          KeyGroupRangeAssignment.assignKeyToParallelOperator(
              bigint.of(key), maxParallelism, parallelism);
    };
  }

  static Strategy local(KeyPlacementStrategy strategy, int maxParallelism) {
    strategy.open(BigintKey.TYPE);
    return (stream, parallelism) -> {
      BigintKey bigint = new BigintKey();
      return key ->
          KeyGroupRangeAssignment.computeOperatorIndexForKeyGroup(
              maxParallelism, parallelism, strategy.keyGroup(bigint.of(key), maxParallelism));
    };
  }

  /** One row for all keys. */
  static final class BigintKey {

    static final RowType TYPE = KeyColumn.keyType(KeyColumn.BIGINT);

    private final BinaryRowData row = new BinaryRowData(1);
    private final BinaryRowWriter writer = new BinaryRowWriter(row);

    BinaryRowData of(long key) {
      writer.reset();
      writer.writeLong(0, key);
      writer.complete();
      return row;
    }
  }

  // ----------------------------------------------------------------------------------- table

  @Override
  public String toString() {
    StringBuilder text = new StringBuilder("Balance degree (least / most records of a subtask)\n");
    text.append("%-24s".formatted(""));
    streams.forEach(stream -> text.append("  %-20s".formatted(stream)));
    text.append("\n%-24s".formatted("subtasks"));
    for (int i = 0; i < streams.size(); i++) {
      text.append("  ");
      for (int parallelism : PARALLELISMS) {
        text.append("%6s".formatted(parallelism));
      }
      text.append("  ");
    }
    rows.forEach(
        (strategy, balances) -> {
          text.append("\n%-24s".formatted(strategy));
          for (int i = 0; i < balances.size(); i++) {
            text.append(i % PARALLELISMS.length == 0 ? "  " : "");
            text.append("%6.3f".formatted(balances.get(i)));
            text.append(i % PARALLELISMS.length == PARALLELISMS.length - 1 ? "  " : "");
          }
        });
    return text.toString();
  }
}
