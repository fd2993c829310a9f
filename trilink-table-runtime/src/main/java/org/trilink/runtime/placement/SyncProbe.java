/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.placement;

import org.trilink.runtime.move.protocol.SyncMessage;

/**
 * Watches the steps of Syncs. Trilink has no implementation: tests have one, which counts Syncs,
 * asks for more of them, or ends a process at a step. As a Sync changes no result, neither does a
 * probe.
 */
public interface SyncProbe {

  /**
   * The probe of this process: a service of this interface beside Trilink's jar, else one that does
   * nothing.
   */
  static SyncProbe installed() {
    return InstalledSyncProbe.PROBE;
  }

  /** The Syncs of an exchange are led from now on. */
  default void leads(
      PlacementSettings settings,
      SyncLeader leader,
      ExchangeMonitor monitor,
      CoordinatorThread thread) {}

  /** A message of a Sync is about to be handled. */
  default void before(SyncMessage message) {}

  /** A message of a Sync was handled. */
  default void after(SyncMessage message) {}

  /** The keys of a Sync have begun to move. */
  default void keysBeginToMove() {}

  /** A Sync has moved its keys. */
  default void isDone() {}
}
