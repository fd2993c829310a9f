/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.peers;

import java.util.List;

/**
 * The topics that a program reads and writes.
 *
 * @param end has, when all input has been read, a reading of no sensor in each partition, so late
 *     that every minute is over
 */
record PeerTopics(String input, String end, String windows, String alerts) {

  /** The sensor of readings that say that the input has ended. */
  static final long NO_SENSOR = -1;

  List<String> read() {
    return List.of(input, end);
  }
}
