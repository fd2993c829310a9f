/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.launcher.local;

import java.util.List;

/** A cluster has no process of a name. */
public final class UnknownProcess extends RuntimeException {

  private static final long serialVersionUID = 1L;

  /**
   * @param names those that there are
   */
  UnknownProcess(String name, List<String> names) {
    super("no process is named '%s'; there are %s".formatted(name, String.join(", ", names)));
  }
}
