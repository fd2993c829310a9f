/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.flinktests;

/**
 * A test that was run.
 *
 * @param test its class and name, {@code class#method[parameters]}
 * @param operators how many of the operators that this is about were in the plans made for it
 */
record TestRun(String test, TestOutcome outcome, int operators) {

  String testClass() {
    return classOf(test);
  }

  static String classOf(String test) {
    return test.substring(0, test.indexOf('#'));
  }
}
