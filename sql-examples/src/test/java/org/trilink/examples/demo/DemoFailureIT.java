/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.examples.demo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.trilink.examples.local.CommandFailure;
import org.trilink.examples.local.Engine;
import org.trilink.examples.local.TrilinkHome;
import org.trilink.examples.workload.GeneratorOptions;
import org.trilink.examples.workload.Workload;
import org.trilink.examples.workload.Workloads;

/** What a user sees if a script fails. */
class DemoFailureIT {

  private static final GeneratorOptions FEW = new GeneratorOptions(100, 10, 0, Duration.ZERO, 0, 1);

  @TempDir private Path temp;
  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final Workload workload = Workloads.byName("low-voltage");

  /** A project with the real jars and a modified script. */
  private TrilinkHome homeWithScript(String original, String replacement) throws IOException {
    TrilinkHome real = TrilinkHome.current();
    TrilinkHome home = new TrilinkHome(temp.resolve("home"));
    Files.createDirectories(home.jars().getParent());
    Files.createSymbolicLink(home.jars(), real.jars());
    String script = Files.readString(real.script(workload.name(), workload.mainQuery().name()));
    assertThat(script).contains(original);
    Path copy = home.script(workload.name(), workload.mainQuery().name());
    Files.createDirectories(copy.getParent());
    Files.writeString(copy, script.replace(original, replacement));
    return home;
  }

  private CommandFailure failureOf(TrilinkHome home) {
    PrintStream print = new PrintStream(out, true, StandardCharsets.UTF_8);
    DemoOptions options =
        new DemoOptions(
            workload,
            workload.mainQuery(),
            Engine.FLINK,
            FEW,
            Optional.empty(),
            false,
            OptionalInt.empty(),
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            1,
            false,
            home.workFolders());
    Demo demo = new Demo(home, options, print, new Progress(print, false));
    return catchThrowableOfType(CommandFailure.class, demo::run);
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
    TrilinkHome home =
        homeWithScript("'topic' = '" + workload.inputTopic() + "'", "'topic' = 'not_there'");

    CommandFailure failure = failureOf(home);

    assertThat(failure)
        .hasMessageStartingWith("the job failed: ")
        .hasMessageContaining("UnknownTopicOrPartitionException")
        .hasMessageContaining("logs: ");
    assertThat(failure.getMessage().lines()).hasSize(2);
    assertOnlyLogsAreLeft(home);
  }

  @Test
  void aMistakeInTheScriptIsToldInTheClientsWords() throws IOException {
    TrilinkHome home = homeWithScript("SELECT * FROM voltage_by_minute", "SELECT * FROM nowhere");

    CommandFailure failure = failureOf(home);

    assertThat(failure)
        .hasMessageStartingWith("the SQL Client: Could not execute SQL statement.")
        .hasMessageContaining("Object 'nowhere' not found")
        .hasMessageContaining("sql-client.log");
    assertThat(failure.getMessage().lines().count()).isLessThan(10);
    assertOnlyLogsAreLeft(home);
  }
}
