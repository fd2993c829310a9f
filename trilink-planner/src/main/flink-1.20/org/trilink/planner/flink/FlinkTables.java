/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.planner.flink;

import java.util.Collections;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.table.catalog.ObjectIdentifier;
import org.apache.flink.table.catalog.ResolvedCatalogTable;
import org.apache.flink.table.factories.DynamicTableFactory;
import org.apache.flink.table.factories.FactoryUtil;
import org.apache.flink.table.planner.plan.nodes.calcite.Sink;
import org.apache.flink.table.planner.plan.schema.TableSourceTable;

/** The tables that a plan reads and writes, which versions of Flink describe in other ways. */
public final class FlinkTables {

  private FlinkTables() {}

  /** Returns the name of a table that is read. */
  public static ObjectIdentifier name(TableSourceTable source) {
    return source.contextResolvedTable().getIdentifier();
  }

  /** Returns a table that is read, as the catalog has it. */
  public static ResolvedCatalogTable table(TableSourceTable source) {
    return source.contextResolvedTable().getResolvedTable();
  }

  /** Returns the name of the table that is written. */
  public static ObjectIdentifier name(Sink sink) {
    return sink.contextResolvedTable().getIdentifier();
  }

  /** Returns the table that is written, as the catalog has it. */
  public static ResolvedCatalogTable table(Sink sink) {
    return sink.contextResolvedTable().getResolvedTable();
  }

  /** Makes a temporary table for a factory. */
  public static DynamicTableFactory.Context context(
      ObjectIdentifier name,
      ResolvedCatalogTable table,
      Configuration session,
      ClassLoader classLoader) {
    return new FactoryUtil.DefaultDynamicTableContext(
        name, table, Collections.emptyMap(), session, classLoader, true);
  }
}
