/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.sqllogictests;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class StreamingQueryTest {

  @Test
  void orderByIsRemoved() {
    assertThat(streaming("SELECT a, b FROM t1 WHERE a > 1 ORDER BY 1, b DESC"))
        .isEqualTo("SELECT a, b FROM t1 WHERE a > 1");
  }

  @Test
  void orderByIsRemovedBehindAUnion() {
    assertThat(streaming("SELECT a FROM t1 UNION SELECT b FROM t2 order by 1"))
        .isEqualTo("SELECT a FROM t1 UNION SELECT b FROM t2");
  }

  @Test
  void orderByOfASubQueryStays() {
    String query = "SELECT a FROM t1 WHERE b IN (SELECT c FROM t2 ORDER BY c LIMIT 1)";

    assertThat(streaming(query + " ORDER BY a")).isEqualTo(query);
  }

  @Test
  void orderByWithALimitStays() {
    String query = "SELECT a FROM t1 ORDER BY a LIMIT 3";

    assertThat(streaming(query)).isEqualTo(query);
  }

  @Test
  void whatIsNoSqlStays() {
    assertThat(streaming("SELECT a DIV b FROM t1 ORDER BY 1"))
        .isEqualTo("SELECT a DIV b FROM t1 ORDER BY 1");
  }

  @Test
  void joinsAreCounted() {
    assertThat(StreamingQuery.of("SELECT a FROM t1").joins()).isZero();
    assertThat(
            StreamingQuery.of(
                    "SELECT a FROM t1, t2 JOIN t3 ON b = c"
                        + " WHERE d IN (SELECT e FROM t4, t5) ORDER BY 1")
                .joins())
        .isEqualTo(3);
  }

  private static String streaming(String query) {
    return StreamingQuery.of(query).sql();
  }
}
