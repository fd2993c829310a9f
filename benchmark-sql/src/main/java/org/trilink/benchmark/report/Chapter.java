/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.benchmark.report;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import org.trilink.benchmark.result.BenchmarkResult;
import org.trilink.benchmark.result.Machine;
import org.trilink.benchmark.system.Resources;

/**
 * The report's chapter on one benchmark, with what was measured for it. What it says is a file of
 * {@code chapters}, which is read by {@link Blocks}.
 *
 * @param benchmark its name on the command line
 * @param title of the chapter
 * @param about which figures of the paper it is beside, and what is measured; a sentence or two
 */
record Chapter(
    String benchmark, String title, String about, BenchmarkResult result, Content content) {

  private static final double GIGABYTE = 1L << 30;

  /** Something that is needed to repeat a result. */
  record Provenance(String key, String value) {}

  /** Reads a chapter's file, and computes what it says of a result. */
  static Chapter of(BenchmarkResult result) {
    Map<String, Object> file =
        Resources.yaml(Chapter.class, "chapters/%s.yaml".formatted(result.benchmark()));
    Map<String, Object> names = new LinkedHashMap<>(Paper.figures());
    Runs runs = Runs.of(result);
    names.put("runs", runs);
    names.put("paced", Runs.ofPhase(result, "latency"));
    names.put("settings", result.settings());
    Content content = new Content();
    new Blocks(content)
        .add(file.get("blocks"), new Expressions(runs, names, Blocks.definitions(file)));
    return new Chapter(
        result.benchmark(),
        (String) file.get("title"),
        (String) file.get("about"),
        result,
        content);
  }

  /** The state of the whole that a reader should know: "unfinished: 12 runs so far"; or empty. */
  String state() {
    return result.finished()
        ? ""
        : "unfinished: %d runs so far".formatted(result.measurements().size());
  }

  /** Each by its kind: finding, figure or table. */
  List<Map<String, Block>> blocks() {
    return content.blocks().stream()
        .map(block -> Map.of(block.getClass().getSimpleName().toLowerCase(Locale.ROOT), block))
        .toList();
  }

  /** Where the result comes from, and what is needed to repeat it, in the order of reading. */
  List<Provenance> provenance() {
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
        .map(entry -> new Provenance(entry.getKey(), entry.getValue()))
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
