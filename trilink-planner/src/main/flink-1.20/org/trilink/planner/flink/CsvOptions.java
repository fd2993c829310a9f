/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.planner.flink;

import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.dataformat.csv.CsvSchema;

/** The dialect of a CSV decoder, which versions of Flink have in different fields. */
public final class CsvOptions {

  private CsvOptions() {}

  /**
   * Reads it from Flink's decoder of a table.
   *
   * @throws NoSuchFieldException if this is not the Flink that Trilink supports
   */
  public static CsvSchema of(Object decoder) throws ReflectiveOperationException {
    return (CsvSchema) FlinkField.CSV_SCHEMA.get(decoder);
  }
}
