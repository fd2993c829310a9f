/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.flink;

/**
 * The supported version, and Flink's classes with private fields that have other names in others.
 */
final class FlinkNames {

  /** For messages. */
  static final String FLINK = "Flink 1.20";

  static final String WINDOW_OPERATOR =
      "org.apache.flink.table.runtime.operators.window.groupwindow.operator.WindowOperator";
  static final String MERGING_WINDOW_FUNCTION =
      "org.apache.flink.table.runtime.operators.window.groupwindow.internal.MergingWindowProcessFunction";
  static final String MERGING_WINDOW_SET =
      "org.apache.flink.table.runtime.operators.window.groupwindow.internal.MergingWindowSet";

  private FlinkNames() {}
}
