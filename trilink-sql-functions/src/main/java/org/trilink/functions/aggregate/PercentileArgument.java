/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.functions.aggregate;

import java.math.BigDecimal;
import org.apache.flink.table.types.inference.CallContext;

/** The percentile; looked at when the query is planned, if it is a literal. */
final class PercentileArgument extends NumberArgument {

  PercentileArgument() {
    super("p");
  }

  @Override
  public void checkLiteral(CallContext call, int position) {
    if (isLiteral(call, position)) {
      call.getArgumentValue(position, BigDecimal.class)
          .ifPresent(p -> ApproxPercentileFunction.check(p.doubleValue()));
    }
  }

  private static boolean isLiteral(CallContext call, int position) {
    try {
      return call.isArgumentLiteral(position) && !call.isArgumentNull(position);
    } catch (UnsupportedOperationException e) {
      // after validation, when literals have become columns, Flink can't tell
      return false;
    }
  }
}
