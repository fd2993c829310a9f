/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.launcher.demo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.trilink.examples.workload.GeneratorOptions;
import org.trilink.examples.workload.Workload;
import org.trilink.examples.workload.Workloads;
import org.trilink.launcher.local.CommandFailure;
import org.trilink.launcher.local.Engine;
import org.trilink.launcher.local.TrilinkHome;

/** Tests what a user sees if a script fails. */
class DemoFailureIT {

  private static final GeneratorOptions FEW = new GeneratorOptions(100, 10, 0, Duration.ZERO, 0, 1);

  @TempDir private Path temp;
  private final Workload workload = Workloads.byName("low-voltage");

  private DemoOfScript demoOf(String original, String replacement) throws IOException {
    String script = DemoOfScript.original(workload);
    assertThat(script).contains(original);
    return new DemoOfScript(workload, script.replace(original, replacement), temp.resolve("home"));
  }

  private static CommandFailure failureOf(DemoOfScript demo) {
    return catchThrowableOfType(CommandFailure.class, () -> demo.run(Engine.FLINK, FEW));
  }

  private void assertOnlyLogsAreLeft(TrilinkHome home) {
    assertThat(ProcessHandle.current().children()).isEmpty();
    Path left = home.workFolders().resolve("demo-" + ProcessHandle.current().pid());
    assertThat(left.resolve("log")).isNotEmptyDirectory();
    assertThat(left.resolve("kafka")).doesNotExist();
    assertThat(left.resolve("tmp")).doesNotExist();
  }

  @Test
  void aFailedJobIsToldByItsRootCause() throws IOException {
    DemoOfScript demo =
        demoOf("'topic' = '" + workload.inputTopic() + "'", "'topic' = 'not_there'");

    CommandFailure failure = failureOf(demo);

    assertThat(failure)
        .hasMessageStartingWith("the job failed: ")
        .hasMessageContaining("UnknownTopicOrPartitionException")
        .hasMessageContaining("logs: ");
    assertThat(failure.getMessage().lines()).hasSize(2);
    assertOnlyLogsAreLeft(demo.home());
  }

  @Test
  void aMistakeInTheScriptIsToldInTheClientsWords() throws IOException {
    DemoOfScript demo = demoOf("SELECT * FROM voltage_by_minute", "SELECT * FROM nowhere");

    CommandFailure failure = failureOf(demo);

    assertThat(failure)
        .hasMessageStartingWith("the SQL Client: Could not execute SQL statement.")
        .hasMessageContaining("Object 'nowhere' not found")
        .hasMessageContaining("sql-client.log");
    assertThat(failure.getMessage().lines().count()).isLessThan(10);
    assertOnlyLogsAreLeft(demo.home());
  }
}
