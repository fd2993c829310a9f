/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.placement.control;

import org.apache.flink.runtime.operators.coordination.CoordinationResponse;

/** The answer to a {@link ControlRequest}. */
public final class ControlAnswer implements CoordinationResponse {

  private static final long serialVersionUID = 1L;

  private final String json;

  public ControlAnswer(String json) {
    this.json = json;
  }

  /**
   * A JSON object: with the field {@code error} if the command was refused, with the reason; else
   * the status after the command, with the field {@code answer} if there is a message about what
   * was done.
   */
  public String json() {
    return json;
  }
}
