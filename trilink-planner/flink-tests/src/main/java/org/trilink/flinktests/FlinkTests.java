/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.flinktests;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.platform.engine.discovery.DiscoverySelectors;
import org.junit.platform.launcher.Launcher;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;
import org.trilink.planner.client.PlannerServiceClassLoader;

/**
 * Runs the tests of Flink's planner with Trilink's planner in its place. Ends with 1 if a test
 * fails that is not listed, or one passes that is.
 */
public final class FlinkTests {

  private static final String CLASS = ".class";

  private final Path unpacked;
  private final Path reports;
  private final Pattern classes;

  private FlinkTests(Path unpacked, Path reports, Pattern classes) {
    this.unpacked = unpacked;
    this.reports = reports;
    this.classes = classes;
  }

  /**
   * Runs them.
   *
   * @param args where Flink's tests are unpacked, on the class path; a folder for reports; the
   *     planners with commas; a regular expression to find in the names of the classes to run
   */
  public static void main(String[] args) throws IOException {
    List<PlannerUnderTest> planners =
        Stream.of(args[2].split(",")).map(String::trim).map(PlannerUnderTest::of).toList();
    FlinkTests tests = new FlinkTests(Path.of(args[0]), Path.of(args[1]), Pattern.compile(args[3]));
    boolean asExpected = true;
    for (PlannerUnderTest planner : planners) {
      asExpected &= tests.run(planner);
    }
    // a test may leave threads behind
    System.exit(asExpected ? 0 : 1);
  }

  private boolean run(PlannerUnderTest planner) throws IOException {
    Files.createDirectories(reports);
    Exceptions differences = Exceptions.of(planner);
    Exceptions onFlink =
        planner == PlannerUnderTest.FLINK
            ? Exceptions.none()
            : Exceptions.of(PlannerUnderTest.FLINK);
    List<TestRun> runs = execute(planner);
    if (runs.isEmpty()) {
      System.out.printf("%s: no test class matches %s%n", planner, classes);
      return false;
    }
    Files.write(
        reports.resolve(planner + "-runs.txt"), runs.stream().map(Object::toString).toList());
    SuiteVerdict verdict = new SuiteVerdict(runs, onFlink, differences);
    String text = verdict.text(planner.toString());
    Files.writeString(reports.resolve(planner + "-summary.txt"), text);
    System.out.print(text);
    return verdict.asExpected();
  }

  private List<TestRun> execute(PlannerUnderTest planner) throws IOException {
    Thread current = Thread.currentThread();
    ClassLoader original = current.getContextClassLoader();
    // where Flink looks for the service file that names the planner
    planner
        .factory()
        .ifPresent(
            factory ->
                current.setContextClassLoader(new PlannerServiceClassLoader(original, factory)));
    Path failures = reports.resolve(planner + "-failures.txt");
    try (PrintWriter writer = new PrintWriter(Files.newBufferedWriter(failures))) {
      RecordRuns record = new RecordRuns(writer);
      Launcher launcher = LauncherFactory.create();
      for (String testClass : testClasses(planner)) {
        launcher.execute(
            LauncherDiscoveryRequestBuilder.request()
                .selectors(DiscoverySelectors.selectClass(testClass))
                .build(),
            record);
      }
      return record.runs();
    } finally {
      current.setContextClassLoader(original);
    }
  }

  private List<String> testClasses(PlannerUnderTest planner) throws IOException {
    try (Stream<Path> files = Files.walk(unpacked)) {
      return files
          .map(file -> unpacked.relativize(file).toString())
          .filter(file -> file.endsWith(CLASS))
          .map(file -> file.substring(0, file.length() - CLASS.length()).replaceAll("[/\\\\]", "."))
          .filter(planner::takes)
          .filter(name -> classes.matcher(name).find())
          .sorted()
          .toList();
    }
  }
}
