/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.connector.redis.lookup;

import java.util.List;
import org.apache.flink.table.data.RowData;

/** Finds the rows that a join asks for. Used by one thread. */
interface Lookup extends AutoCloseable {

  /**
   * The rows that match the keys, complete; empty if there are none. They may be shared: never to
   * be changed.
   *
   * @param keys of the join, none of them null; copied if they are kept
   * @throws org.trilink.connector.redis.RedisConnectorException if Redis cannot be asked, after all
   *     retries, or holds what does not fit the table
   */
  List<RowData> rows(Object[] keys) throws InterruptedException;

  @Override
  void close();
}
