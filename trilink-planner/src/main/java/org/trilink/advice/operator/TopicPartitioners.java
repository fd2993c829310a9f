/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.advice.operator;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import javax.annotation.Nullable;
import org.apache.flink.table.data.binary.BinaryRowData;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.table.types.logical.RowType;
import org.trilink.advice.measure.PartitionMatch;
import org.trilink.advice.measure.SampledRecords;
import org.trilink.planner.kafka.KafkaTable;
import org.trilink.planner.kafka.KeyFormat;
import org.trilink.runtime.kafka.KafkaKeyPlacement;
import org.trilink.runtime.placement.HashPlacement;
import org.trilink.runtime.placement.KeyPlacementStrategy;
import org.trilink.runtime.placement.ModuloPlacement;

/**
 * Compares the partitions of a topic with those of the partitioners that a key of the operator may
 * have: Kafka's, for a record key of these columns, and Trilink's.
 */
public final class TopicPartitioners {

  /** The formats that a record key of one column is likely to have, if the table declares none. */
  private static final List<String> LIKELY_FORMATS = Arrays.asList("raw", "json");

  /**
   * Formats that write a key without asking a server, as avro-confluent does its schema registry.
   */
  private static final List<String> LOCAL_FORMATS = Arrays.asList("raw", "json", "csv", "avro");

  private TopicPartitioners() {}

  /** How a topic may be partitioned, and whether it is. */
  public static final class Candidate {

    private final PartitionMatch match;
    private final Map<String, String> hint;
    private final Map<String, String> missingOptions;

    private Candidate(
        PartitionMatch match, Map<String, String> hint, Map<String, String> missingOptions) {
      this.match = match;
      this.hint = Collections.unmodifiableMap(hint);
      this.missingOptions = Collections.unmodifiableMap(missingOptions);
    }

    public PartitionMatch match() {
      return match;
    }

    /** The options by which Trilink reads such a topic. */
    Map<String, String> hint() {
      return hint;
    }

    /** The options that the table has to declare first; empty if nothing is missing. */
    Map<String, String> missingOptions() {
      return missingOptions;
    }
  }

  /** All that apply to the operator's keys; none unless they are columns of one Kafka table. */
  static List<Candidate> of(
      ObservedOperator operator, OperatorSample sample, SampledRecords records) {
    List<Candidate> candidates = new ArrayList<>();
    if (operator.inputs().size() != 1 || !sample.isOfOneTopic()) {
      return candidates;
    }
    ObservedInput input = operator.inputs().get(0);
    KafkaTable table = input.kafka();
    List<String> columns = input.scanned().names();
    if (table == null
        || table.isUpsert()
        || columns.contains(null)
        || !table.physicalType().getFieldNames().containsAll(columns)) {
      return candidates;
    }
    RowType key = named(operator.keyType(), columns);
    Map<String, String> options = table.kafkaOptions();
    if (!table.keyFields().isEmpty()) {
      String format = options.get("key.format");
      if (table.keyFields().equals(columns) && LOCAL_FORMATS.contains(format)) {
        add(
            candidates,
            "record key (" + format + ")",
            () -> new KafkaKeyPlacement(KeyFormat.serializer(options, key)),
            key,
            sample,
            records,
            ofRecordKeys(),
            Collections.emptyMap());
      }
    } else if (columns.size() == 1) {
      for (String format : LIKELY_FORMATS) {
        Map<String, String> missing = new LinkedHashMap<>();
        missing.put("key.format", format);
        missing.put("key.fields", columns.get(0));
        Map<String, String> completed = new LinkedHashMap<>(options);
        completed.putAll(missing);
        add(
            candidates,
            "record key (" + format + ")",
            () -> new KafkaKeyPlacement(KeyFormat.serializer(completed, key)),
            key,
            sample,
            records,
            ofRecordKeys(),
            missing);
      }
    }
    if (!columns.equals(columnsOfSink(table, columns))) {
      return candidates;
    }
    add(
        candidates,
        "Trilink's hash",
        HashPlacement::new,
        key,
        sample,
        records,
        ofTrilink("hash"),
        Collections.emptyMap());
    add(
        candidates,
        "Trilink's modulo",
        ModuloPlacement::new,
        key,
        sample,
        records,
        ofTrilink("modulo"),
        Collections.emptyMap());
    return candidates;
  }

  /** Why there is no candidate, for an operator of one input. */
  static String whyNone(ObservedOperator operator, OperatorSample sample) {
    ObservedInput input = operator.inputs().get(0);
    KafkaTable table = input.kafka();
    List<String> columns = input.scanned().names();
    if (table == null) {
      return "table " + input.table() + " is not a Kafka table";
    }
    if (table.isUpsert() || !sample.isOfOneTopic()) {
      return "advice does not compare the partitions of upsert tables, or of several topics";
    }
    if (!table.physicalType().getFieldNames().containsAll(columns)) {
      return "not all of the keys are physical columns of table " + input.table();
    }
    return columns.containsAll(table.keyFields())
        ? "advice knows no partitioner to compare for the keys " + columns
        : String.format(
            "the topic of table %s is not partitioned by %s: its record keys are %s",
            input.table(), columns, table.keyFields());
  }

  /** The format of record keys that are not compared because of it; null if there are none. */
  @Nullable
  static String formatLeftOut(ObservedOperator operator) {
    ObservedInput input = operator.inputs().get(0);
    KafkaTable table = input.kafka();
    if (operator.inputs().size() != 1
        || table == null
        || table.isUpsert()
        || !table.keyFields().equals(input.scanned().names())) {
      return null;
    }
    String format = table.kafkaOptions().get("key.format");
    return LOCAL_FORMATS.contains(format) ? null : format;
  }

  /**
   * In the order in which Trilink's sink, and who reads its topic, take the columns of the keys.
   */
  private static List<String> columnsOfSink(KafkaTable table, List<String> columns) {
    if (!table.keyFields().isEmpty()) {
      return table.keyFields();
    }
    List<String> ofTable = new ArrayList<>(table.physicalType().getFieldNames());
    ofTable.retainAll(columns);
    return ofTable;
  }

  private static RowType named(RowType type, List<String> names) {
    return new HashSet<>(names).size() == names.size()
        ? RowType.of(type.getChildren().toArray(new LogicalType[0]), names.toArray(new String[0]))
        : type;
  }

  private static Map<String, String> ofRecordKeys() {
    Map<String, String> hint = new LinkedHashMap<>();
    hint.put("exchange", "ahead-keyby");
    hint.put("ahead-keyby.partitioned-by", "kafka-key");
    return hint;
  }

  private static Map<String, String> ofTrilink(String strategy) {
    Map<String, String> hint = new LinkedHashMap<>();
    hint.put("exchange", "ahead-keyby");
    hint.put("ahead-keyby.partitioned-by", "trilink");
    hint.put("partition", strategy);
    return hint;
  }

  /** Creates a partitioner. */
  private interface Partitioner {
    KeyPlacementStrategy create();
  }

  /** Leaves a partitioner out that does not take such keys. */
  private static void add(
      List<Candidate> candidates,
      String name,
      Partitioner partitioner,
      RowType key,
      OperatorSample sample,
      SampledRecords records,
      Map<String, String> hint,
      Map<String, String> missing) {
    KeyPlacementStrategy strategy;
    try {
      strategy = partitioner.create();
      strategy.open(key);
    } catch (RuntimeException notForSuchKeys) { // of formats' own classes
      return;
    }
    BinaryRowData[] keys = sample.keys();
    candidates.add(
        new Candidate(
            PartitionMatch.of(
                records,
                name,
                number -> partition(strategy, keys[number], records.partitionCount())),
            hint,
            missing));
  }

  private static int partition(KeyPlacementStrategy strategy, BinaryRowData key, int partitions) {
    try {
      return strategy.keyGroup(key, partitions);
    } catch (RuntimeException noPartition) { // e.g. NULL, which some formats write as no key
      return -1;
    }
  }
}
