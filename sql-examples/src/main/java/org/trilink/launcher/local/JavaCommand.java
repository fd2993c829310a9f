/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.launcher.local;

import java.io.File;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** How to start one of the project's Java processes. */
public final class JavaCommand {

  /** The JVM flags that Flink needs on a JDK newer than 8. */
  private static final List<String> OPENS =
      List.of(
          "--add-opens=java.base/java.lang=ALL-UNNAMED",
          "--add-opens=java.base/java.util=ALL-UNNAMED",
          "--add-opens=java.base/java.util.concurrent=ALL-UNNAMED",
          "--add-exports=java.base/sun.net.util=ALL-UNNAMED");

  private static final String LOGGING = "classpath:org/trilink/launcher/local/log4j2.properties";

  private final String name;
  private final String mainClass;
  private final List<String> prefix = new ArrayList<>();
  private final List<String> jvmArguments = new ArrayList<>();
  private final List<String> arguments = new ArrayList<>();
  private final List<Path> furtherCode = new ArrayList<>();
  private JavaRuntime java = JavaRuntime.current();
  private boolean watchesParent = true;

  /**
   * @param name of the process, of its log file too
   */
  public JavaCommand(String name, String mainClass) {
    this.name = name;
    this.mainClass = mainClass;
  }

  /**
   * Puts a command before the command line; it ends in becoming the process that the line starts.
   */
  public JavaCommand prefix(List<String> words) {
    prefix.addAll(words);
    return this;
  }

  /** Uses another Java than that of this process, or other jars than the project's. */
  public JavaCommand on(JavaRuntime other) {
    java = other;
    return this;
  }

  /** Adds flags of the Java virtual machine. */
  public JavaCommand jvm(String... flags) {
    return jvm(List.of(flags));
  }

  JavaCommand jvm(List<String> flags) {
    jvmArguments.addAll(flags);
    return this;
  }

  /** Adds arguments of the main class. */
  public JavaCommand arguments(String... values) {
    return arguments(List.of(values));
  }

  JavaCommand arguments(List<String> values) {
    arguments.addAll(values);
    return this;
  }

  /** Adds the code source of a class to the class path, if it is not in the project's jars. */
  public JavaCommand withCodeOf(Class<?> type) {
    furtherCode.add(TrilinkHome.codeOf(type));
    return this;
  }

  /** For a main class that reads standard input, and ends when that is closed. */
  JavaCommand endsWithItsInput() {
    watchesParent = false;
    return this;
  }

  /** The command line of the process in a work folder. */
  ProcessLine line(TrilinkHome home, WorkFolder folder) {
    return new ProcessLine(name, name + ".out", words(home, folder));
  }

  private List<String> words(TrilinkHome home, WorkFolder folder) {
    List<String> line = new ArrayList<>(prefix);
    line.add(java.executable().toString());
    line.addAll(OPENS);
    line.addAll(java.flags());
    line.addAll(jvmArguments);
    // Keeps files that a JVM would write elsewhere in the work folder.
    line.add("-XX:-UsePerfData");
    line.add("-XX:ErrorFile=" + folder.logs().resolve("hs_err_pid%p.log"));
    line.add("-Djava.io.tmpdir=" + folder.temp());
    line.add("-Dlog.file=" + folder.logs().resolve(name + ".log"));
    line.add("-Dlog4j.configurationFile=" + LOGGING);
    line.add("-classpath");
    line.add(classPath(home, folder));
    if (watchesParent) {
      line.add(ChildProcess.class.getName());
    }
    line.add(mainClass);
    line.addAll(arguments);
    return line;
  }

  private String classPath(TrilinkHome home, WorkFolder folder) {
    String project = java.isAllCode() ? Launcher.in(folder).toString() : home.classPath();
    return Stream.of(
            java.code().stream().map(Path::toString),
            Stream.of(project),
            furtherCode.stream().map(Path::toString))
        .flatMap(part -> part)
        .collect(Collectors.joining(File.pathSeparator));
  }
}
