package org.trilink.benchmark.report;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.stream.Stream;
import org.trilink.benchmark.result.BenchmarkResult;
import org.trilink.benchmark.result.ResultFile;

/** The folder in which benchmarks leave their results. */
record ResultFolder(Path path) {

  /**
   * A benchmark's result, that of a full run before that of a quick one; empty if there is none.
   */
  Optional<BenchmarkResult> result(String benchmark) {
    return Stream.of(benchmark + ".json", benchmark + "-quick.json")
        .map(path::resolve)
        .filter(Files::exists)
        .map(ResultFile::read)
        .filter(result -> !result.measurements().isEmpty())
        .findFirst();
  }
}
