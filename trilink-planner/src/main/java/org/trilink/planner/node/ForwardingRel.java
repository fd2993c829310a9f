/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.planner.node;

import org.apache.calcite.rel.RelNode;

/** A node of Trilink's that hands on each row of its input as it comes, and needs no watermarks. */
public interface ForwardingRel extends RelNode {}
