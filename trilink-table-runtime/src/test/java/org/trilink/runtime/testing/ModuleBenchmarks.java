/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.testing;

import java.util.List;
import org.openjdk.jmh.Main;
import org.openjdk.jmh.runner.BenchmarkList;
import org.openjdk.jmh.runner.format.OutputFormatFactory;
import org.openjdk.jmh.runner.options.CommandLineOptions;
import org.openjdk.jmh.runner.options.VerboseMode;

/**
 * Runs JMH, as its own main class does, in a module that has one of the benchmarks that are asked
 * for. In others it does nothing, so that a module can be built with those that it needs ({@code
 * mvn -am}).
 */
public final class ModuleBenchmarks {

  private ModuleBenchmarks() {}

  /**
   * Starts it.
   *
   * @param args JMH's
   */
  public static void main(String[] args) throws Exception {
    CommandLineOptions options = new CommandLineOptions(args);
    List<String> patterns = options.getIncludes();
    boolean isHere =
        !BenchmarkList.defaultList()
            .find(
                OutputFormatFactory.createFormatInstance(System.out, VerboseMode.SILENT),
                patterns,
                options.getExcludes())
            .isEmpty();
    if (isHere || patterns.isEmpty()) {
      Main.main(args);
    } else {
      System.out.println("No benchmark of this module matches " + patterns + ".");
    }
  }
}
