/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.merge.store;

/**
 * Another attempt of the same subtask has joined the run after this one, so that this one's
 * progress is ignored. If Flink has replaced this attempt, it is stopped anyway. If the other one
 * is an earlier attempt, whose request arrived late, Flink restarts this one, which joins again.
 */
public final class AttemptReplaced extends StoreException {

  private static final long serialVersionUID = 1L;

  /**
   * Creates it.
   *
   * @param subtask by index, from 0
   */
  public AttemptReplaced(int subtask) {
    super(
        "Global merge: another attempt of subtask "
            + (subtask + 1)
            + " has joined the run after this one, whose progress is ignored since. It has to be"
            + " restarted, so that it joins again.",
        false,
        null);
  }
}
