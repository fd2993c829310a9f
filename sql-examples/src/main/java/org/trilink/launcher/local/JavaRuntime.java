/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.launcher.local;

import java.nio.file.Path;
import java.util.List;

/**
 * The Java that processes are started with, and what they have of it.
 *
 * @param executable the command {@code java}
 * @param code goes before the project's jars in the class path: for a Java that cannot read all of
 *     the project's own classes
 * @param isAllCode whether processes have nothing but that: for another Flink
 * @param flags of the Java virtual machine, further ones
 */
public record JavaRuntime(Path executable, List<Path> code, boolean isAllCode, List<String> flags) {

  public JavaRuntime {
    code = List.copyOf(code);
    flags = List.copyOf(flags);
  }

  /** The runtime of this process. */
  public static JavaRuntime current() {
    Path java = Path.of(System.getProperty("java.home"), "bin", "java");
    return new JavaRuntime(java, List.of(), false, List.of());
  }

  /**
   * Returns this Java for processes that have these jars and flags only, and not the project's
   * jars.
   */
  public JavaRuntime withNothingBut(List<Path> jars, String... furtherFlags) {
    return new JavaRuntime(executable, jars, true, List.of(furtherFlags));
  }
}
