/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.connector.redis;

import org.apache.flink.table.api.ValidationException;

/** Checks what a user declares. */
public final class RedisValidation {

  /**
   * Requires a condition.
   *
   * @throws ValidationException with the message, formatted as {@link String#format} does, if it
   *     does not hold
   */
  @SuppressWarnings("AnnotateFormatMethod") // that annotation is in a jar that Trilink does without
  public static void require(boolean condition, String message, Object... arguments) {
    if (!condition) {
      throw new ValidationException(String.format(message, arguments));
    }
  }

  private RedisValidation() {}
}
