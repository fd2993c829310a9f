/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.launcher.demo;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.OptionalInt;
import org.trilink.examples.workload.GeneratorOptions;
import org.trilink.examples.workload.Workload;
import org.trilink.launcher.local.Engine;
import org.trilink.launcher.local.TrilinkHome;

/** The demo of a workload in a project with the real jars and another script. */
public final class DemoOfScript {

  private final TrilinkHome home;
  private final Workload workload;
  private final ByteArrayOutputStream out = new ByteArrayOutputStream();

  /**
   * Makes the project.
   *
   * @param folder that is not there yet
   */
  public DemoOfScript(Workload workload, String script, Path folder) throws IOException {
    this.workload = workload;
    this.home = new TrilinkHome(folder);
    Files.createDirectories(home.jars().getParent());
    Files.createSymbolicLink(home.jars(), TrilinkHome.current().jars());
    Path file = home.script(workload.name(), workload.mainQuery().name());
    Files.createDirectories(file.getParent());
    Files.writeString(file, script);
  }

  /** The workload's own script. */
  public static String original(Workload workload) throws IOException {
    return Files.readString(
        TrilinkHome.current().script(workload.name(), workload.mainQuery().name()));
  }

  TrilinkHome home() {
    return home;
  }

  /**
   * Runs it.
   *
   * @return whether the result is as the engine promises; for Trilink, the oracle's rows
   */
  public boolean run(Engine engine, GeneratorOptions input) {
    PrintStream print = new PrintStream(out, true, StandardCharsets.UTF_8);
    DemoOptions options =
        new DemoOptions(
            workload,
            workload.mainQuery(),
            engine,
            input,
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
    return new Demo(home, options, print, new Progress(print, false)).run();
  }

  /** The text that the demo has printed. */
  public String output() {
    return out.toString(StandardCharsets.UTF_8);
  }
}
