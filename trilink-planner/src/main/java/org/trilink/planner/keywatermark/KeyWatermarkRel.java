/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.planner.keywatermark;

import org.apache.calcite.rel.RelNode;

/** An operator of the plan whose keys have a watermark of their own. */
public interface KeyWatermarkRel extends RelNode {

  KeyWatermark watermark();
}
