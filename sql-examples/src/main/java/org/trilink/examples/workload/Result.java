/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.examples.workload;

import org.trilink.launcher.local.ClusterServers;

/** Rows that a script writes, wherever it writes them. */
public interface Result {

  /** The rows' kind in the plural, for people. */
  String rows();

  /** Opens it for reading. */
  ResultRows open(ClusterServers servers);
}
