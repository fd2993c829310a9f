/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.benchmark.balance;

import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.trilink.benchmark.run.BenchCluster;
import org.trilink.benchmark.run.BenchInput;
import org.trilink.examples.workload.GeneratorOptions;
import org.trilink.launcher.local.CommandFailure;

/**
 * Records in their topic, and how many of each key there were the time before: drawn anew by the
 * same law.
 *
 * @param history a file of lines {@code id,records}
 */
record BalanceInput(BenchInput records, Path history) implements AutoCloseable {

  static BalanceInput fill(
      BenchCluster cluster, BalanceWorkload workload, GeneratorOptions options) {
    Path history = cluster.services().folder().temp().resolve("history.csv");
    write(history, workload, new RecordKeys(options, options.seed() + 1).counts(options.rows()));
    return new BalanceInput(cluster.fill(workload, options), history);
  }

  private static void write(Path file, BalanceWorkload workload, long[] counts) {
    try (BufferedWriter out = Files.newBufferedWriter(file)) {
      for (int key = 0; key < counts.length; key++) {
        out.write(workload.id(key) + "," + counts[key] + "\n");
      }
    } catch (IOException e) {
      throw new CommandFailure("cannot write " + file, e);
    }
  }

  @Override
  public void close() {
    records.close();
  }
}
