/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.json;

/** How {@link PlainObjectReader} takes a value of a field. */
enum PlainValue {
  /** It cannot: messages with this field are not plain. */
  NEVER,
  /** Any number, text, boolean or null is left out. */
  SKIPPED,
  BOOLEAN,
  INT,
  LONG,
  DOUBLE,
  /** A double of a decoder whose numbers have no -0.0. */
  DOUBLE_WITHOUT_NEGATIVE_ZERO,
  TEXT,
  TIMESTAMP,
  /** A timestamp with a {@code Z} at the end. */
  UTC_TIMESTAMP
}
