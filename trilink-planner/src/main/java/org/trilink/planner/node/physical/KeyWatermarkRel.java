package org.trilink.planner.node.physical;

import org.apache.calcite.rel.RelNode;

/** An operator of the plan whose keys have a watermark of their own. */
public interface KeyWatermarkRel extends RelNode {

  KeyWatermark watermark();
}
