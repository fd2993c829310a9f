/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.flink;

import java.io.Serializable;
import org.apache.flink.formats.common.Converter;
import org.apache.flink.formats.csv.CsvToRowDataConverters;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.databind.JsonNode;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.types.logical.RowType;

/** The converter of rows of flink-csv, whose type differs between versions. */
public final class CsvConverter implements Serializable {

  private static final long serialVersionUID = 1L;

  private final Converter<JsonNode, Object, Void> flinks;

  /** Creates the converter of rows of a type. */
  public CsvConverter(RowType type, boolean ignoresParseErrors) {
    flinks = new CsvToRowDataConverters(ignoresParseErrors).createRowConverter(type, true);
  }

  /**
   * Converts a row. A field that does not fit its type is NULL if parse errors are ignored.
   *
   * @throws RuntimeException if a field does not fit its type, and that is not ignored
   */
  public RowData convert(JsonNode row) {
    return (RowData) flinks.convert(row, null);
  }
}
