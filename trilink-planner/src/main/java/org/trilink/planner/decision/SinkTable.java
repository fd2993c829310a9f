/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.planner.decision;

import java.util.Map;
import org.apache.flink.table.catalog.ResolvedCatalogTable;
import org.apache.flink.table.planner.hint.FlinkHints;
import org.apache.flink.table.planner.plan.nodes.calcite.Sink;
import org.trilink.planner.flink.FlinkTables;

/** The table that a statement writes. */
public final class SinkTable {

  private SinkTable() {}

  /** With the options of the statement's OPTIONS hint, which Flink's node keeps apart. */
  public static ResolvedCatalogTable of(Sink sink) {
    Map<String, String> hinted = FlinkHints.getHintedOptions(sink.hints());
    ResolvedCatalogTable table = FlinkTables.table(sink);
    return hinted.isEmpty()
        ? table // nor may it be asked for options: it may be none of a catalog
        : table.copy(FlinkHints.mergeTableOptions(hinted, table.getOptions()));
  }
}
