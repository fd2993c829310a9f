/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.merge.store;

/** Opens stores. */
public final class MergeStores {

  private MergeStores() {}

  /**
   * A store that connects when it is first used, and retries requests that may succeed later: see
   * {@link RetryingMergeStore}.
   *
   * @param drivers finds JDBC drivers
   */
  public static RetryingMergeStore open(StoreAddress address, MergeRun run, ClassLoader drivers) {
    return new RetryingMergeStore(connect(address, run, drivers), address);
  }

  /** A store that throws all errors, without retries. */
  static MergeStore connect(StoreAddress address, MergeRun run, ClassLoader drivers) {
    return address.isRedis()
        ? new RedisMergeStore(address, run)
        : new JdbcMergeStore(address, run, drivers);
  }
}
