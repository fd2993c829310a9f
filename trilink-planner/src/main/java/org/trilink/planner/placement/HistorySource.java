/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.planner.placement;

import java.util.Optional;
import org.apache.flink.table.api.ValidationException;
import org.apache.flink.table.planner.delegation.PlannerBase;
import org.apache.flink.table.types.logical.RowType;
import org.trilink.runtime.placement.KeyHistory;

/**
 * Where {@code partition.history} comes from: a table of that name or, if there is none, a file.
 */
final class HistorySource {

  private HistorySource() {}

  /**
   * Reads it.
   *
   * @param text a table's name, perhaps with its catalog and database, or a file's path
   * @param keyType the key's columns, in the order of the plan's {@code hash[...]}
   * @throws ValidationException if it cannot be read, or is not as it should be
   */
  public static KeyHistory read(String text, RowType keyType, PlannerBase planner) {
    Optional<HistoryTable> table =
        HistoryTable.find(text, planner.catalogManager(), planner.getParser());
    return table.isPresent() ? table.get().read(keyType, planner) : HistoryFile.read(text, keyType);
  }
}
