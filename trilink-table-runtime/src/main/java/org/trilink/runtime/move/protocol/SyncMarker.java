/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.move.protocol;

import java.io.Serializable;

/**
 * A marker that a placing subtask sends to every subtask behind the exchange, in band: all records
 * before the marker were placed by the map from before the Sync, all records behind it by the new
 * map.
 */
public final class SyncMarker implements Serializable {

  private static final long serialVersionUID = 1L;

  private final int number;
  private final int input;
  private final int sender;

  /**
   * @param number of the Sync
   * @param input of the operator behind the exchange, from 0 on
   * @param sender the placing subtask's index
   */
  public SyncMarker(int number, int input, int sender) {
    this.number = number;
    this.input = input;
    this.sender = sender;
  }

  /** The number of the Sync. */
  public int number() {
    return number;
  }

  /** The input of the operator behind the exchange, from 0 on. */
  public int input() {
    return input;
  }

  /** The placing subtask's index. */
  public int sender() {
    return sender;
  }
}
