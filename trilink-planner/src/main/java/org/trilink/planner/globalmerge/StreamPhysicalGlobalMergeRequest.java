/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.planner.globalmerge;

import org.apache.calcite.rel.RelNode;
import org.trilink.planner.node.StreamPhysicalPassThrough;
import org.trilink.planner.node.StreamPhysicalRequest;

/** Asks for an aggregate to be merged in a store. */
final class StreamPhysicalGlobalMergeRequest extends StreamPhysicalRequest<GlobalMerge> {

  public StreamPhysicalGlobalMergeRequest(RelNode input, GlobalMerge planned) {
    super(input, planned);
  }

  @Override
  protected StreamPhysicalPassThrough above(RelNode input) {
    return new StreamPhysicalGlobalMergeRequest(input, planned());
  }
}
