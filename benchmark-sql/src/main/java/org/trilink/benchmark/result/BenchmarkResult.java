/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.benchmark.result;

import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * All runs of one benchmark.
 *
 * @param benchmark its name on the command line
 * @param quick whether it ran with less input and fewer points
 * @param startedAt the time of day, ISO-8601 in UTC
 * @param finished whether nothing is left to run
 * @param commit of the project; with "+" behind it if files were changed since
 * @param machine what it ran on
 * @param versions of what took part: "Flink" = "1.14.6"
 * @param settings of the benchmark, seeds among them, as text
 * @param measurements in the order in which they were made
 */
public record BenchmarkResult(
    String benchmark,
    boolean quick,
    String startedAt,
    boolean finished,
    String commit,
    Machine machine,
    Map<String, String> versions,
    Map<String, String> settings,
    List<Measurement> measurements) {

  public BenchmarkResult {
    versions = Collections.unmodifiableMap(new TreeMap<>(versions));
    settings = Collections.unmodifiableMap(new TreeMap<>(settings));
    measurements = List.copyOf(measurements);
  }
}
