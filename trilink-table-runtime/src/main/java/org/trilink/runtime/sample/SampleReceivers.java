/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.sample;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** The receivers of the samples that run in this process. */
public final class SampleReceivers {

  /**
   * By id. Static, because Flink hands operators and sources to a job in serialized form only. An
   * entry belongs to whoever has added it and runs the sample, and removes it at the end.
   */
  private static final Map<String, SampleReceiver> RECEIVERS = new ConcurrentHashMap<>();

  private SampleReceivers() {}

  /** Adds one under an id that no other has. */
  public static void add(String id, SampleReceiver receiver) {
    RECEIVERS.put(id, receiver);
  }

  public static void remove(String id) {
    RECEIVERS.remove(id);
  }

  /**
   * The receiver with that id.
   *
   * @throws IllegalStateException if the sample has ended, or runs in another process
   */
  static SampleReceiver of(String id) {
    SampleReceiver receiver = RECEIVERS.get(id);
    if (receiver == null) {
      throw new IllegalStateException("The sample " + id + " has ended.");
    }
    return receiver;
  }
}
