/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.flinktests;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.apache.flink.table.delegation.PlannerFactory;
import org.trilink.runtime.flink.SupportedFlink;

/** The planner that Flink's tests are run with, and which of them it is meant to pass. */
enum PlannerUnderTest {
  /** Flink's own: what fails with it says nothing about Trilink. */
  FLINK(null, Pattern.compile(Tests.PLANS + "|" + Tests.RESULTS)),

  /** Trilink's without any hint or option: must plan and run as Flink's. */
  UNHINTED(ObservedPlannerFactory.Unhinted.class, FLINK.tests),

  /**
   * Trilink's with key-level watermarks as the session's default. Plans differ, as they should;
   * results must not where no record is late.
   */
  KEY_WATERMARK(ObservedPlannerFactory.KeyWatermark.class, Pattern.compile(Tests.RESULTS)),

  /**
   * Trilink's planner with key-level watermarks as the session's default, with a delay and a bound
   * on the skew, so that tests reach key-level operators that make their watermarks in a DataStream
   * program, or work on each other's results.
   */
  BOUNDED_KEY_WATERMARK(
      ObservedPlannerFactory.BoundedKeyWatermark.class, Pattern.compile(Tests.RESULTS)),

  /** With keys that are placed: the results must be the same. */
  LEAST_COUNT(ObservedPlannerFactory.LeastCount.class, Pattern.compile(Tests.RESULTS)),

  /**
   * With records that are merged before the exchange: the last result of a key must be the same.
   */
  LOCAL_MERGE(ObservedPlannerFactory.LocalMerge.class, Pattern.compile(Tests.RESULTS)),

  /** Key-level watermarks, placed keys, local merge and decoding at once. */
  ALL(ObservedPlannerFactory.All.class, Pattern.compile(Tests.RESULTS));

  private final Class<? extends PlannerFactory> factory;
  private final Pattern tests;

  PlannerUnderTest(Class<? extends PlannerFactory> factory, Pattern tests) {
    this.factory = factory;
    this.tests = tests;
  }

  /**
   * Returns the planner of that name.
   *
   * @throws IllegalArgumentException if there is none
   */
  static PlannerUnderTest of(String name) {
    return Arrays.stream(values())
        .filter(planner -> planner.toString().equals(name))
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "flink-tests.run knows no '"
                        + name
                        + "'; it takes "
                        + Arrays.stream(values())
                            .map(PlannerUnderTest::toString)
                            .collect(Collectors.joining(", "))
                        + ", several with commas."));
  }

  /** Returns the factory to put in place of Flink's; none for Flink's own. */
  Optional<Class<? extends PlannerFactory>> factory() {
    return Optional.ofNullable(factory);
  }

  boolean takes(String testClass) {
    return tests.matcher(testClass).matches();
  }

  /** Returns the resource that lists the tests which do not pass, with the reason of each. */
  String exceptions() {
    return "/flink-tests/" + SupportedFlink.VERSION + "/" + this + ".txt";
  }

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  private static final class Tests {

    private static final String PLANNER = "org\\.apache\\.flink\\.table\\.planner\\.";

    /**
     * They compare the plans of unhinted queries with golden ones. Those of Flink's metadata build
     * plans by hand, with Calcite classes that the published planner has under other names.
     */
    private static final String PLANS = PLANNER + "plan\\.(?!metadata\\.).*Test";

    /** They run streaming jobs and compare what these deliver. */
    private static final String RESULTS = PLANNER + "runtime\\.stream\\..*ITCase";
  }
}
