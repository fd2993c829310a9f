/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.planner.placement;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.apache.flink.api.common.RuntimeExecutionMode;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.ExecutionOptions;
import org.apache.flink.configuration.PipelineOptions;
import org.apache.flink.configuration.ReadableConfig;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.table.api.EnvironmentSettings;
import org.apache.flink.table.api.TableDescriptor;
import org.apache.flink.table.api.ValidationException;
import org.apache.flink.table.api.bridge.java.StreamTableEnvironment;
import org.apache.flink.table.catalog.CatalogBaseTable;
import org.apache.flink.table.catalog.CatalogManager;
import org.apache.flink.table.catalog.Column;
import org.apache.flink.table.catalog.ObjectIdentifier;
import org.apache.flink.table.catalog.UnresolvedIdentifier;
import org.apache.flink.table.data.conversion.RowRowConverter;
import org.apache.flink.table.delegation.Parser;
import org.apache.flink.table.planner.delegation.PlannerBase;
import org.apache.flink.table.runtime.typeutils.RowDataSerializer;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.table.types.logical.LogicalTypeFamily;
import org.apache.flink.table.types.logical.RowType;
import org.apache.flink.table.types.utils.TypeConversions;
import org.apache.flink.table.utils.EncodingUtils;
import org.apache.flink.types.Row;
import org.apache.flink.util.CloseableIterator;
import org.trilink.planner.flink.FlinkSettings;
import org.trilink.runtime.placement.KeyHistory;

/**
 * Reads how many records each key has had: a bounded table, first with the key's columns in the
 * order of the plan's {@code hash[...]}, then the number of records. It is read by a small batch
 * job of its own, in the program that submits the statement.
 */
final class HistoryTable {

  private final ObjectIdentifier name;
  private final CatalogBaseTable table;
  private final List<Column> columns;

  private HistoryTable(ObjectIdentifier name, CatalogBaseTable table, List<Column> columns) {
    this.name = name;
    this.table = table;
    this.columns = columns;
  }

  /** The table of that name; empty if there is none, or the text is no name. */
  static Optional<HistoryTable> find(String text, CatalogManager catalogs, Parser parser) {
    UnresolvedIdentifier parsed;
    try {
      parsed = parser.parseIdentifier(text);
    } catch (RuntimeException notAName) { // each parser has its own
      return Optional.empty();
    }
    ObjectIdentifier name = catalogs.qualifyIdentifier(parsed);
    return catalogs
        .getTable(name)
        .map(
            found ->
                new HistoryTable(name, found.getTable(), found.getResolvedSchema().getColumns()));
  }

  /**
   * Reads it.
   *
   * @throws ValidationException if its columns are not as they should be, or it cannot be read
   */
  KeyHistory read(RowType keyType, PlannerBase planner) {
    checkColumns(keyType);
    KeyHistory history = new KeyHistory();
    RowRowConverter toKey = RowRowConverter.create(TypeConversions.fromLogicalToDataType(keyType));
    toKey.open(Thread.currentThread().getContextClassLoader());
    RowDataSerializer serializer = new RowDataSerializer(keyType);
    try (CloseableIterator<Row> rows = rows(planner)) {
      while (rows.hasNext()) {
        Row row = rows.next();
        Row key = new Row(keyType.getFieldCount());
        for (int i = 0; i < key.getArity(); i++) {
          key.setField(i, row.getField(i));
        }
        history.add(serializer.toBinaryRow(toKey.toInternal(key)), records(row));
      }
    } catch (ValidationException e) {
      throw e;
    } catch (Exception e) { // closing may throw anything
      throw cannotBeRead(e);
    }
    return history;
  }

  private ValidationException cannotBeRead(Exception e) {
    String message = rootCause(e).getMessage();
    String reason = message == null ? rootCause(e).toString() : message.replaceFirst("\\.$", "");
    return new ValidationException(
        String.format(
            "TRILINK hint: the table %s of 'partition.history' cannot be read: %s.",
            name.asSummaryString(), reason),
        e);
  }

  private static Throwable rootCause(Throwable e) {
    return e.getCause() == null ? e : rootCause(e.getCause());
  }

  private void checkColumns(RowType keyType) {
    int keys = keyType.getFieldCount();
    boolean fits =
        columns.size() == keys + 1
            && type(keys).getTypeRoot().getFamilies().contains(LogicalTypeFamily.INTEGER_NUMERIC);
    for (int i = 0; fits && i < keys; i++) {
      fits = isSame(type(i), keyType.getTypeAt(i));
    }
    if (!fits) {
      throw new ValidationException(
          String.format(
              "TRILINK hint: the table %s of 'partition.history' has the columns (%s). It must have"
                  + " the key's (%s) and then the number of records, an integer.",
              name.asSummaryString(),
              columns.stream()
                  .map(column -> column.getDataType().getLogicalType().asSummaryString())
                  .collect(Collectors.joining(", ")),
              keyType.getChildren().stream()
                  .map(LogicalType::asSummaryString)
                  .collect(Collectors.joining(", "))));
    }
  }

  private LogicalType type(int column) {
    return columns.get(column).getDataType().getLogicalType();
  }

  /** Whether values of both types have the same bytes in a row. */
  private static boolean isSame(LogicalType column, LogicalType ofKey) {
    boolean isText =
        column.getTypeRoot().getFamilies().contains(LogicalTypeFamily.CHARACTER_STRING)
            && ofKey.getTypeRoot().getFamilies().contains(LogicalTypeFamily.CHARACTER_STRING);
    return isText || column.copy(true).equals(ofKey.copy(true));
  }

  private CloseableIterator<Row> rows(PlannerBase planner) {
    Configuration configuration = new Configuration();
    configuration.set(ExecutionOptions.RUNTIME_MODE, RuntimeExecutionMode.BATCH);
    copyJars(FlinkSettings.of(planner.getTableConfig()), configuration);
    StreamTableEnvironment local =
        StreamTableEnvironment.create(
            StreamExecutionEnvironment.createLocalEnvironment(1, configuration),
            EnvironmentSettings.newInstance().inBatchMode().build());
    String path = EncodingUtils.escapeIdentifier(name.getObjectName());
    local.createTemporaryTable(path, descriptor());
    try {
      return local.from(path).execute().collect();
    } catch (ValidationException e) {
      throw cannotBeRead(e);
    }
  }

  private static void copyJars(ReadableConfig from, Configuration to) {
    from.getOptional(PipelineOptions.JARS).ifPresent(jars -> to.set(PipelineOptions.JARS, jars));
    from.getOptional(PipelineOptions.CLASSPATHS)
        .ifPresent(paths -> to.set(PipelineOptions.CLASSPATHS, paths));
  }

  /** Describes the table anew, with its own connector, schema and options. */
  private TableDescriptor descriptor() {
    Map<String, String> options = table.getOptions();
    if (!options.containsKey("connector")) {
      throw new ValidationException(
          String.format(
              "TRILINK hint: 'partition.history' names %s, which has no connector. Name a table"
                  + " with a connector (not a view), or a file.",
              name.asSummaryString()));
    }
    TableDescriptor.Builder descriptor =
        TableDescriptor.forConnector(options.get("connector")).schema(table.getUnresolvedSchema());
    options.forEach(
        (option, value) -> {
          if (!option.equals("connector")) {
            descriptor.option(option, value);
          }
        });
    return descriptor.build();
  }

  private long records(Row row) {
    Object records = row.getField(row.getArity() - 1);
    if (records instanceof Number && ((Number) records).longValue() >= 0) {
      return ((Number) records).longValue();
    }
    throw new ValidationException(
        String.format(
            "TRILINK hint: the table %s of 'partition.history' has the row %s, and %s is not a"
                + " number of records.",
            name.asSummaryString(), row, records));
  }
}
