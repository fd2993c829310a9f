/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.planner.placement;

import org.apache.flink.table.runtime.generated.GeneratedProjection;
import org.apache.flink.table.runtime.keyselector.BinaryRowDataKeySelector;
import org.apache.flink.table.runtime.keyselector.RowDataKeySelector;
import org.trilink.planner.flink.FlinkField;
import org.trilink.runtime.key.ReusedKeySelector;

/** Flink's selector of keys copies each key. Placement copies only what it keeps. */
final class ReusedKeys {

  private ReusedKeys() {}

  /**
   * A selector of the same keys that reuses one row; the selector itself if it has no such form.
   */
  static RowDataKeySelector of(RowDataKeySelector keys) {
    if (!(keys instanceof BinaryRowDataKeySelector)) {
      return keys;
    }
    try {
      return new ReusedKeySelector(
          keys.getProducedType(), (GeneratedProjection) FlinkField.KEY_PROJECTION.get(keys));
    } catch (ReflectiveOperationException anotherFlink) {
      return keys;
    }
  }
}
