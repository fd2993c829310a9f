/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.csv;

import java.io.Serializable;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.table.types.logical.LogicalTypeFamily;

/** A column of a message, and what becomes of its values. */
final class CsvColumn implements Serializable {

  private static final long serialVersionUID = 1L;

  /** How a value is read, and for a row that is dropped. */
  final CsvValue value;

  final CsvValue valueOfDropped;

  /** Whether it is in the row, and in one that is dropped. */
  final boolean stored;

  final boolean storedOfDropped;

  /** Whether the filter needs it. */
  final boolean tested;

  /** Whether the text of an array or row is split before it is compared with the null literal. */
  final boolean isList;

  /** Whether an empty value is one that does not fit, and therefore NULL. */
  final boolean isNullIfEmpty;

  /** For values that do not have the usual form. */
  final FlinkCsvConverter converter;

  CsvColumn(
      LogicalType type,
      boolean stored,
      boolean storedOfDropped,
      boolean tested,
      CsvDialect dialect) {
    this.stored = stored;
    this.storedOfDropped = storedOfDropped;
    this.tested = tested;
    this.isList = !type.getChildren().isEmpty();
    this.value = value(type, stored, dialect);
    this.valueOfDropped = value(type, storedOfDropped, dialect);
    this.isNullIfEmpty = dialect.ignoresParseErrors() && isNumberOrTime(type);
    this.converter = new FlinkCsvConverter(type, isList, dialect);
  }

  private static boolean isNumberOrTime(LogicalType type) {
    return type.getTypeRoot().getFamilies().contains(LogicalTypeFamily.NUMERIC)
        || type.getTypeRoot().getFamilies().contains(LogicalTypeFamily.DATETIME);
  }

  /** A value that is not read must still fit its column if an error is not ignored. */
  private static CsvValue value(LogicalType type, boolean stored, CsvDialect dialect) {
    if (!stored && dialect.ignoresParseErrors()) {
      return CsvValue.SKIPPED;
    }
    switch (type.getTypeRoot()) {
      case BOOLEAN: // any text fits
        return stored ? CsvValue.BOOLEAN : CsvValue.SKIPPED;
      case CHAR:
      case VARCHAR:
        return stored ? CsvValue.TEXT : CsvValue.SKIPPED;
      case TINYINT:
        return CsvValue.BYTE;
      case SMALLINT:
        return CsvValue.SHORT;
      case INTEGER:
        return CsvValue.INT;
      case BIGINT:
        return CsvValue.LONG;
      case DOUBLE:
        return CsvValue.DOUBLE;
      case FLOAT:
      case DECIMAL: // whatever is a double in the usual form fits
        return stored ? CsvValue.OTHER : CsvValue.DOUBLE;
      case TIMESTAMP_WITHOUT_TIME_ZONE:
        return CsvValue.TIMESTAMP;
      case TIMESTAMP_WITH_LOCAL_TIME_ZONE:
        return CsvValue.UTC_TIMESTAMP;
      default:
        return CsvValue.OTHER;
    }
  }
}
