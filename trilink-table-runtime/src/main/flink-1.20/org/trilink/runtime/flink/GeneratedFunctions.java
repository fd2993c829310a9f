/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.flink;

import javax.annotation.Nullable;
import org.apache.flink.api.common.functions.DefaultOpenContext;
import org.apache.flink.api.common.functions.RichFunction;
import org.apache.flink.api.common.functions.RuntimeContext;

/**
 * Opens functions that Flink's planner has generated. Which of a function's methods they override
 * for it differs between versions: the others compile, and do nothing.
 */
public final class GeneratedFunctions {

  private GeneratedFunctions() {}

  /**
   * Opens it.
   *
   * @param context of the operator; null for a function that needs none, as in a decoder
   * @return the function
   * @throws Exception what the function throws
   */
  public static <F extends RichFunction> F open(F function, @Nullable RuntimeContext context)
      throws Exception {
    if (context != null) {
      function.setRuntimeContext(context);
    }
    function.open(DefaultOpenContext.INSTANCE);
    return function;
  }
}
