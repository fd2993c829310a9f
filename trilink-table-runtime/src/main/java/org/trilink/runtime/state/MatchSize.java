/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.state;

import java.io.IOException;
import java.util.Queue;
import org.apache.flink.cep.nfa.ComputationState;
import org.apache.flink.cep.nfa.NFAState;
import org.apache.flink.cep.nfa.sharedbuffer.EventId;
import org.apache.flink.cep.nfa.sharedbuffer.Lockable;
import org.apache.flink.cep.nfa.sharedbuffer.NodeId;
import org.apache.flink.cep.nfa.sharedbuffer.SharedBufferNode;
import org.apache.flink.cep.nfa.sharedbuffer.SharedBufferNodeSerializer;
import org.apache.flink.core.memory.DataOutputSerializer;
import org.apache.flink.util.FlinkRuntimeException;

/** The estimated size on the heap of what MATCH_RECOGNIZE has in its state, in bytes. */
final class MatchSize {

  private static final long EVENT_ID = 32;

  /** With its event's ID and the name of its variable. */
  private static final long NODE_ID = 136;

  /** An object with a reference and a counter. */
  private static final long LOCKABLE = 24;

  /** With its list of edges. */
  private static final long NODE = 72;

  /** With its lock and the ID of the node that it leads to, without the numbers of its version. */
  private static final long EDGE = 250;

  /** With two queues. */
  private static final long STATE = 350;

  /** With the IDs of a node and an event, without the numbers of its version. */
  private static final long PARTIAL_MATCH = 250;

  private final SharedBufferNodeSerializer nodes = new SharedBufferNodeSerializer();
  private final DataOutputSerializer serialized = new DataOutputSerializer(256);

  /** The size of a value, or of a key or a value of a map, or {@link ObjectSize#UNKNOWN}. */
  long of(Object object) {
    if (object instanceof EventId) {
      return EVENT_ID;
    }
    if (object instanceof NodeId) {
      return NODE_ID;
    }
    if (object instanceof Lockable) {
      return ObjectSize.sum(LOCKABLE, of(((Lockable<?>) object).getElement()));
    }
    if (object instanceof SharedBufferNode) {
      return ofNode((SharedBufferNode) object);
    }
    return object instanceof NFAState
        ? STATE
            + ofMatches(((NFAState) object).getPartialMatches())
            + ofMatches(((NFAState) object).getCompletedMatches())
        : ObjectSize.of(object);
  }

  /**
   * The n-th row of a match has a version of n numbers in its edge, which does not tell how many
   * they are: they are most of what a serialized node is.
   */
  private long ofNode(SharedBufferNode node) {
    try {
      serialized.clear();
      nodes.serialize(node, serialized);
    } catch (IOException e) {
      throw new FlinkRuntimeException("A node of a partial match could not be serialized.", e);
    }
    return NODE + node.getEdges().size() * EDGE + serialized.length();
  }

  private static long ofMatches(Queue<ComputationState> matches) {
    long bytes = 0;
    for (ComputationState match : matches) {
      bytes += PARTIAL_MATCH + (long) Integer.BYTES * match.getVersion().length();
    }
    return bytes;
  }
}
