/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.operator;

/** For errors of keys that move which only a bug in Trilink can cause: what to do about it. */
public final class MoveBug {

  /** The last sentence of such an error. A savepoint with a monitor is not restored without one. */
  public static final String REMEDY =
      " This is a bug in Trilink; until it is fixed, freeze the placement ('bin/trilink partition"
          + " --freeze'), so that keys stay where they are.";

  private MoveBug() {}
}
