/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.flinktests;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.Reader;
import java.io.UncheckedIOException;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The tests that are known not to pass, with the reason of each. A line of the file is {@code
 * class#method[parameters] : reason}, without the package that Flink's planner tests have in common
 * and without parameters if the method fails with any; empty lines and those that begin with a
 * number sign say nothing. A reason that begins with {@code sometimes} is one of timing: the test
 * may pass as well. Only such a reason may be given for all methods of a class, as {@code class#*}.
 */
final class Exceptions {

  private static final String SEPARATOR = " : ";
  private static final String SOMETIMES = "sometimes ";
  private static final String ALL_METHODS = "#*";
  private static final String PACKAGE = "org.apache.flink.table.planner.";

  private final Map<String, String> reasons = new LinkedHashMap<>();

  private Exceptions() {}

  static Exceptions none() {
    return new Exceptions();
  }

  static Exceptions of(PlannerUnderTest planner) {
    try (InputStream file = Exceptions.class.getResourceAsStream(planner.exceptions())) {
      if (file == null) {
        throw new IllegalStateException("There is no resource " + planner.exceptions() + ".");
      }
      return read(new InputStreamReader(file, UTF_8));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * Reads such a file.
   *
   * @throws IllegalArgumentException if a line gives no reason or a test is listed twice
   */
  static Exceptions read(Reader file) throws IOException {
    Exceptions exceptions = new Exceptions();
    BufferedReader lines = new BufferedReader(file);
    for (String line = lines.readLine(); line != null; line = lines.readLine()) {
      if (!line.isBlank() && !line.startsWith("#")) {
        exceptions.add(line);
      }
    }
    return exceptions;
  }

  private void add(String line) {
    int separator = line.indexOf(SEPARATOR);
    if (separator < 0 || line.substring(separator + SEPARATOR.length()).isBlank()) {
      throw new IllegalArgumentException("A test is listed without a reason: " + line);
    }
    String test = PACKAGE + line.substring(0, separator).trim();
    String reason = line.substring(separator + SEPARATOR.length()).trim();
    if (test.endsWith(ALL_METHODS) && !reason.startsWith(SOMETIMES)) {
      throw new IllegalArgumentException("All tests of a class are listed as failing: " + line);
    }
    if (reasons.put(test, reason) != null) {
      throw new IllegalArgumentException("A test is listed twice: " + line);
    }
  }

  /** Returns why the test is known not to pass; nothing if it must pass. */
  Optional<String> reason(String test) {
    return Stream.of(test, withoutParameters(test), TestRun.classOf(test) + ALL_METHODS)
        .map(reasons::get)
        .filter(Objects::nonNull)
        .findFirst();
  }

  /** Returns whether a listed test may pass as well. */
  boolean maySucceed(String test) {
    return reason(test).filter(reason -> reason.startsWith(SOMETIMES)).isPresent();
  }

  /**
   * Returns the listed tests that are none of these, of those classes that some of these are of.
   */
  List<String> without(Set<String> tests) {
    Set<String> known = new HashSet<>();
    for (String test : tests) {
      known.add(test);
      known.add(withoutParameters(test));
      known.add(TestRun.classOf(test) + ALL_METHODS);
    }
    Set<String> classes = tests.stream().map(TestRun::classOf).collect(Collectors.toSet());
    return reasons.keySet().stream()
        .filter(test -> classes.contains(TestRun.classOf(test)) && !known.contains(test))
        .toList();
  }

  private static String withoutParameters(String test) {
    int parameters = test.indexOf('[');
    return parameters < 0 ? test : test.substring(0, parameters);
  }
}
