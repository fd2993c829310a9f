/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.planner.aheadkeyby;

import org.apache.calcite.rel.RelNode;
import org.trilink.planner.node.StreamPhysicalPassThrough;
import org.trilink.planner.node.StreamPhysicalRequest;

/** Asks for the exchanges of an operator to be removed. */
final class StreamPhysicalAheadKeyByRequest extends StreamPhysicalRequest<AheadKeyBy> {

  public StreamPhysicalAheadKeyByRequest(RelNode input, AheadKeyBy planned) {
    super(input, planned);
  }

  @Override
  protected StreamPhysicalPassThrough above(RelNode input) {
    return new StreamPhysicalAheadKeyByRequest(input, planned());
  }
}
