/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.launcher.local;

/** How to start one of the project's processes. */
public interface ProcessCommand {

  /** The command line of the process in a work folder. */
  ProcessLine line(TrilinkHome home, WorkFolder folder);
}
