/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.flink;

import org.apache.flink.streaming.api.graph.StreamConfig;
import org.apache.flink.streaming.api.operators.Output;
import org.apache.flink.streaming.api.operators.StreamOperatorParameters;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;

/** Changes some of an operator's parameters. Versions of Flink differ in which others it has. */
public final class OperatorParameters {

  private OperatorParameters() {}

  /** The parameters with another configuration and another output. */
  public static <OUT> StreamOperatorParameters<OUT> with(
      StreamConfig config,
      Output<StreamRecord<OUT>> output,
      StreamOperatorParameters<OUT> parameters) {
    return new StreamOperatorParameters<>(
        parameters.getContainingTask(),
        config,
        output,
        parameters::getProcessingTimeService,
        parameters.getOperatorEventDispatcher(),
        parameters.getMailboxExecutor());
  }
}
