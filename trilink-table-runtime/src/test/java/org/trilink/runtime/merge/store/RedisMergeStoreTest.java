/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.merge.store;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;

/** Redis as a store. */
class RedisMergeStoreTest extends MergeStoreContract {

  private static RedisTestServer redis;

  @BeforeAll
  static void start() throws Exception {
    redis = RedisTestServer.started("secret");
  }

  @AfterAll
  static void stop() throws Exception {
    redis.close();
  }

  @Override
  StoreServer server() {
    return redis;
  }
}
