/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.json;

/** flink-json's options for messages that do not fit. */
enum JsonMode {
  FAIL(false, false),
  FAIL_ON_MISSING_FIELD(true, false),
  IGNORE_PARSE_ERRORS(false, true);

  final boolean failOnMissingField;
  final boolean ignoreParseErrors;

  JsonMode(boolean failOnMissingField, boolean ignoreParseErrors) {
    this.failOnMissingField = failOnMissingField;
    this.ignoreParseErrors = ignoreParseErrors;
  }
}
