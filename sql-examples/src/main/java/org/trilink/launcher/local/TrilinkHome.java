/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.launcher.local;

import java.io.File;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The project's folder: where the scripts, the built jars and the work folders are.
 *
 * @param root the folder that has {@code bin/trilink} in it
 * @param further code that processes have besides the project's, such as a JDBC driver
 */
public record TrilinkHome(Path root, List<Path> further) {

  private static final String PROPERTY = "trilink.home";

  /** The folder, below a module's, that Maven builds into; each version of Flink has its own. */
  private static final String OUTPUT = System.getProperty("trilink.output", "target");

  public TrilinkHome {
    further = List.copyOf(further);
  }

  /** Without further code. */
  public TrilinkHome(Path root) {
    this(root, List.of());
  }

  /** Returns this folder, but all its processes also have the code that a class was loaded from. */
  public TrilinkHome withCodeOf(Class<?> type) {
    return new TrilinkHome(root, List.of(codeOf(type)));
  }

  /** The folder that {@code bin/trilink} told this process. */
  public static TrilinkHome current() {
    String root = System.getProperty(PROPERTY);
    if (root == null) {
      throw new CommandFailure("the project's folder is not known: start this with bin/trilink");
    }
    return new TrilinkHome(Path.of(root).toAbsolutePath().normalize());
  }

  /** The SQL script of one of a workload's queries. */
  public Path script(String workload, String query) {
    return root.resolve("sql-examples").resolve(workload).resolve(query + ".sql");
  }

  /** Where work folders go. */
  public Path workFolders() {
    return root.resolve(".trilink");
  }

  /** Where {@code bin/trilink cluster} keeps its cluster. */
  public Path clusterFolder() {
    return workFolders().resolve("cluster");
  }

  /** The jars of Flink, Kafka and Trilink that the build, or a release, laid together. */
  public Path jars() {
    Path ofRelease = root.resolve("lib");
    return Files.isDirectory(ofRelease)
        ? ofRelease
        : root.resolve("sql-examples").resolve(OUTPUT).resolve("lib");
  }

  /** A folder's part for this version of Flink: the folder itself, or one within it. */
  public static Path ofThisFlink(Path folder) {
    return folder.resolve(Path.of("target").relativize(Path.of(OUTPUT)));
  }

  /** The class path of every process: this program, {@link #jars()} and further code. */
  String classPath() {
    return Stream.of(Stream.of(codeOf(TrilinkHome.class), jars().resolve("*")), further.stream())
        .flatMap(paths -> paths)
        .map(Path::toString)
        .collect(Collectors.joining(File.pathSeparator));
  }

  /** The jar or folder that a class was loaded from. */
  static Path codeOf(Class<?> type) {
    try {
      return Path.of(type.getProtectionDomain().getCodeSource().getLocation().toURI());
    } catch (URISyntaxException e) {
      throw new IllegalStateException("a class loader has escaped its locations", e);
    }
  }
}
