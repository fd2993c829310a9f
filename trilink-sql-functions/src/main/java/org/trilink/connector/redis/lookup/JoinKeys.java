/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.connector.redis.lookup;

import java.util.Arrays;
import javax.annotation.Nullable;
import org.apache.flink.table.data.binary.BinaryStringData;

/** A join's keys, equal if their values are. */
final class JoinKeys {

  private Object[] values;

  JoinKeys(Object[] values) {
    this.values = values;
  }

  /** Changes the keys of an object that is only used to look others up. */
  void replace(Object[] newValues) {
    values = newValues;
  }

  /** With values of their own: texts may be views of a message. */
  JoinKeys copy() {
    Object[] copies = values.clone();
    for (int i = 0; i < copies.length; i++) {
      if (copies[i] instanceof BinaryStringData) {
        copies[i] = ((BinaryStringData) copies[i]).copy();
      } else if (copies[i] instanceof byte[]) {
        copies[i] = ((byte[]) copies[i]).clone();
      }
    }
    return new JoinKeys(copies);
  }

  /** Not to be changed. */
  Object[] values() {
    return values;
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof JoinKeys && Arrays.deepEquals(values, ((JoinKeys) other).values);
  }

  @Override
  public int hashCode() {
    return Arrays.deepHashCode(values);
  }
}
