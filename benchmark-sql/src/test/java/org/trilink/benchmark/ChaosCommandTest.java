/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.benchmark;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.trilink.examples.workload.Workload;
import org.trilink.examples.workload.Workloads;
import org.trilink.launcher.local.Engine;
import picocli.CommandLine;

class ChaosCommandTest {

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "--faults=earthquake     | there is no fault 'earthquake'; there are kill-tm, pause-tm",
        "--faults=kill-redis     | --faults kill-redis: the job uses no Redis",
        "--faults=kill-mysql     | --faults kill-mysql: the job uses no MySQL",
        "--faults=switch         | no keys can be moved; add --hint partition=auto",
        "--minutes=0             | --minutes must be above 0, got 0.0",
        "--rate=0                | --rate must be above 0, got 0",
        "--parallelism=17        | --parallelism must be between 1 and 16, got 17",
        "--backend=disk          | --backend must be heap or rocksdb, got disk",
        "--store=file            | --store must be redis or mysql, got file",
        "--query=daily           | low-voltage has no query 'daily'",
        "--hint=exchange=none    | option 'exchange' has no value 'none'",
        "--hint=nothing=1        | --hint nothing=1: ",
      })
  void namesTheOptionAndWhatItMayBe(String option, String message) {
    assertThat(chaos("low-voltage", option)).contains(message);
  }

  @Test
  void rescalesOnlyWhereAnotherParallelismNeedsAllTaskManagers() {
    assertThat(chaos("low-voltage", "--faults=savepoint-rescale", "--parallelism=2"))
        .contains("no other parallelism that needs all TaskManagers; give --parallelism 4");
  }

  @Test
  void hintsAreTrilinks() {
    assertThat(chaos("low-voltage", "--engine=flink", "--hint=partition=auto"))
        .contains("--hint needs Trilink's planner; leave out --engine flink");
  }

  @Test
  void aWorkloadNeedsASinkThatCanBeExact() {
    assertThat(chaos("ysb")).contains("ysb writes to Redis, which has no transactions");
  }

  /** Runs the command with a mistake, and returns what it says of it. */
  private static String chaos(String... arguments) {
    StringWriter err = new StringWriter();
    CommandLine chaos =
        new CommandLine(new ChaosCommand())
            .registerConverter(Workload.class, Workloads::byName)
            .registerConverter(
                Engine.class, name -> Engine.valueOf(name.toUpperCase(java.util.Locale.ROOT)))
            .setErr(new PrintWriter(err));
    assertThat(chaos.execute(arguments)).as(err.toString()).isEqualTo(CommandLine.ExitCode.USAGE);
    return err.toString();
  }
}
