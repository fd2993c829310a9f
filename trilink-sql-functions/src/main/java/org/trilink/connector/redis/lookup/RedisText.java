/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.connector.redis.lookup;

import static java.nio.charset.StandardCharsets.UTF_8;

/** Shows values from Redis in messages. */
final class RedisText {

  /** Characters of a value that a message shows. */
  private static final int SHOWN = 80;

  /** In quotes; long ones are cut. */
  static String quoted(byte[] value) {
    String text = new String(value, UTF_8);
    return text.length() <= SHOWN
        ? "'" + text + "'"
        : "'" + text.substring(0, SHOWN) + "...' (" + value.length + " bytes)";
  }

  private RedisText() {}
}
