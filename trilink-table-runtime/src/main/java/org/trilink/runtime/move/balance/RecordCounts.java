/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.move.balance;

import java.io.Serializable;
import java.util.Arrays;

/** Record counts by key group, for some key groups. */
public final class RecordCounts implements Serializable {

  private static final long serialVersionUID = 1L;

  public static final RecordCounts NONE = new RecordCounts(new short[0], new long[0]);

  private final short[] keyGroups;
  private final long[] records;

  RecordCounts(short[] keyGroups, long[] records) {
    this.keyGroups = keyGroups;
    this.records = records;
  }

  public void forEach(CountAction action) {
    for (int i = 0; i < keyGroups.length; i++) {
      action.accept(keyGroups[i], records[i]);
    }
  }

  /** The sum over all key groups. */
  long total() {
    return Arrays.stream(records).sum();
  }

  /** An action for each count. */
  public interface CountAction {
    void accept(int keyGroup, long records);
  }
}
