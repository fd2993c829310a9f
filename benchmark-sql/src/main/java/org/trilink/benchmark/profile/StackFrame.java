/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.benchmark.profile;

import java.util.regex.Pattern;

/**
 * A frame of a thread's stack.
 *
 * @param type the class, with its package
 */
record StackFrame(String type, String method) {

  /** Behind the name of the class that has the lambda: a number, and where the JVM has put it. */
  private static final Pattern OF_LAMBDA = Pattern.compile("(\\$\\$Lambda)\\$\\d+.*");

  /** One of a recording; lambdas of a class, which are classes of their own, are not told apart. */
  static StackFrame of(String recordedType, String method) {
    return new StackFrame(OF_LAMBDA.matcher(recordedType).replaceFirst("$1"), method);
  }
}
