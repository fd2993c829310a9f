/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.planner.aheadkeyby;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.stream.Collectors;
import javax.annotation.Nullable;
import org.apache.flink.table.api.ValidationException;
import org.apache.flink.table.planner.calcite.FlinkTypeFactory;
import org.apache.flink.table.planner.plan.schema.TableSourceTable;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.table.types.logical.LogicalTypeFamily;
import org.apache.flink.table.types.logical.RowType;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.trilink.planner.decision.Decision;
import org.trilink.planner.flink.FlinkTables;
import org.trilink.planner.hint.HintOptions;
import org.trilink.planner.hint.TrilinkOptions;
import org.trilink.planner.kafka.KafkaTable;
import org.trilink.planner.metadata.ScannedKeys;
import org.trilink.planner.placement.KeyPlacementSpec;
import org.trilink.runtime.kafka.TopicException;

/**
 * The columns that the topics of an operator are partitioned by. They have to be among its keys; of
 * a join, the same keys on both sides, so that rows that meet are in partitions of one number.
 */
final class PartitionColumns {

  private static final Logger LOG = LoggerFactory.getLogger(PartitionColumns.class);

  private final List<ScannedKeys> inputs;
  @Nullable private final KeyPlacementSpec strategy;
  private final AheadKeyByTopics topics;
  private final int[] positions;
  private final List<KafkaTable> tables;

  private PartitionColumns(
      List<ScannedKeys> inputs,
      List<KafkaTable> tables,
      @Nullable KeyPlacementSpec strategy,
      AheadKeyByTopics topics,
      int[] positions) {
    this.inputs = inputs;
    this.tables = tables;
    this.strategy = strategy;
    this.topics = topics;
    this.positions = positions;
  }

  /** Finds the partition columns of topics with record keys: those of {@code key.fields}. */
  static Decision<PartitionColumns> ofRecordKeys(
      List<ScannedKeys> inputs, AheadKeyByTopics topics) {
    return tables(inputs)
        .flatMap(
            tables ->
                recordKeys(tables)
                    .flatMap(named -> positions(inputs, tables, named))
                    .map(
                        positions ->
                            new PartitionColumns(inputs, tables, null, topics, positions)));
  }

  private static Decision<List<List<String>>> recordKeys(List<KafkaTable> tables) {
    List<List<String>> named = new ArrayList<>();
    for (KafkaTable table : tables) {
      if (table.keyFields().isEmpty()) {
        return Decision.refuse(
            String.format(
                "table %s has no 'key.fields', so the columns of its record keys are unknown",
                table));
      }
      named.add(table.keyFields());
    }
    return Decision.accept(named);
  }

  /**
   * Finds the partition columns of topics that Trilink's sink has written: the columns that a hint
   * behind the table names, those of {@code key.fields}, those that the statement names which
   * writes the table, or else those that all its readers have in common, as {@link #collect
   * collected} before.
   */
  static Decision<PartitionColumns> ofSink(
      List<ScannedKeys> inputs,
      HintOptions ofTables,
      TopicStrategy strategies,
      AheadKeyByTopics topics) {
    return tables(inputs)
        .flatMap(
            tables ->
                namedOrCommon(inputs, tables, ofTables, topics)
                    .flatMap(named -> positions(inputs, tables, named))
                    .flatMap(
                        positions ->
                            strategies
                                .of(names(positions, inputs.get(0)), tables.get(0))
                                .map(
                                    strategy ->
                                        new PartitionColumns(
                                            inputs, tables, strategy, topics, positions))));
  }

  /**
   * Tells the other statements by which columns an operator needs its topics to be partitioned, if
   * Trilink's sink writes them. If it can read none, it needs none.
   */
  static void collect(
      List<ScannedKeys> inputs,
      HintOptions ofTables,
      TopicStrategy strategies,
      AheadKeyByTopics topics) {
    List<KafkaTable> tables = tables(inputs).accepted();
    if (tables == null) {
      return;
    }
    if (named(tables, ofTables, topics).stream().allMatch(List::isEmpty)) {
      List<String> keys = keyColumns(inputs, tables).accepted();
      if (keys != null) {
        KeyPlacementSpec soFar = strategies.soFar(keys, tables.get(0));
        topics.read(tables.get(0).name(), new Partitioning(keys, soFar));
      }
    }
    PartitionColumns columns = ofSink(inputs, ofTables, strategies, topics).accepted();
    if (columns != null) {
      for (int input = 0; input < tables.size(); input++) {
        topics.read(
            tables.get(input).name(), new Partitioning(columns.names(input), columns.strategy));
      }
    }
  }

  /**
   * Checks the columns that the hints of the tables name. The hints are the same for all tables of
   * an operator, so one of them has to have these columns.
   *
   * @throws ValidationException that names one that none has
   */
  static void checkNames(List<ScannedKeys> inputs, HintOptions ofTables) {
    List<KafkaTable> tables = tables(inputs).accepted();
    List<String> names = namesInHint(ofTables);
    if (tables != null && tables.stream().noneMatch(table -> hasColumns(table, names))) {
      requireColumns(tables.get(0), names);
    }
  }

  /**
   * Checks the columns that a hint names.
   *
   * @throws ValidationException if the table does not have them
   */
  static void requireColumns(KafkaTable table, List<String> columns) {
    List<String> ofTable = table.physicalType().getFieldNames();
    for (String column : columns) {
      if (!ofTable.contains(column)) {
        throw new ValidationException(
            String.format(
                "TRILINK hint: 'ahead-keyby.keys' names the column '%s', which table %s does not"
                    + " have; its columns are %s.",
                column, table, String.join(", ", ofTable)));
      }
    }
  }

  private static boolean hasColumns(KafkaTable table, List<String> columns) {
    return table.physicalType().getFieldNames().containsAll(columns);
  }

  private static List<String> namesInHint(HintOptions ofTables) {
    return ofTables.get(TrilinkOptions.AHEAD_KEYBY_KEYS).orElse(Collections.emptyList());
  }

  private static Decision<List<List<String>>> namedOrCommon(
      List<ScannedKeys> inputs,
      List<KafkaTable> tables,
      HintOptions ofTables,
      AheadKeyByTopics topics) {
    List<List<String>> named = named(tables, ofTables, topics);
    return named.stream().allMatch(List::isEmpty)
        ? commonColumns(inputs, tables, topics)
            .map(
                columns -> {
                  named.set(0, columns);
                  return named;
                })
        : Decision.accept(named);
  }

  /** The keys that the operator shares with all others that read its first table. */
  private static Decision<List<String>> commonColumns(
      List<ScannedKeys> inputs, List<KafkaTable> tables, AheadKeyByTopics topics) {
    KafkaTable table = tables.get(0);
    Partitioning common = topics.neededOf(table.name());
    if (common == null) {
      return keyColumns(inputs, tables);
    }
    return common.columns().isEmpty()
        ? Decision.refuse(
            String.format("the queries that read table %s have no key column in common", table))
        : Decision.accept(common.columns());
  }

  /** For each table; empty for one whose columns nobody names. */
  private static List<List<String>> named(
      List<KafkaTable> tables, HintOptions ofTables, AheadKeyByTopics topics) {
    List<List<String>> named = new ArrayList<>();
    for (KafkaTable table : tables) {
      named.add(namedColumns(table, ofTables, topics));
    }
    return named;
  }

  private static List<String> namedColumns(
      KafkaTable table, HintOptions ofTables, AheadKeyByTopics topics) {
    List<String> inHint = namesInHint(ofTables);
    if (!inHint.isEmpty() && hasColumns(table, inHint)) {
      return inHint;
    }
    if (!table.keyFields().isEmpty()) {
      return table.keyFields();
    }
    Partitioning written = topics.writtenTo(table.name());
    return written == null ? Collections.emptyList() : written.columns();
  }

  /** In the order of the table, so that it does not depend on how the query is written. */
  private static Decision<List<String>> keyColumns(
      List<ScannedKeys> inputs, List<KafkaTable> tables) {
    List<String> ofTable = tables.get(0).physicalType().getFieldNames();
    List<String> columns = new ArrayList<>();
    List<String> keys = inputs.get(0).names();
    for (int key = 0; key < keys.size(); key++) {
      if (isColumnOfAll(key, inputs, tables) && !columns.contains(keys.get(key))) {
        columns.add(keys.get(key));
      }
    }
    if (columns.isEmpty()) {
      return Decision.refuse(
          String.format(
              "no key is a plain column of table %s; a topic can be partitioned only by its"
                  + " columns",
              tables.get(0)));
    }
    columns.sort(Comparator.comparing(ofTable::indexOf));
    return Decision.accept(columns);
  }

  private static boolean isColumnOfAll(int key, List<ScannedKeys> inputs, List<KafkaTable> tables) {
    for (int input = 0; input < inputs.size(); input++) {
      String name = inputs.get(input).names().get(key);
      if (!tables.get(input).physicalType().getFieldNames().contains(name)) {
        return false;
      }
    }
    return true;
  }

  private static Decision<List<KafkaTable>> tables(List<ScannedKeys> inputs) {
    List<KafkaTable> tables = new ArrayList<>();
    for (ScannedKeys keys : inputs) {
      TableSourceTable source = keys.scan().getTable().unwrap(TableSourceTable.class);
      KafkaTable table = new KafkaTable(FlinkTables.name(source), FlinkTables.table(source));
      if (table.obstacleToReading() != null) {
        return Decision.refuse(table.obstacleToReading());
      }
      tables.add(table);
    }
    return Decision.accept(tables);
  }

  /** The key that each partition column is, in all inputs that name columns. */
  private static Decision<int[]> positions(
      List<ScannedKeys> inputs, List<KafkaTable> tables, List<List<String>> named) {
    int columns = named.stream().mapToInt(List::size).max().orElse(0);
    int[] positions = new int[columns];
    for (int column = 0; column < columns; column++) {
      positions[column] = position(column, inputs, tables, named);
      if (positions[column] < 0) {
        return Decision.refuse(notAmongKeys(inputs, tables, named));
      }
    }
    return Decision.accept(positions);
  }

  /** Negative if it is none of the keys. */
  private static int position(
      int column, List<ScannedKeys> inputs, List<KafkaTable> tables, List<List<String>> named) {
    for (int key = 0; key < inputs.get(0).columns().size(); key++) {
      if (isColumnOfAll(key, inputs, tables) && isColumn(key, column, inputs, named)) {
        return key;
      }
    }
    return -1;
  }

  private static boolean isColumn(
      int key, int column, List<ScannedKeys> inputs, List<List<String>> named) {
    for (int input = 0; input < inputs.size(); input++) {
      List<String> columns = named.get(input);
      boolean matches =
          columns.isEmpty()
              || (column < columns.size()
                  && columns.get(column).equals(inputs.get(input).names().get(key)));
      if (!matches) {
        return false;
      }
    }
    return true;
  }

  private static String notAmongKeys(
      List<ScannedKeys> inputs, List<KafkaTable> tables, List<List<String>> named) {
    List<String> partitioned = new ArrayList<>();
    List<String> keys = new ArrayList<>();
    for (int input = 0; input < inputs.size(); input++) {
      if (!named.get(input).isEmpty()) {
        partitioned.add(tables.get(input) + " is partitioned by " + named.get(input));
      }
      keys.add(
          inputs.get(input).names().stream()
              .map(name -> name == null ? "an expression" : name)
              .collect(Collectors.joining(", ", "[", "]")));
    }
    return String.format(
        "%s, and the keys are %s; the partition columns must be among the keys, as plain columns%s",
        String.join(" and ", partitioned),
        String.join(" and ", keys),
        inputs.size() > 1 ? ", and the same on both sides" : "");
  }

  /** The table that the first input reads. */
  KafkaTable firstTable() {
    return tables.get(0);
  }

  /** The positions, among the operator's keys, of the partition columns, in their order. */
  int[] positions() {
    return positions.clone();
  }

  private List<String> names(int input) {
    return names(positions, inputs.get(input));
  }

  private static List<String> names(int[] positions, ScannedKeys keys) {
    List<String> names = new ArrayList<>();
    for (int position : positions) {
      names.add(keys.names().get(position));
    }
    return names;
  }

  /**
   * Reads the topics' partitions from the broker.
   *
   * @return one for each input; all put the operator's keys into partitions of the same number
   */
  Decision<List<TopicPartitioningSpec>> partitionings() {
    List<TopicPartitioningSpec> partitionings = new ArrayList<>();
    for (int input = 0; input < tables.size(); input++) {
      String obstacle = obstacleOfSink(input);
      if (obstacle != null) {
        return Decision.refuse(obstacle);
      }
      Decision<TopicPartitioningSpec> partitioning = partitioning(input);
      obstacle =
          partitioning.accepted() == null || input == 0
              ? partitioning.refusal()
              : obstacleToMeeting(partitionings.get(0), input, partitioning.accepted());
      if (obstacle != null) {
        return Decision.refuse(obstacle);
      }
      partitionings.add(partitioning.accepted());
    }
    return Decision.accept(partitionings);
  }

  /**
   * Why a statement of the same set writes the table otherwise than it would be read; null if none
   * does.
   */
  @Nullable
  private String obstacleOfSink(int input) {
    String partitioner = topics.otherPartitionerOf(tables.get(input).name());
    if (partitioner != null) {
      return String.format(
          "a statement of this set writes table %s, partitioned by its 'sink.partitioner'='%s',"
              + " which need not put a key into one partition; leave one of the two out",
          tables.get(input), partitioner);
    }
    Partitioning written = topics.ofSink(tables.get(input).name());
    if (written == null) {
      return null;
    }
    Partitioning own = strategy == null ? null : new Partitioning(names(input), strategy);
    return written.equals(own)
        ? null
        : String.format(
            "a statement of this set writes table %s, partitioned by %s, and this query would read"
                + " it as partitioned by %s; the columns, their order and the strategy must be the"
                + " same",
            tables.get(input), written, own == null ? "its record key, as Kafka does it" : own);
  }

  /** Why rows of two inputs with the same key might not meet; null if they do. */
  @Nullable
  private String obstacleToMeeting(
      TopicPartitioningSpec first, int input, TopicPartitioningSpec other) {
    String difference =
        strategy == null ? recordKeys(0, first).difference(recordKeys(input, other)) : null;
    if (difference != null) {
      return difference
          + ", so equal keys may be in different partitions; write and declare the record keys of"
          + " both topics in the same form";
    }
    return first.isLike(other)
        ? differentTypes(input)
        : String.format(
            "%s has %d partitions by %s, and %s has %d by %s; rows with the same key would be"
                + " on different subtasks",
            tables.get(0),
            first.partitions(),
            first.partitionedBy(),
            tables.get(input),
            other.partitions(),
            other.partitionedBy());
  }

  private RecordKeyForm recordKeys(int input, TopicPartitioningSpec partitioning) {
    KafkaTable table = tables.get(input);
    return new RecordKeyForm(table, partitioning.keyType(table.physicalType()));
  }

  private Decision<TopicPartitioningSpec> partitioning(int input) {
    KafkaTable table = tables.get(input);
    Map<String, String> options = table.kafkaOptions();
    return partitions(input, options)
        .flatMap(
            partitions -> {
              TopicPartitioningSpec partitioning =
                  new TopicPartitioningSpec(names(input), strategy, partitions, options);
              try {
                partitioning.check(table.physicalType());
                return Decision.accept(partitioning);
              } catch (IllegalArgumentException cannotPartition) {
                return Decision.refuse(cannotPartition.getMessage());
              }
            });
  }

  private Decision<Integer> partitions(int input, Map<String, String> options) {
    TableSourceTable source = inputs.get(input).scan().getTable().unwrap(TableSourceTable.class);
    try {
      Map<String, Integer> counts =
          topics.partitions(options, source.tableSource().getClass().getClassLoader());
      TreeSet<Integer> different = new TreeSet<>(counts.values());
      return different.size() > 1
          ? Decision.refuse("the topics have different numbers of partitions: " + counts)
          : Decision.accept(different.first());
    } catch (TopicException e) {
      LOG.info("Table {}: {}", tables.get(input), e.getMessage(), e);
      // without a cause: the SQL Client would show the innermost only, which names nothing
      throw new ValidationException(
          String.format("TRILINK hint: table %s: %s", tables.get(input), e.getMessage()));
    }
  }

  /** As far as they decide on the binary form of a key; null if there are none. */
  @Nullable
  private String differentTypes(int input) {
    for (int position : positions) {
      LogicalType left = type(0, position);
      LogicalType right = type(input, position);
      boolean bothText =
          left.getTypeRoot().getFamilies().contains(LogicalTypeFamily.CHARACTER_STRING)
              && right.getTypeRoot().getFamilies().contains(LogicalTypeFamily.CHARACTER_STRING);
      if (!bothText && !left.copy(true).equals(right.copy(true))) {
        return String.format(
            "the partition columns are of different types: %s and %s",
            left.asSummaryString(), right.asSummaryString());
      }
    }
    return null;
  }

  private LogicalType type(int input, int position) {
    RowType scanned = FlinkTypeFactory.toLogicalRowType(inputs.get(input).scan().getRowType());
    return scanned.getTypeAt(inputs.get(input).columns().get(position));
  }
}
