/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.placement.control;

import javax.annotation.Nullable;
import org.apache.flink.runtime.operators.coordination.CoordinationRequest;

/**
 * A command for the monitor of a keyed operator, sent over Flink's REST interface to {@code
 * /jobs/:job/coordinators/:operator}, where the operator is the head of a chain: its id is that of
 * the vertex. The answer is a {@link ControlAnswer}.
 */
public final class ControlRequest implements CoordinationRequest {

  private static final long serialVersionUID = 1L;

  @Nullable private final String command;

  /**
   * @param command in JSON, see {@link org.trilink.runtime.move.balance.MonitorCommand}
   */
  public ControlRequest(String command) {
    this.command = command;
  }

  /** Returns the command; null if the client has sent none. */
  @Nullable
  public String command() {
    return command;
  }
}
