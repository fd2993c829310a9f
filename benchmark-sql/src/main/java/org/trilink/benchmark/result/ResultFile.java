/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.benchmark.result;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.trilink.launcher.local.CommandFailure;
import org.trilink.launcher.local.FileErrors;

/**
 * A benchmark's result as a JSON file, which is whole after every run. If the benchmark breaks off,
 * the next one with equal settings, commit and machine goes on where it ended.
 */
public final class ResultFile {

  private static final ObjectMapper JSON =
      new ObjectMapper().enable(SerializationFeature.INDENT_OUTPUT);

  private final Path path;
  private BenchmarkResult result;

  private ResultFile(Path path, BenchmarkResult result) {
    this.path = path;
    this.result = result;
  }

  /** Where a benchmark's result is; a quick run never replaces that of a full one. */
  public static Path of(Path folder, String benchmark, boolean quick) {
    return folder.resolve(benchmark + (quick ? "-quick" : "") + ".json");
  }

  /**
   * Opens the file of a benchmark that is about to run.
   *
   * @param wanted what it is to measure, without measurements
   * @param fresh whether to begin anew in any case
   * @param log is told whether it begins anew or goes on, and why
   */
  public static ResultFile open(
      Path path, BenchmarkResult wanted, boolean fresh, Consumer<String> log) {
    Optional<BenchmarkResult> before = fresh ? Optional.empty() : readIfReadable(path);
    ResultFile file = new ResultFile(path, wanted);
    if (before.isEmpty() || before.get().finished()) {
      return file;
    }
    Optional<String> difference = difference(before.get(), wanted);
    if (difference.isPresent()) {
      log.accept("begins anew: " + path.getFileName() + " is unfinished, but " + difference.get());
      return file;
    }
    file.result = before.get();
    log.accept(
        "goes on: %s has %d runs, which are not run again (--fresh begins anew)"
            .formatted(path.getFileName(), before.get().measurements().size()));
    return file;
  }

  /**
   * Describes what keeps two unfinished results from being one; empty if nothing does. Settings
   * found on the way may be more.
   */
  private static Optional<String> difference(BenchmarkResult before, BenchmarkResult wanted) {
    if (!before.commit().equals(wanted.commit())) {
      return Optional.of("of commit %s, not of %s".formatted(before.commit(), wanted.commit()));
    }
    if (!before.machine().equals(wanted.machine())) {
      return Optional.of("of another machine: " + before.machine());
    }
    if (!before.versions().equals(wanted.versions())) {
      return Optional.of("of other versions: " + before.versions());
    }
    return wanted.settings().entrySet().stream()
        .filter(setting -> !setting.getValue().equals(before.settings().get(setting.getKey())))
        .map(
            setting ->
                "%s was %s and is %s"
                    .formatted(
                        setting.getKey(),
                        before.settings().get(setting.getKey()),
                        setting.getValue()))
        .findFirst();
  }

  private static Optional<BenchmarkResult> readIfReadable(Path path) {
    try {
      return Files.exists(path) ? Optional.of(parse(path)) : Optional.empty();
    } catch (IOException brokenOrOfAnotherForm) {
      return Optional.empty();
    }
  }

  /**
   * Reads a result.
   *
   * @throws CommandFailure if it is not there or is none
   */
  public static BenchmarkResult read(Path path) {
    try {
      return parse(path);
    } catch (IOException e) {
      throw new CommandFailure(
          "cannot read the result %s: %s; run the benchmark again".formatted(path, e.getMessage()),
          e);
    }
  }

  private static BenchmarkResult parse(Path path) throws IOException {
    return JSON.readValue(path.toFile(), BenchmarkResult.class);
  }

  /** The result with all runs so far. */
  public BenchmarkResult result() {
    return result;
  }

  /** The trials that have not been run yet, in the same order. */
  public List<Trial> missing(List<Trial> trials) {
    return trials.stream().filter(trial -> find(trial).isEmpty()).toList();
  }

  /** The measurement of a trial; empty if it has not been run yet. */
  public Optional<Measurement> find(Trial trial) {
    return result.measurements().stream()
        .filter(measurement -> measurement.trial().equals(trial))
        .findFirst();
  }

  /** Adds a run, and writes the file. */
  public void add(Measurement measurement) {
    List<Measurement> measurements = new ArrayList<>(result.measurements());
    measurements.add(measurement);
    write(result.settings(), measurements, false);
  }

  /** Notes a setting that is known only on the way, and writes the file. */
  public void note(String setting, String value) {
    Map<String, String> settings = new TreeMap<>(result.settings());
    settings.put(setting, value);
    write(settings, result.measurements(), false);
  }

  /** Nothing is left to run. */
  public void finish() {
    write(result.settings(), result.measurements(), true);
  }

  private void write(
      Map<String, String> settings, List<Measurement> measurements, boolean finished) {
    result =
        new BenchmarkResult(
            result.benchmark(),
            result.quick(),
            result.startedAt(),
            finished,
            result.commit(),
            result.machine(),
            result.versions(),
            settings,
            measurements);
    try {
      Path folder = path.toAbsolutePath().getParent();
      Files.createDirectories(folder);
      Path written = folder.resolve(path.getFileName() + ".tmp");
      Files.writeString(written, JSON.writeValueAsString(result) + "\n");
      Files.move(
          written, path, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    } catch (IOException e) {
      throw new CommandFailure("cannot write the result " + path + ": " + FileErrors.reason(e), e);
    }
  }
}
