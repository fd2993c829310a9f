/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.examples.local;

import java.nio.file.Path;
import java.util.List;

/**
 * The Java that processes are started with.
 *
 * @param executable the command {@code java}
 * @param code goes before the project's jars in the class path: for a Java that cannot read all of
 *     the project's own classes
 */
public record JavaRuntime(Path executable, List<Path> code) {

  public JavaRuntime {
    code = List.copyOf(code);
  }

  /** That of this process. */
  public static JavaRuntime current() {
    return new JavaRuntime(Path.of(System.getProperty("java.home"), "bin", "java"), List.of());
  }
}
