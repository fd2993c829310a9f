/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.csv;

/** How a column's value is read where it has the usual form. */
enum CsvValue {
  /** It is neither read nor checked. */
  SKIPPED,
  BOOLEAN,
  BYTE,
  SHORT,
  INT,
  LONG,
  DOUBLE,
  TEXT,
  TIMESTAMP,
  /** A timestamp with a {@code Z} at the end. */
  UTC_TIMESTAMP,
  /** By flink-csv's converter, as all values that do not have the usual form. */
  OTHER
}
