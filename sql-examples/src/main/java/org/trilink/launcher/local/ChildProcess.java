/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.launcher.local;

import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.util.Arrays;

/**
 * Runs a main class and ends with the process that started it, however that ends: its standard
 * input is a pipe from there, which the operating system closes. A {@link #RELEASE} byte lets the
 * process continue on its own. Compatible with Java 8, as clusters on an older Java load it, too.
 */
final class ChildProcess {

  static final int RELEASE = 'R';

  private ChildProcess() {}

  /** First argument: the main class; the others are passed on. */
  public static void main(String[] args) throws ReflectiveOperationException {
    Thread watch = new Thread(ChildProcess::endWithParent, "watch-parent");
    watch.setDaemon(true);
    watch.start();
    runMain(args[0], Arrays.copyOfRange(args, 1, args.length));
  }

  /** Calls {@code main} of the named class. */
  static void runMain(String mainClass, String... args) throws ReflectiveOperationException {
    try {
      Class.forName(mainClass).getMethod("main", String[].class).invoke(null, (Object) args);
    } catch (InvocationTargetException e) {
      if (e.getCause() instanceof RuntimeException) {
        throw (RuntimeException) e.getCause();
      }
      throw e;
    }
  }

  private static void endWithParent() {
    try {
      if (System.in.read() == RELEASE) {
        return;
      }
    } catch (IOException e) {
      // A broken pipe means the same as a closed one.
    }
    // No process is left to read the output of an orderly shutdown.
    Runtime.getRuntime().halt(1);
  }
}
