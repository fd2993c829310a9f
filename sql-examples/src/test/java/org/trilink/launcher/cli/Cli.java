/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.launcher.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** Runs {@code bin/trilink} as a user does: as a process, with its output in files. */
final class Cli {

  private static final int LIMIT_MINUTES = 3;

  private final Path script;
  private final Path folder;

  /**
   * @param script the path of {@code bin/trilink}
   * @param folder the working directory, to which its output is also written
   */
  Cli(Path script, Path folder) {
    this.script = script;
    this.folder = folder;
  }

  /** The script in the project. */
  static Path script() {
    return Path.of(System.getProperty("trilink.home"), "bin", "trilink")
        .toAbsolutePath()
        .normalize();
  }

  /** The result of a command. */
  record Result(int code, String out, String err) {

    /** Returns what the command printed; it must have succeeded. */
    private String success() {
      assertThat(code).as(err).isZero();
      return out;
    }
  }

  Process start(String... arguments) throws IOException {
    List<String> commandLine =
        Stream.concat(Stream.of(script.toString()), Stream.of(arguments)).toList();
    return new ProcessBuilder(commandLine)
        .directory(folder.toFile())
        .redirectOutput(out().toFile())
        .redirectError(err().toFile())
        .start();
  }

  Result run(String... arguments) throws IOException, InterruptedException {
    Process process = start(arguments);
    if (!process.waitFor(LIMIT_MINUTES, TimeUnit.MINUTES)) {
      process.destroyForcibly();
      throw new IllegalStateException("took too long: " + Files.readString(err()));
    }
    return new Result(process.exitValue(), Files.readString(out()), Files.readString(err()));
  }

  /**
   * Runs a command in this process, whose classes are loaded and compiled already: for commands of
   * which not the start is tested.
   */
  static Result runHere(String... arguments) {
    StringWriter out = new StringWriter();
    StringWriter err = new StringWriter();
    int code =
        TrilinkCommand.commandLine()
            .setOut(new PrintWriter(out, true))
            .setErr(new PrintWriter(err, true))
            .execute(arguments);
    return new Result(code, out.toString(), err.toString());
  }

  /** Runs a command, which must succeed, and returns what it printed. */
  String success(String... arguments) throws IOException, InterruptedException {
    return run(arguments).success();
  }

  /**
   * Runs a command {@linkplain #runHere in this process}, which must succeed, and returns what it
   * printed.
   */
  static String successHere(String... arguments) {
    return runHere(arguments).success();
  }

  Path out() {
    return folder.resolve("standard.out");
  }

  Path err() {
    return folder.resolve("standard.err");
  }
}
