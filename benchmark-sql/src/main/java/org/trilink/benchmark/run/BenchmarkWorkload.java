/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.benchmark.run;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.UncheckedIOException;
import org.trilink.examples.workload.FlinkJson;
import org.trilink.examples.workload.Workload;
import org.trilink.launcher.local.SqlScript;

/** A workload that only a benchmark has; its script is no file of sql-examples. */
public interface BenchmarkWorkload extends Workload {

  /** The script of {@link #mainQuery()}: the resource beside the class with the workload's name. */
  default SqlScript script() {
    try (var in = getClass().getResourceAsStream(name() + ".sql")) {
      return new SqlScript(new String(in.readAllBytes(), UTF_8));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The digits of a BIGINT field of a JSON line, as a message's key; none if it has none. */
  static byte[] digitsOf(String field, byte[] line) {
    return FlinkJson.parse(line)
        .map(record -> FlinkJson.bigint(record, field).toString().getBytes(US_ASCII))
        .orElseGet(() -> new byte[0]);
  }
}
