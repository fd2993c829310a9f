/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.planner.keywatermark;

import org.apache.calcite.rel.RelNode;
import org.trilink.planner.node.StreamPhysicalPassThrough;
import org.trilink.planner.node.StreamPhysicalRequest;

/** Asks for the keys of an operator to have a watermark of their own. */
public final class StreamPhysicalKeyWatermarkRequest extends StreamPhysicalRequest<KeyWatermark> {

  public StreamPhysicalKeyWatermarkRequest(RelNode input, KeyWatermark planned) {
    super(input, planned);
  }

  @Override
  protected StreamPhysicalPassThrough above(RelNode input) {
    return new StreamPhysicalKeyWatermarkRequest(input, planned());
  }
}
