/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.flink;

import org.apache.flink.api.common.functions.AbstractRichFunction;
import org.apache.flink.api.common.functions.OpenContext;

/** A function that notices how Flink's generated functions are opened. */
final class Openable extends AbstractRichFunction {

  private static final long serialVersionUID = 1L;

  private transient boolean opened;

  @Override
  public void open(OpenContext context) {
    opened = true;
  }

  boolean isOpened() {
    return opened;
  }
}
