/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.csv;

import java.util.Objects;
import javax.annotation.Nullable;
import org.apache.flink.formats.csv.CsvRowDataDeserializationSchema;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.types.logical.RowType;
import org.trilink.runtime.decode.ProjectedDeserializationSchema;
import org.trilink.runtime.decode.ReadFields;
import org.trilink.runtime.decode.RowFilter;

/**
 * Decodes CSV messages of one line, and only the columns that are read. Any other message
 * (malformed, of several lines, in another encoding, with too many columns, or with a value that
 * does not fit its column) falls back to flink-csv's deserializer.
 */
public final class ProjectedCsvDeserializationSchema extends ProjectedDeserializationSchema {

  private static final long serialVersionUID = 1L;

  private final CsvDialect dialect;
  private final CsvColumn[] columns;
  @Nullable private final RowFilter filter;

  private transient CsvRowReader reader;

  /**
   * @param flinkCsv flink-csv's deserializer of the same messages
   * @param rowType of the messages and of the rows
   * @param read which columns are read
   * @param filter that identifies rows that the query drops, which need not be decoded completely;
   *     null for none
   * @throws IllegalArgumentException if the dialect has an {@link CsvDialect#obstacle obstacle}
   */
  public ProjectedCsvDeserializationSchema(
      CsvRowDataDeserializationSchema flinkCsv,
      RowType rowType,
      ReadFields read,
      @Nullable RowFilter filter,
      CsvDialect dialect) {
    super(flinkCsv, rowType, read, filter);
    if (dialect.obstacle() != null) {
      throw new IllegalArgumentException(dialect.obstacle());
    }
    this.dialect = dialect;
    this.filter = filter;
    this.columns = new CsvColumn[rowType.getFieldCount()];
    for (int i = 0; i < columns.length; i++) {
      boolean isOfDropped = filter == null || filter.isReadOfDropped(i);
      columns[i] =
          new CsvColumn(
              rowType.getTypeAt(i),
              read.reads(i),
              read.reads(i) && isOfDropped,
              filter != null && filter.isOn(i),
              dialect);
    }
  }

  @Override
  protected ProjectedCsvDeserializationSchema reading(
      ReadFields otherRead, @Nullable RowFilter otherFilter) {
    return new ProjectedCsvDeserializationSchema(
        (CsvRowDataDeserializationSchema) flinks(), rowType(), otherRead, otherFilter, dialect);
  }

  @Override
  public void open(InitializationContext context) throws Exception {
    super.open(context);
    reader = new CsvRowReader(columns, dialect, filter);
  }

  @Override
  @Nullable
  protected RowData decode(byte[] message) {
    try {
      return reader.read(message);
    } catch (RuntimeException e) {
      return null; // flink-csv finds the same error and reports it
    }
  }

  /**
   * Compares the dialects, too: flink-csv's deserializers are equal even if their options are not.
   */
  @Override
  public boolean equals(Object other) {
    return other instanceof ProjectedCsvDeserializationSchema
        && super.equals(other)
        && dialect.equals(((ProjectedCsvDeserializationSchema) other).dialect);
  }

  @Override
  public int hashCode() {
    return Objects.hash(super.hashCode(), dialect);
  }
}
