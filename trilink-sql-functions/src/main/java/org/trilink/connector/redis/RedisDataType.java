/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.connector.redis;

import org.apache.flink.annotation.Internal;
import org.apache.flink.annotation.PublicEvolving;

/** The data type at a table's Redis keys, which determines how its columns map to it. */
@PublicEvolving
public enum RedisDataType {
  /** A row is a string: its only other column is the value. */
  STRING("string", "string"),
  /** A row is a hash: its other columns are the hash's fields, by their names. */
  HASH("hash", "hash"),
  /** A row is one field of a hash: a column with the field's name, one with its value. */
  HASH_FIELD("hash-field", "hash"),
  /** A row is one member of a set. */
  SET("set", "set"),
  /** A row is one element of a list. */
  LIST("list", "list");

  private final String word;
  private final String type;

  RedisDataType(String word, String type) {
    this.word = word;
    this.type = type;
  }

  /** The type as the server's TYPE command names it. */
  @Internal
  public String type() {
    return type;
  }

  /** As a table's options spell it. */
  @Override
  public String toString() {
    return word;
  }
}
