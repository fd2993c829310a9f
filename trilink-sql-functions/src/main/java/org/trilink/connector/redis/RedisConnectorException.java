/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.connector.redis;

import javax.annotation.Nullable;

/** An error with a Redis table, in one line that names the cause and the remedy. */
public final class RedisConnectorException extends RuntimeException {

  private static final long serialVersionUID = 1;

  public RedisConnectorException(String message, @Nullable Throwable cause) {
    super(message, cause);
  }

  public RedisConnectorException(String message) {
    super(message);
  }
}
