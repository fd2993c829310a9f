/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.flink;

/** The version of Flink that this build of Trilink is made for. */
public final class SupportedFlink {

  /** The first two numbers of its version. */
  public static final String VERSION = "1.14";

  /** Flink's name and version, for messages. */
  public static final String NAME = "Flink " + VERSION;

  /** Names the Flink that a program needs, for messages. */
  public static final String NEEDED = NAME + " for Scala 2.12";

  private SupportedFlink() {}
}
