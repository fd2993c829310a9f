/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.planner.localmerge;

import org.apache.calcite.rel.RelNode;
import org.trilink.planner.node.StreamPhysicalPassThrough;
import org.trilink.planner.node.StreamPhysicalRequest;

/** Asks for an aggregate's records to be merged before its exchange. */
final class StreamPhysicalLocalMergeRequest extends StreamPhysicalRequest<LocalMerge> {

  public StreamPhysicalLocalMergeRequest(RelNode input, LocalMerge planned) {
    super(input, planned);
  }

  @Override
  protected StreamPhysicalPassThrough above(RelNode input) {
    return new StreamPhysicalLocalMergeRequest(input, planned());
  }
}
