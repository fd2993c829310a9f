/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.planner.placement;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.apache.flink.table.api.EnvironmentSettings;
import org.apache.flink.table.api.TableEnvironment;
import org.apache.flink.table.api.ValidationException;
import org.apache.flink.table.api.internal.TableEnvironmentImpl;
import org.apache.flink.table.planner.delegation.PlannerBase;
import org.apache.flink.table.types.logical.IntType;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.table.types.logical.RowType;
import org.apache.flink.table.types.logical.VarCharType;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.trilink.runtime.placement.KeyHistory;

/** Tables of (key, count). The tests of key placement check that the counts are used. */
@Tag("slow")
class HistoryTableTest {

  private static final LogicalType INT = new IntType(false);
  private static final LogicalType TEXT = new VarCharType(VarCharType.MAX_LENGTH);

  private final TableEnvironment tables =
      TableEnvironment.create(EnvironmentSettings.inStreamingMode());

  @BeforeEach
  void aBoundedTable() {
    create("TABLE counts (v INT, records BIGINT)", "'number-of-rows'='7'");
  }

  private void create(String table, String options) {
    tables.executeSql(
        "CREATE "
            + table
            + " WITH ('connector'='datagen', 'fields.records.min'='1', 'fields.records.max'='9'"
            + (options.isEmpty() ? "" : ", " + options)
            + ")");
  }

  private KeyHistory read(String name, LogicalType... keys) {
    PlannerBase planner = (PlannerBase) ((TableEnvironmentImpl) tables).getPlanner();
    return HistorySource.read(name, RowType.of(keys), planner);
  }

  @Test
  void everyRowIsAKey() {
    assertThat(read("counts", INT).size()).isEqualTo(7);
    assertThat(read("`default_catalog`.`default_database`.`counts`", INT).size()).isEqualTo(7);
  }

  @Test
  void aTemporaryTable() {
    create("TEMPORARY TABLE t (name CHAR(3), v INT, records INT)", "'number-of-rows'='3'");

    assertThat(read("t", TEXT, INT).size()).isEqualTo(3);
  }

  @Test
  void columnsThatAreNotTheKeys() {
    assertThatThrownBy(() -> read("counts", TEXT))
        .isInstanceOf(ValidationException.class)
        .hasMessage(
            "TRILINK hint: the table default_catalog.default_database.counts of 'partition.history'"
                + " has the columns (INT, BIGINT). It must have the key's (STRING) and then the"
                + " number of records, an integer.");
    assertThatThrownBy(() -> read("counts", INT, INT)).isInstanceOf(ValidationException.class);
  }

  @Test
  void aNumberOfRecordsBelowZero() {
    tables.executeSql(
        "CREATE TABLE below (v INT, records BIGINT) WITH ('connector'='datagen',"
            + " 'number-of-rows'='1', 'fields.v.kind'='sequence', 'fields.v.start'='4', 'fields.v.end'='4',"
            + " 'fields.records.kind'='sequence', 'fields.records.start'='-2',"
            + " 'fields.records.end'='-2')");

    assertThatThrownBy(() -> read("below", INT))
        .hasMessage(
            "TRILINK hint: the table default_catalog.default_database.below of 'partition.history'"
                + " has the row +I[4, -2], and -2 is not a number of records.");
  }

  @Test
  void aTableThatDoesNotEnd() {
    create("TABLE endless (v INT, records BIGINT)", "");

    assertThatThrownBy(() -> read("endless", INT))
        .isInstanceOf(ValidationException.class)
        .hasMessage(
            "TRILINK hint: the table default_catalog.default_database.endless of"
                + " 'partition.history' cannot be read: Querying an unbounded table"
                + " 'default_catalog.default_database.endless' in batch mode is not allowed. The"
                + " table source is unbounded.");
  }

  @Test
  void aView() {
    tables.executeSql("CREATE VIEW busy AS SELECT * FROM counts WHERE records > 3");

    assertThatThrownBy(() -> read("busy", INT))
        .hasMessage(
            "TRILINK hint: 'partition.history' names default_catalog.default_database.busy, which"
                + " has no connector. Name a table with a connector (not a view), or a file.");
  }

  @Test
  void aNameOfNothing() {
    assertThatThrownBy(() -> read("nothing", INT))
        .isInstanceOf(ValidationException.class)
        .hasMessageStartingWith(
            "TRILINK hint: 'partition.history' names 'nothing', which is neither a table nor a"
                + " readable file: ");
  }
}
