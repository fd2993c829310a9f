/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.csv;

import java.io.Serializable;
import javax.annotation.Nullable;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.databind.JsonNode;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.databind.node.ArrayNode;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.databind.node.JsonNodeFactory;
import org.apache.flink.table.data.GenericRowData;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.table.types.logical.RowType;
import org.trilink.runtime.flink.CsvConverter;

/** Converts the text of one column as flink-csv does, with flink-csv's own converter. */
final class FlinkCsvConverter implements Serializable {

  private static final long serialVersionUID = 1L;

  private static final String NAME = "value";

  private final CsvConverter converter;
  private final boolean isList;
  private final String arraySeparator;
  @Nullable private final String nullLiteral;

  FlinkCsvConverter(LogicalType type, boolean isList, CsvDialect dialect) {
    this.converter =
        new CsvConverter(
            RowType.of(new LogicalType[] {type}, new String[] {NAME}),
            dialect.ignoresParseErrors());
    this.isList = isList;
    this.arraySeparator = dialect.arraySeparator();
    this.nullLiteral = dialect.nullLiteral();
  }

  /**
   * The value in Flink's internal form.
   *
   * @throws RuntimeException if the text does not fit the column, unless that is ignored
   */
  @Nullable
  Object convert(String text) {
    JsonNode value = isList ? list(text) : JsonNodeFactory.instance.textNode(text);
    JsonNode row = JsonNodeFactory.instance.objectNode().set(NAME, value);
    return ((GenericRowData) converter.convert(row)).getField(0);
  }

  /** An array, or the fields of a row. A blank text has no elements. */
  private ArrayNode list(String text) {
    ArrayNode list = JsonNodeFactory.instance.arrayNode();
    int begin = 0;
    for (int end = text.indexOf(arraySeparator); end >= 0; ) {
      add(text.substring(begin, end), list);
      begin = end + arraySeparator.length();
      end = text.indexOf(arraySeparator, begin);
    }
    if (begin > 0 || !text.trim().isEmpty()) {
      add(text.substring(begin), list);
    }
    return list;
  }

  private void add(String element, ArrayNode list) {
    if (element.equals(nullLiteral)) {
      list.addNull();
    } else {
      list.add(element);
    }
  }
}
