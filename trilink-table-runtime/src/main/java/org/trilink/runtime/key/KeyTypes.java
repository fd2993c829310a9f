/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.key;

import java.io.IOException;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.apache.flink.core.memory.DataInputView;
import org.apache.flink.core.memory.DataOutputView;
import org.apache.flink.table.api.TableException;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.table.types.logical.RowType;
import org.apache.flink.table.types.logical.UserDefinedType;
import org.apache.flink.types.StringValue;

/**
 * The types of a key's columns, as text. They are not needed to read a key. They are in a savepoint
 * in order to be compared with those of the plan that is restored from it. The text is never turned
 * back into a class, so a savepoint can be read where the classes of its types are missing, such as
 * in the planner.
 */
final class KeyTypes implements Serializable {

  private static final long serialVersionUID = 1L;

  /** The serializer in the text of a RAW type. */
  private static final Pattern SERIALIZER = Pattern.compile("'[A-Za-z0-9+/=]{32,}'");

  private final List<String> columns;

  private KeyTypes(List<String> columns) {
    this.columns = columns;
  }

  /** Without the columns' names: they may change with the query's text. */
  static KeyTypes of(RowType keyType) {
    return new KeyTypes(
        keyType.getChildren().stream().map(KeyTypes::text).collect(Collectors.toList()));
  }

  int count() {
    return columns.size();
  }

  void write(DataOutputView out) throws IOException {
    out.writeInt(columns.size());
    for (String column : columns) {
      StringValue.writeString(column, out); // writeUTF allows 64 KiB at most, a RAW type more
    }
  }

  static KeyTypes read(DataInputView in) throws IOException {
    int count = in.readInt();
    List<String> columns = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      columns.add(StringValue.readString(in));
    }
    return new KeyTypes(columns);
  }

  /**
   * Two texts are equal only if the values of both types are serialized in the same way. Flink's
   * own text of a type has this property, except for user-defined types, which have only a name or
   * no text at all.
   */
  private static String text(LogicalType type) {
    if (!hasUserDefinedType(type)) {
      try {
        return type.asSerializableString();
      } catch (TableException noSuchText) {
        // CHAR(0), symbols, and types of the old type system: the summary has all of them
      }
    }
    List<LogicalType> parts = type.getChildren();
    return parts.isEmpty()
        ? type.asSummaryString()
        : type.asSummaryString()
            + parts.stream().map(KeyTypes::text).collect(Collectors.joining(", ", " of (", ")"));
  }

  private static boolean hasUserDefinedType(LogicalType type) {
    return type instanceof UserDefinedType
        || type.getChildren().stream().anyMatch(KeyTypes::hasUserDefinedType);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof KeyTypes && columns.equals(((KeyTypes) other).columns);
  }

  @Override
  public int hashCode() {
    return columns.hashCode();
  }

  /** The types in SQL, for messages. */
  @Override
  public String toString() {
    return columns.stream()
        .map(column -> column.replace("VARCHAR(2147483647)", "STRING"))
        .map(column -> column.replace("VARBINARY(2147483647)", "BYTES"))
        .map(column -> SERIALIZER.matcher(column).replaceAll("..."))
        .collect(Collectors.joining(", ", "(", ")"));
  }
}
