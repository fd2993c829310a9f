/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.planner.testing.trial;

/** Where options are set. */
enum Place {
  /** Behind SELECT. */
  QUERY,
  /** Behind each table; behind SELECT where a table has no place for a hint. */
  TABLE,
  /** As defaults of the session. */
  SESSION
}
