/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.sqllogictests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.SQLException;
import java.util.List;
import net.hydromatic.sqllogictest.SltSqlStatement;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.types.Row;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class DatabaseTest {

  private Database database;

  @BeforeEach
  void open() throws SQLException {
    database = new Database();
  }

  @AfterEach
  void close() throws SQLException {
    database.close();
  }

  @Test
  void tablesAreAsTheLastStatementLeavesThem() throws SQLException {
    execute("CREATE TABLE t1(a INTEGER PRIMARY KEY, b FLOAT, c TEXT)");
    execute("INSERT INTO t1 VALUES(1,2.5,'x')");
    execute("INSERT INTO t1(c,a) VALUES('y',2)");
    execute("DELETE FROM t1 WHERE a = 1");

    assertThat(database.tables())
        .containsExactly(
            new TableContents(
                "t1",
                List.of("a", "b", "c"),
                List.of(Types.INT, Types.DOUBLE, Types.STRING),
                List.of(Row.of(2, null, "y"))));
  }

  @Test
  void viewsAreThereUntilTheyAreDropped() throws SQLException {
    execute("CREATE TABLE t1(a INTEGER)");
    execute("CREATE VIEW v1 AS SELECT a FROM t1");
    execute("CREATE VIEW v2 AS SELECT a + 1 AS b FROM v1");
    assertThat(database.views())
        .containsExactly(
            "CREATE VIEW v1 AS SELECT a FROM t1", "CREATE VIEW v2 AS SELECT a + 1 AS b FROM v1");

    execute("DROP VIEW v2");

    assertThat(database.views()).containsExactly("CREATE VIEW v1 AS SELECT a FROM t1");
  }

  @Test
  void aStatementMayFailIfTheFileExpectsIt() throws SQLException {
    database.execute(new SltSqlStatement("DROP TABLE t1", false));

    assertThatThrownBy(() -> execute("DROP TABLE t1")).isInstanceOf(SQLException.class);
  }

  @Test
  void eachDatabaseHasTablesOfItsOwn() throws SQLException {
    execute("CREATE TABLE t1(a INTEGER)");

    try (Database other = new Database()) {
      assertThat(other.tables()).isEmpty();
    }
  }

  private void execute(String statement) throws SQLException {
    database.execute(new SltSqlStatement(statement, true));
  }
}
