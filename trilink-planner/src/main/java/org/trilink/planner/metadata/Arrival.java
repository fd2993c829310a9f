/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.planner.metadata;

/** The meaning that the order in which rows of a key arrive has to a node. */
enum Arrival {
  /** It hands them on in that order, so it depends on the nodes above. */
  FORWARDED,
  /** Its results are the same in any order. */
  IRRELEVANT,
  /** Its results are others in another order. */
  DECISIVE
}
