/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.planner.kafka;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.annotation.Nullable;
import org.apache.flink.configuration.ConfigOption;
import org.apache.flink.configuration.ConfigOptions;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.table.api.TableException;
import org.apache.flink.table.catalog.Column;
import org.apache.flink.table.catalog.ObjectIdentifier;
import org.apache.flink.table.catalog.ResolvedCatalogTable;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.table.types.logical.RowType;
import org.trilink.runtime.kafka.KafkaTopics;

/** A Kafka table as its options declare it. */
public final class KafkaTable {

  private static final String KAFKA = "kafka";
  private static final String UPSERT_KAFKA = "upsert-kafka";
  private static final String CLIENT_PROPERTY = "properties.";
  private static final String KAFKAS_PARTITIONER =
      "org.apache.kafka.clients.producer.internals.DefaultPartitioner";

  private static final ConfigOption<List<String>> TOPIC =
      ConfigOptions.key("topic").stringType().asList().noDefaultValue();
  private static final ConfigOption<List<String>> KEY_FIELDS =
      ConfigOptions.key("key.fields").stringType().asList().defaultValues();

  private final ObjectIdentifier name;
  private final ResolvedCatalogTable table;
  private final Map<String, String> options;

  public KafkaTable(ObjectIdentifier name, ResolvedCatalogTable table) {
    this.name = name;
    this.table = table;
    this.options = optionsOf(table);
  }

  /** Whether it is a Kafka table, of either connector: kafka or upsert-kafka. */
  public boolean isKafka() {
    return KAFKA.equals(connector()) || isUpsert();
  }

  public boolean isUpsert() {
    return UPSERT_KAFKA.equals(connector());
  }

  /** Why its partitions cannot be those of a reader's keys, null if they can. */
  @Nullable
  public String obstacleToReading() {
    if (isUpsert()) {
      return "table " + this + " is an upsert-kafka table; not supported yet";
    }
    if (!isKafka()) {
      return connector().isEmpty()
          ? "table " + this + " is created by a program, not read from Kafka"
          : String.format(
              "table %s is not read from Kafka, but by the connector '%s'", this, connector());
    }
    if (topics().isEmpty()) {
      return String.format(
          "table %s has a 'topic-pattern', so topics with other numbers of partitions may be added;"
              + " list its topics with 'topic'",
          this);
    }
    return null;
  }

  private String connector() {
    return options.getOrDefault("connector", "");
  }

  public ObjectIdentifier name() {
    return name;
  }

  /** The topics of the table; none for a pattern. */
  public List<String> topics() {
    return Configuration.fromMap(options).getOptional(TOPIC).orElse(Collections.emptyList());
  }

  /** The columns of the record key; none if the table has none. */
  public List<String> keyFields() {
    return Configuration.fromMap(options).get(KEY_FIELDS);
  }

  public Optional<String> option(String key) {
    return Optional.ofNullable(options.get(key));
  }

  /**
   * The columns that make up the key of a record, as the table declares it; none if it has none.
   */
  public List<String> recordKey() {
    return isUpsert() ? primaryKey() : keyFields();
  }

  /**
   * The option that chooses a partitioner other than Kafka's own, with which a record's key does
   * not decide on its partition; empty if there is none.
   */
  public Optional<String> otherPartitioner() {
    return Stream.of(
            setOtherwise("sink.partitioner", "default"),
            setOtherwise(CLIENT_PROPERTY + "partitioner.class", KAFKAS_PARTITIONER))
        .filter(Optional::isPresent)
        .map(Optional::get)
        .findFirst();
  }

  private Optional<String> setOtherwise(String key, String kafkas) {
    return option(key)
        .filter(value -> !value.equals(kafkas))
        .map(value -> String.format("'%s'='%s'", key, value));
  }

  /**
   * Whether both tables declare the same record keys, in the same form, so that equal keys are in
   * the same partition whichever of the two they were written through.
   */
  public boolean hasRecordKeyOf(KafkaTable other) {
    return recordKey().equals(other.recordKey())
        && option("key.format").equals(other.option("key.format"));
  }

  /** The physical columns, in the order of the table. */
  public RowType physicalType() {
    List<Column> columns = physicalColumns();
    return RowType.of(
        columns.stream()
            .map(column -> column.getDataType().getLogicalType())
            .toArray(LogicalType[]::new),
        columns.stream().map(Column::getName).toArray(String[]::new));
  }

  private List<Column> physicalColumns() {
    return table.getResolvedSchema().getColumns().stream()
        .filter(Column::isPhysical)
        .collect(Collectors.toList());
  }

  /** The name of the format that a record's value is in. */
  public String valueFormat() {
    return option("value.format").orElse(options.getOrDefault("format", ""));
  }

  /** The names of the columns that are made of a record's value. */
  public Set<String> valueColumns() {
    Set<String> names = new LinkedHashSet<>(physicalType().getFieldNames());
    if (option("value.fields-include").filter("EXCEPT_KEY"::equalsIgnoreCase).isPresent()) {
      names.removeAll(keyFields());
    }
    return names;
  }

  /** Whether a value that is malformed, or does not fit its column, is NULL and no error. */
  public boolean ignoresErrors() {
    return valueFormatOption("ignore-parse-errors").filter("true"::equalsIgnoreCase).isPresent();
  }

  /**
   * An option of the format of record values; empty if it is not set.
   *
   * @param key without the format's name: {@code ignore-parse-errors}
   */
  public Optional<String> valueFormatOption(String key) {
    String prefix = option("value.format").isPresent() ? "value." : "";
    return option(prefix + valueFormat() + "." + key);
  }

  /** The columns of the primary key; none if the table has none. */
  public List<String> primaryKey() {
    return table
        .getResolvedSchema()
        .getPrimaryKey()
        .map(key -> key.getColumns())
        .orElse(Collections.emptyList());
  }

  /** The options that say something of Kafka: topics, client and record key. For a plan. */
  public Map<String, String> kafkaOptions() {
    Map<String, String> kafka = new LinkedHashMap<>();
    options.forEach(
        (key, value) -> {
          if (key.equals("topic") || key.startsWith("key.") || key.startsWith(CLIENT_PROPERTY)) {
            kafka.put(key, value);
          }
        });
    return kafka;
  }

  /** The topics of {@link #kafkaOptions}. */
  public static KafkaTopics topics(Map<String, String> kafkaOptions) {
    Map<String, String> client = new LinkedHashMap<>();
    kafkaOptions.forEach(
        (key, value) -> {
          if (key.startsWith(CLIENT_PROPERTY)) {
            client.put(key.substring(CLIENT_PROPERTY.length()), value);
          }
        });
    return new KafkaTopics(Configuration.fromMap(kafkaOptions).get(TOPIC), client);
  }

  private static Map<String, String> optionsOf(ResolvedCatalogTable table) {
    try {
      return table.getOptions();
    } catch (TableException madeByAProgram) {
      return Collections.emptyMap();
    }
  }

  /** Its name without catalog and database. */
  @Override
  public String toString() {
    return name.getObjectName();
  }
}
