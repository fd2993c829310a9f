/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.examples.local;

/** How to start one of the project's processes. */
public interface ProcessCommand {

  /** Starts the process; it ends with this one unless it is released. */
  LocalProcess start(TrilinkHome home, WorkFolder folder);
}
