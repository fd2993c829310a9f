/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.sqllogictests;

import java.util.List;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.java.typeutils.RowTypeInfo;
import org.apache.flink.types.Row;

/**
 * A table as the statements of a test file have left it.
 *
 * @param rows may have nulls as values
 */
record TableContents(
    String name, List<String> columns, List<TypeInformation<?>> types, List<Row> rows) {

  RowTypeInfo rowType() {
    return new RowTypeInfo(
        types.toArray(new TypeInformation<?>[0]), columns.toArray(new String[0]));
  }
}
