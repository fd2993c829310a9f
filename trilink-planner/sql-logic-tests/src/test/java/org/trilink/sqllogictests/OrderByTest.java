/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.sqllogictests;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class OrderByTest {

  @Test
  void isRemoved() {
    assertThat(OrderBy.remove("SELECT a, b FROM t1 WHERE a > 1 ORDER BY 1, b DESC"))
        .isEqualTo("SELECT a, b FROM t1 WHERE a > 1");
  }

  @Test
  void isRemovedBehindAUnion() {
    assertThat(OrderBy.remove("SELECT a FROM t1 UNION SELECT b FROM t2 order by 1"))
        .isEqualTo("SELECT a FROM t1 UNION SELECT b FROM t2");
  }

  @Test
  void ofASubQueryStays() {
    String query = "SELECT a FROM t1 WHERE b IN (SELECT c FROM t2 ORDER BY c LIMIT 1)";

    assertThat(OrderBy.remove(query + " ORDER BY a")).isEqualTo(query);
  }

  @Test
  void withALimitStays() {
    String query = "SELECT a FROM t1 ORDER BY a LIMIT 3";

    assertThat(OrderBy.remove(query)).isEqualTo(query);
  }

  @Test
  void isNotLookedForInWhatIsNoSql() {
    assertThat(OrderBy.remove("SELECT a DIV b FROM t1 ORDER BY 1"))
        .isEqualTo("SELECT a DIV b FROM t1 ORDER BY 1");
  }
}
