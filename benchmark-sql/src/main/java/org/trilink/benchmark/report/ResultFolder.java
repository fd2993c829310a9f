/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.benchmark.report;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.trilink.benchmark.result.BenchmarkResult;
import org.trilink.benchmark.result.ResultFile;

/** The folder in which benchmarks leave their results. */
record ResultFolder(Path path) {

  /** A benchmark's result for one edition of the report; empty if it has not been run. */
  Optional<BenchmarkResult> result(String benchmark, Edition edition) {
    return Optional.of(ResultFile.of(path, benchmark, edition.quick()))
        .filter(Files::exists)
        .map(ResultFile::read)
        .filter(result -> !result.measurements().isEmpty());
  }
}
