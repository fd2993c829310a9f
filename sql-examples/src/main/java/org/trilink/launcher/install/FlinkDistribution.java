/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.launcher.install;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.trilink.launcher.local.CommandFailure;
import org.trilink.launcher.local.FileErrors;

/**
 * An unpacked Flink that users start with its own scripts. Trilink adds files to it and changes
 * none of Flink's.
 */
public final class FlinkDistribution {

  private static final String LAUNCHER = "trilink-sql-client.sh";
  private static final Pattern DIST =
      Pattern.compile("flink-dist(_(?<scala>[\\d.]+))?-(?<version>[\\d.]+)\\.jar");
  private static final Pattern TABLE = Pattern.compile("flink-table_2\\.12-1\\.14\\.[\\d.]+\\.jar");
  private static final Pattern SQL_CLIENT =
      Pattern.compile("flink-sql-client_2\\.12-1\\.14\\.[\\d.]+\\.jar");

  /** All modules that go onto a cluster, and no others, are named so. */
  private static final Pattern OURS = Pattern.compile("(?<module>trilink-[a-z-]+)-\\d.*\\.jar");

  private final Path home;

  private FlinkDistribution(Path home) {
    this.home = home;
  }

  /**
   * Looks whether Trilink can work in a folder.
   *
   * @throws CommandFailure if it is no Flink 1.14 for Scala 2.12
   */
  public static FlinkDistribution at(Path home) {
    FlinkDistribution flink = new FlinkDistribution(home);
    flink.requireVersion();
    flink.require(flink.lib(), TABLE, "flink-table_2.12-1.14.*.jar");
    if (flink.find(flink.lib(), SQL_CLIENT).isEmpty()) {
      flink.require(flink.opt(), SQL_CLIENT, "flink-sql-client_2.12-1.14.*.jar");
    }
    if (!Files.isRegularFile(flink.bin().resolve("config.sh"))) {
      throw new CommandFailure(
          home + " has no bin/config.sh: it is not a whole Flink distribution");
    }
    return flink;
  }

  private void requireVersion() {
    Matcher dist =
        find(lib(), DIST)
            .map(jar -> matcher(DIST, jar))
            .orElseThrow(
                () ->
                    new CommandFailure(
                        home + " is not a Flink distribution: it has no lib/flink-dist_*.jar"));
    String version = dist.group("version");
    String scala = dist.group("scala");
    if (!version.startsWith("1.14.") || !"2.12".equals(scala)) {
      throw new CommandFailure(
          "%s is Flink %s%s; Trilink needs Flink 1.14 for Scala 2.12"
              .formatted(home, version, scala == null ? "" : " for Scala " + scala));
    }
  }

  private void require(Path folder, Pattern jar, String name) {
    if (find(folder, jar).isEmpty()) {
      throw new CommandFailure(
          home + " has no " + home.relativize(folder) + "/" + name + ", which Trilink needs");
    }
  }

  /**
   * Adds the jars and the launcher; what an earlier version of Trilink added goes.
   *
   * @param jars the folder that the build puts Trilink's jars in, among others
   * @throws CommandFailure if they are not there, or the distribution cannot be written to
   */
  public Change install(Path jars) {
    Map<Path, byte[]> files = new LinkedHashMap<>();
    try {
      Map<String, Path> byModule = ourJars(jars);
      for (Path jar : byModule.values()) {
        files.put(lib().resolve(jar.getFileName()), Files.readAllBytes(jar));
      }
      Path launcher = bin().resolve(LAUNCHER);
      files.put(launcher, launcher());
      List<Path> removed = removeEarlier(byModule.keySet(), files.keySet());
      Installation.write(home, files);
      Files.setPosixFilePermissions(launcher, PosixFilePermissions.fromString("rwxr-xr-x"));
      return new Change(List.copyOf(files.keySet()), removed);
    } catch (IOException e) {
      throw new CommandFailure("cannot install into " + home + ": " + FileErrors.reason(e), e);
    }
  }

  /**
   * The files that an installation has changed.
   *
   * @param installed files that are there now
   * @param removed files of an earlier version
   */
  public record Change(List<Path> installed, List<Path> removed) {}

  /** One jar of each of Trilink's modules: whichever the build put there. */
  private static Map<String, Path> ourJars(Path folder) throws IOException {
    Map<String, Path> byModule = new TreeMap<>();
    if (Files.isDirectory(folder)) {
      for (Path jar : list(folder, OURS)) {
        Path other = byModule.put(matcher(OURS, jar).group("module"), jar);
        if (other != null) {
          throw new CommandFailure(
              "%s has two versions of one jar, %s and %s; build the project anew: mvn clean package"
                  .formatted(folder, other.getFileName(), jar.getFileName()));
        }
      }
    }
    if (byModule.isEmpty()) {
      throw new CommandFailure(
          "Trilink's jars are not in " + folder + "; build the project: mvn package");
    }
    return byModule;
  }

  private static byte[] launcher() throws IOException {
    try (InputStream script = FlinkDistribution.class.getResourceAsStream(LAUNCHER)) {
      return script.readAllBytes();
    }
  }

  /** Refuses two versions of Trilink on one class path, whoever installed them. */
  private List<Path> removeEarlier(Set<String> modules, Set<Path> files) throws IOException {
    Set<Path> earlier = new TreeSet<>();
    for (Path jar : list(lib(), OURS)) {
      if (modules.contains(matcher(OURS, jar).group("module"))) {
        earlier.add(jar);
      }
    }
    Installation.in(home).ifPresent(installation -> earlier.addAll(installation.files()));
    List<Path> removed = new ArrayList<>();
    for (Path file : earlier) {
      if (!files.contains(file) && Files.deleteIfExists(file)) {
        removed.add(file);
      }
    }
    return removed;
  }

  /**
   * The jars in a distribution's lib folder that are named as Trilink's are, whoever put them
   * there; none if there is no such folder.
   */
  public static List<Path> ourJarsIn(Path home) {
    try {
      return list(home.resolve("lib"), OURS);
    } catch (IOException e) {
      return List.of();
    }
  }

  private Optional<Path> find(Path folder, Pattern name) {
    try {
      return list(folder, name).stream().findFirst();
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  private static List<Path> list(Path folder, Pattern name) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.filter(file -> matcher(name, file).matches()).sorted().toList();
    }
  }

  private static Matcher matcher(Pattern name, Path file) {
    Matcher matcher = name.matcher(file.getFileName().toString());
    boolean unused = matcher.matches();
    return matcher;
  }

  private Path lib() {
    return home.resolve("lib");
  }

  private Path opt() {
    return home.resolve("opt");
  }

  private Path bin() {
    return home.resolve("bin");
  }
}
