package org.trilink.benchmark.report;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.stream.Stream;
import org.trilink.benchmark.result.BenchmarkResult;
import org.trilink.examples.local.CommandFailure;

/** The folder in which benchmarks leave their results. */
record ResultFolder(Path path) {

  /**
   * A benchmark's result, that of a full run before that of a quick one; empty if there is none.
   */
  Optional<BenchmarkResult> result(String benchmark) {
    return Stream.of(benchmark + ".json", benchmark + "-quick.json")
        .map(path::resolve)
        .filter(Files::exists)
        .map(ResultFolder::read)
        .filter(result -> !result.measurements().isEmpty())
        .findFirst();
  }

  private static BenchmarkResult read(Path file) {
    try {
      return new ObjectMapper().readValue(file.toFile(), BenchmarkResult.class);
    } catch (IOException e) {
      throw new CommandFailure("cannot read the result " + file + ": " + e.getMessage(), e);
    }
  }
}
