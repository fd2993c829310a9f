/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.planner.aheadkeyby;

import java.util.Arrays;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import javax.annotation.Nullable;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.table.types.logical.RowType;
import org.trilink.planner.kafka.KafkaTable;

/**
 * The form of a table's record keys: all that their bytes depend on, besides the values and their
 * types. Kafka's default partitioner hashes these bytes.
 */
final class RecordKeyForm {

  /** Formats that write no names of fields. */
  private static final Set<String> WITHOUT_NAMES =
      Collections.unmodifiableSet(new HashSet<>(Arrays.asList("csv", "raw")));

  /** Formats that write a value of a nullable column as one of a NOT NULL column. */
  private static final Set<String> WITHOUT_NULLABILITY =
      Collections.unmodifiableSet(new HashSet<>(Arrays.asList("csv", "json", "raw")));

  private final KafkaTable table;
  private final RowType key;
  private final String format;

  /**
   * Creates it.
   *
   * @param key the columns of {@code key.fields}, under their names in the table
   */
  RecordKeyForm(KafkaTable table, RowType key) {
    this.table = table;
    this.key = key;
    this.format = table.option("key.format").orElse("");
  }

  /** Why equal keys of both tables may be of different bytes; null if they are of the same. */
  @Nullable
  String difference(RecordKeyForm other) {
    if (!format.equals(other.format)) {
      return String.format(
          "the record keys of %s are in the format %s, and those of %s in %s",
          table, format, other.table, other.format);
    }
    if (!WITHOUT_NAMES.contains(format) && !fields().equals(other.fields())) {
      return String.format(
          "the record keys (%s) of %s have the fields %s, and those of %s %s",
          format, table, fields(), other.table, other.fields());
    }
    if (!WITHOUT_NULLABILITY.contains(format) && !nullability().equals(other.nullability())) {
      return String.format(
          "the record keys (%s) of %s have the types %s, and those of %s %s",
          format, table, types(), other.table, other.types());
    }
    Set<String> options = differentOptions(other);
    // without the values, which may be secrets of a schema registry
    return options.isEmpty()
        ? null
        : String.format(
            "%s and %s have different values of '%s'",
            table, other.table, String.join("', '", options));
  }

  /** As they are named in the bytes. */
  private List<String> fields() {
    int prefix = table.option("key.fields-prefix").orElse("").length();
    return key.getFieldNames().stream()
        .map(name -> name.substring(prefix))
        .collect(Collectors.toList());
  }

  private List<Boolean> nullability() {
    return key.getChildren().stream().map(LogicalType::isNullable).collect(Collectors.toList());
  }

  private List<String> types() {
    return key.getChildren().stream()
        .map(LogicalType::asSummaryString)
        .collect(Collectors.toList());
  }

  private Set<String> differentOptions(RecordKeyForm other) {
    Map<String, String> options = table.kafkaOptions();
    Map<String, String> otherOptions = other.table.kafkaOptions();
    Set<String> names = new TreeSet<>(options.keySet());
    names.addAll(otherOptions.keySet());
    names.removeIf(
        name ->
            !name.startsWith("key." + format + ".")
                || Objects.equals(options.get(name), otherOptions.get(name)));
    return names;
  }
}
