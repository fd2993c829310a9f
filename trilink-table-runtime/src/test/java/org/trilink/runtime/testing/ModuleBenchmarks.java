/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.testing;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import org.openjdk.jmh.Main;
import org.openjdk.jmh.runner.BenchmarkList;
import org.openjdk.jmh.runner.BenchmarkListEntry;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.format.OutputFormatFactory;
import org.openjdk.jmh.runner.options.ChainedOptionsBuilder;
import org.openjdk.jmh.runner.options.CommandLineOptions;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.VerboseMode;

/**
 * Runs JMH for the benchmarks of one module, whose folder is the current one. JMH's own main class
 * runs all that are on the class path, those of the modules that this one depends on too; and it
 * fails if none matches, so that a module could not be built with those that it needs ({@code mvn
 * -am}).
 */
public final class ModuleBenchmarks {

  private static final Path CLASSES = Path.of("target", "test-classes");

  private ModuleBenchmarks() {}

  /**
   * Starts it.
   *
   * @param args JMH's
   */
  public static void main(String[] args) throws Exception {
    CommandLineOptions options = new CommandLineOptions(args);
    if (options.shouldHelp()
        || options.shouldListProfilers()
        || options.shouldListResultFormats()) {
      Main.main(args);
      return;
    }
    List<String> benchmarks = ofThisModule(options);
    if (benchmarks.isEmpty()) {
      System.out.println("No benchmark of this module matches " + options.getIncludes() + ".");
      return;
    }
    ChainedOptionsBuilder own = new OptionsBuilder().parent(options);
    benchmarks.forEach(name -> own.include("^" + Pattern.quote(name) + "$"));
    Runner runner = new Runner(own.build());
    if (options.shouldList()) {
      runner.list();
    } else if (options.shouldListWithParams()) {
      runner.listWithParams(options);
    } else {
      runner.run();
    }
  }

  /** The names of those that match, or of all if nothing is asked for. */
  private static List<String> ofThisModule(CommandLineOptions options) {
    return BenchmarkList.defaultList()
        .find(
            OutputFormatFactory.createFormatInstance(System.out, VerboseMode.SILENT),
            options.getIncludes(),
            options.getExcludes())
        .stream()
        .filter(ModuleBenchmarks::isOfThisModule)
        .map(BenchmarkListEntry::getUsername)
        .distinct()
        .toList();
  }

  private static boolean isOfThisModule(BenchmarkListEntry benchmark) {
    return Files.exists(
        CLASSES.resolve(benchmark.getUserClassQName().replace('.', '/') + ".class"));
  }
}
