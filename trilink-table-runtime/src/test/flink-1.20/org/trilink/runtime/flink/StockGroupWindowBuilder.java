/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.flink;

import org.apache.flink.table.runtime.operators.window.groupwindow.operator.WindowOperatorBuilder;

/** Makes Flink's builder of group windows, which versions of Flink have in other packages. */
final class StockGroupWindowBuilder {

  private StockGroupWindowBuilder() {}

  static WindowOperatorBuilder create() {
    return WindowOperatorBuilder.builder();
  }
}
