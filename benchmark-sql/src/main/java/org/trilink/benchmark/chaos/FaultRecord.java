/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.benchmark.chaos;

/**
 * A fault that a job has survived.
 *
 * @param target what it happened to
 * @param recoveryMillis from the fault to the first row after it that was committed
 */
record FaultRecord(FaultKind kind, Moment moment, String target, long recoveryMillis) {

  /** In some words, such as "kill-tm taskmanager-1 in a checkpoint". */
  String text() {
    return "%s %s %s".formatted(kind, target, moment).strip();
  }
}
