/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.merge.store;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A MySQL-compatible server as a store. */
@Tag("slow")
class JdbcMergeStoreTest extends MergeStoreContract {

  private static MariaTestServer maria;

  @BeforeAll
  static void start() throws Exception {
    maria = MariaTestServer.started();
  }

  @AfterAll
  static void stop() throws Exception {
    maria.close();
  }

  @Override
  StoreServer server() {
    return maria;
  }

  @Test
  void noDriver() {
    MergeStore store =
        MergeStores.connect(
            StoreAddress.of(maria.address()),
            new MergeRun(id(), "a", false),
            ClassLoader.getPlatformClassLoader());

    assertThatThrownBy(store::progress)
        .isInstanceOf(StoreException.class)
        .hasMessageStartingWith("Global merge: no JDBC driver for jdbc:mysql://127.0.0.1:")
        .hasMessageContaining("Put the driver's jar")
        .hasMessageNotContaining("secret");
  }

  @Test
  void noDatabase() {
    MergeStore store =
        MergeStores.connect(
            StoreAddress.of(maria.address().replace("/merge?", "/nowhere?")),
            new MergeRun(id(), "a", false),
            JdbcMergeStoreTest.class.getClassLoader());

    assertThatThrownBy(() -> store.join(Membership.fresh(0, 1, id())))
        .isInstanceOf(StoreException.class)
        .hasMessageContaining("nowhere");
  }
}
