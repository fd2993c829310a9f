/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.launcher.demo;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import org.trilink.examples.workload.Query;
import org.trilink.examples.workload.RowComparison;
import org.trilink.launcher.local.CommandFailure;

/**
 * Shows a run's rows: prints the first few as a table and how late they were, and writes all of
 * them to a file.
 */
final class DemoReport {

  private static final int SHOWN_ROWS = 10;

  private final DemoOptions options;
  private final Query query;
  private final PrintStream out;

  DemoReport(DemoOptions options, PrintStream out) {
    this.options = options;
    this.query = options.query();
    this.out = out;
  }

  /** Shows the rows of {@link Query#mainResult()}. */
  void print(Iterable<byte[]> rows, RowComparison comparison) {
    try {
      printFirst(rows, comparison);
      if (options.output().isPresent()) {
        write(rows, options.output().get());
      }
    } catch (IOException e) {
      throw new CommandFailure("cannot write the result: " + e.getMessage(), e);
    }
    if (options.live()) {
      Latencies.of(rows, query).ifPresent(latencies -> out.println(latencies.summary()));
    }
  }

  private void printFirst(Iterable<byte[]> rows, RowComparison comparison) throws IOException {
    RowTable table = RowTable.ofFirst(SHOWN_ROWS, rows, query.times());
    if (table.size() == 0) {
      out.println(
          "no " + comparison.rows() + (comparison.expected() == 0 ? ", and none are due" : ""));
      return;
    }
    out.println("the first " + table.size() + " " + comparison.rows() + ":");
    table.lines().forEach(out::println);
  }

  private static void write(Iterable<byte[]> rows, Path file) throws IOException {
    try (OutputStream target = new BufferedOutputStream(Files.newOutputStream(file))) {
      for (byte[] row : rows) {
        target.write(row);
        target.write('\n');
      }
    }
  }
}
