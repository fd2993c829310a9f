/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.connector.redis.lookup;

import java.util.Arrays;
import javax.annotation.Nullable;

/** SQL's {@code =} of two values of one type, in Flink's internal form. */
final class SqlEquality {

  /** False if one is null, as it is not true; NaN equals nothing. */
  static boolean holds(@Nullable Object left, @Nullable Object right) {
    if (left == null || right == null) {
      return false;
    }
    if (left instanceof byte[] && right instanceof byte[]) {
      return Arrays.equals((byte[]) left, (byte[]) right);
    }
    if (left instanceof Double && right instanceof Double) {
      return ((Double) left).doubleValue() == ((Double) right).doubleValue();
    }
    if (left instanceof Float && right instanceof Float) {
      return ((Float) left).floatValue() == ((Float) right).floatValue();
    }
    return left.equals(right);
  }

  private SqlEquality() {}
}
