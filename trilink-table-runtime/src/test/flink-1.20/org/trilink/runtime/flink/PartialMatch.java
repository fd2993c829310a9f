/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.flink;

import org.apache.flink.cep.nfa.ComputationState;
import org.apache.flink.cep.nfa.DeweyNumber;
import org.apache.flink.cep.nfa.sharedbuffer.EventId;
import org.apache.flink.cep.nfa.sharedbuffer.NodeId;

/** Creates a partial match of MATCH_RECOGNIZE, which has further times in other versions. */
public final class PartialMatch {

  private PartialMatch() {}

  /** A match that has begun. */
  public static ComputationState of(String state, NodeId last, DeweyNumber version, EventId first) {
    return ComputationState.createState(state, last, version, 1, 1, first);
  }
}
