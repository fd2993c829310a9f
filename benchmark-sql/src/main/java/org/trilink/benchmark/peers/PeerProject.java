/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.benchmark.peers;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.trilink.launcher.local.CommandFailure;
import org.trilink.launcher.local.FileErrors;
import org.trilink.launcher.local.SystemCommand;
import org.trilink.launcher.local.TrilinkHome;

/**
 * A Maven project of its own, which is no module of the build: its jars are others than the
 * project's, and large. Maven loads them, and compiles its programs, when it is wanted.
 *
 * @param folder has a {@code pom.xml}
 * @param maven the command, with options that are always given
 */
record PeerProject(Path folder, List<String> maven) {

  private static final int SHOWN_LINES = 3;

  /** A line that says something. */
  private static final Pattern ERROR = Pattern.compile("^\\[(ERROR|FATAL)] +\\S");

  /** Maven resets a terminal's colours even where it is told to use none. */
  private static final Pattern ANSI = Pattern.compile("\u001B\\[[;\\d]*m");

  /** One of the benchmark's. */
  static PeerProject named(String name, TrilinkHome home) {
    return named(name, home, List.of("mvn"));
  }

  /** One of the benchmark's projects, with a Maven command of its own. */
  static PeerProject named(String name, TrilinkHome home, List<String> maven) {
    return new PeerProject(
        home.root().resolve("benchmark-sql").resolve("peers").resolve(name), maven);
  }

  /** The value of a property of its {@code pom.xml}. */
  String version(String property) {
    Path pom = folder.resolve("pom.xml");
    try {
      String name = Pattern.quote(property);
      Matcher value =
          Pattern.compile("<" + name + ">([^<]+)</" + name + ">").matcher(Files.readString(pom));
      if (value.find()) {
        return value.group(1);
      }
    } catch (IOException e) {
      throw new CommandFailure("cannot read " + pom, e);
    }
    throw new CommandFailure("%s has no property %s".formatted(pom, property));
  }

  /**
   * Has Maven load and build what is missing.
   *
   * @return the class path: the programs' jar, if there are any, and all others
   * @throws CommandFailure with Maven's reason if it cannot
   */
  List<Path> build() {
    ProcessBuilder builder =
        new ProcessBuilder(commandLine()).directory(folder.toFile()).redirectErrorStream(true);
    builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
    SystemCommand build = SystemCommand.run(builder);
    if (!build.started()) {
      throw failure("Maven does not start, put mvn on the PATH (" + build.output() + ")");
    }
    if (!build.succeeded()) {
      throw failure(reason(build.output()));
    }
    return classPath();
  }

  private List<String> commandLine() {
    List<String> line = new ArrayList<>(maven);
    line.addAll(List.of("-B", "-q", "-Dstyle.color=never"));
    String repository = System.getProperty("trilink.local-repository");
    if (repository != null) {
      line.add("-Dmaven.repo.local=" + repository);
    }
    line.addAll(List.of("clean", "package"));
    return line;
  }

  private List<Path> classPath() {
    Path target = folder.resolve("target");
    try (Stream<Path> files = Files.list(target)) {
      return Stream.concat(
              files.filter(file -> file.toString().endsWith(".jar")),
              Stream.of(target.resolve("lib").resolve("*")))
          .toList();
    } catch (IOException e) {
      throw new CommandFailure("cannot read " + target + ": " + FileErrors.reason(e), e);
    }
  }

  private CommandFailure failure(String reason) {
    return new CommandFailure(
        "the peer %s cannot be loaded and built: %s\nits jars are from Maven Central, or the mirror in Maven's settings: %s"
            .formatted(
                folder.getFileName(), reason, "mvn -f " + folder.resolve("pom.xml") + " package"));
  }

  private static String reason(String output) {
    String errors =
        ANSI.matcher(output)
            .replaceAll("")
            .lines()
            .filter(line -> ERROR.matcher(line).find())
            .limit(SHOWN_LINES)
            .collect(Collectors.joining("\n"));
    return errors.isEmpty() ? output.strip() : errors;
  }
}
