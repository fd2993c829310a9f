/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.benchmark.report;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.trilink.benchmark.result.BenchmarkResult;
import org.trilink.benchmark.result.Machine;

/** Where a result comes from, and what is needed to repeat it. */
final class Provenance {

  private static final double GIGABYTE = 1L << 30;

  private final BenchmarkResult result;

  Provenance(BenchmarkResult result) {
    this.result = result;
  }

  record Entry(String key, String value) {}

  /** In the order of reading. */
  List<Entry> entries() {
    Map<String, String> entries = new LinkedHashMap<>();
    entries.put("started", result.startedAt());
    entries.put("commit", result.commit());
    entries.put("machine", machine(result.machine()));
    entries.put(
        "versions",
        result.versions().entrySet().stream()
            .map(version -> version.getKey() + " " + version.getValue())
            .collect(Collectors.joining(", ")));
    entries.put("runs", String.valueOf(result.measurements().size()));
    entries.putAll(result.settings());
    return entries.entrySet().stream()
        .map(entry -> new Entry(entry.getKey(), entry.getValue()))
        .toList();
  }

  private static String machine(Machine machine) {
    return "%s, %d cores, %.0f GiB, %s"
        .formatted(
            machine.processor(),
            machine.cores(),
            machine.memoryBytes() / GIGABYTE,
            machine.system());
  }
}
