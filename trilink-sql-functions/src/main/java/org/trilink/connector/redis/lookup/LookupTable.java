/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.connector.redis.lookup;

import java.util.List;
import org.apache.flink.table.data.GenericRowData;

/** A table to look rows up in. Used by one thread. */
interface LookupTable extends AutoCloseable {

  /**
   * The rows at an address; empty if there are none. They are shared: never to be changed.
   *
   * @throws org.trilink.connector.redis.RedisConnectorException if Redis cannot be asked, after all
   *     retries, or holds what does not fit the table
   */
  List<GenericRowData> find(LookupAddress address) throws InterruptedException;

  @Override
  void close();
}
