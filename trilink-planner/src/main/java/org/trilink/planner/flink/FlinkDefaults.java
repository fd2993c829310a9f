/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.planner.flink;

import org.apache.calcite.config.Lex;
import org.apache.calcite.sql.parser.SqlParser;
import org.apache.calcite.sql2rel.SqlToRelConverter;
import org.apache.flink.sql.parser.validate.FlinkSqlConformance;
import org.apache.flink.table.planner.calcite.FlinkRelFactories;

/** The settings that Flink uses if none are configured; it has no public place for them. */
public final class FlinkDefaults {

  private FlinkDefaults() {}

  /** As {@code PlannerContext} sets it up. */
  public static SqlToRelConverter.Config sqlToRelConverterConfig() {
    return SqlToRelConverter.config()
        .withTrimUnusedFields(false)
        .withInSubQueryThreshold(Integer.MAX_VALUE)
        .withExpand(false)
        .withRelBuilderFactory(FlinkRelFactories.FLINK_REL_BUILDER());
  }

  /** As {@code PlannerContext} sets it up for the default dialect, but for the parser itself. */
  public static SqlParser.Config sqlParserConfig() {
    return SqlParser.config()
        .withConformance(FlinkSqlConformance.DEFAULT)
        .withLex(Lex.JAVA)
        .withIdentifierMaxLength(256);
  }
}
