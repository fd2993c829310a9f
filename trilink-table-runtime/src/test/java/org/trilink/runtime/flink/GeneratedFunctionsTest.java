/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.flink;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Collections;
import org.apache.flink.api.common.ExecutionConfig;
import org.apache.flink.api.common.functions.RuntimeContext;
import org.apache.flink.api.common.functions.util.RuntimeUDFContext;
import org.apache.flink.metrics.groups.UnregisteredMetricsGroup;
import org.junit.jupiter.api.Test;

/** Checks that functions are opened by the method that the planner of this Flink overrides. */
class GeneratedFunctionsTest {

  @Test
  void aFunctionIsOpenedWithItsContext() throws Exception {
    RuntimeContext context =
        new RuntimeUDFContext(
            TestTasks.info("task"),
            getClass().getClassLoader(),
            new ExecutionConfig(),
            Collections.emptyMap(),
            Collections.emptyMap(),
            UnregisteredMetricsGroup.createOperatorMetricGroup());

    Openable function = GeneratedFunctions.open(new Openable(), context);

    assertThat(function.isOpened()).isTrue();
    assertThat(function.getRuntimeContext()).isSameAs(context);
  }

  @Test
  void aFunctionOfADecoderHasNoContext() throws Exception {
    Openable function = GeneratedFunctions.open(new Openable(), null);

    assertThat(function.isOpened()).isTrue();
    assertThatThrownBy(function::getRuntimeContext).isInstanceOf(IllegalStateException.class);
  }
}
