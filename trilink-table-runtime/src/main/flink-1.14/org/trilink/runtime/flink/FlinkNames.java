/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.flink;

/** Flink's classes with private fields that have other names in some versions. */
final class FlinkNames {

  static final String WINDOW_OPERATOR =
      "org.apache.flink.table.runtime.operators.window.WindowOperator";
  static final String MERGING_WINDOW_FUNCTION =
      "org.apache.flink.table.runtime.operators.window.internal.MergingWindowProcessFunction";
  static final String MERGING_WINDOW_SET =
      "org.apache.flink.table.runtime.operators.window.internal.MergingWindowSet";

  private FlinkNames() {}
}
