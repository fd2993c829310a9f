/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.launcher.install;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.trilink.launcher.local.CommandFailure;
import org.trilink.launcher.local.FileErrors;
import org.trilink.runtime.flink.SupportedFlink;

/**
 * An unpacked Flink that users start with its own scripts. Trilink adds files to it and changes
 * none of Flink's.
 */
public final class FlinkDistribution {

  private static final Pattern DIST =
      Pattern.compile("flink-dist(_(?<scala>[\\d.]+))?-(?<version>[\\d.]+)\\.jar");

  /** All modules that go onto a cluster, and no others, are named so. */
  private static final Pattern OURS =
      Pattern.compile("(00-)?(?<module>trilink-[a-z-]+)-\\d.*?(?<part>-loader)?\\.jar");

  private final Path home;

  private FlinkDistribution(Path home) {
    this.home = home;
  }

  /**
   * Looks whether Trilink can work in a folder.
   *
   * @throws CommandFailure if it is not the Flink that this build is for, or not whole
   */
  public static FlinkDistribution at(Path home) {
    FlinkDistribution flink = new FlinkDistribution(home);
    flink.requireVersion();
    DistributionLayout.NEEDED.forEach(flink::requireOneOf);
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
    if (!DistributionLayout.isSupported(version, scala)) {
      throw new CommandFailure(
          "%s is Flink %s%s; Trilink needs %s"
              .formatted(
                  home,
                  version,
                  scala == null ? "" : " for Scala " + scala,
                  SupportedFlink.NEEDED));
    }
  }

  private void requireOneOf(List<String> files) {
    if (files.stream().noneMatch(this::has)) {
      throw new CommandFailure(
          home + " has no " + files.get(files.size() - 1) + ", which Trilink needs");
    }
  }

  private boolean has(String file) {
    Path path = home.resolve(file);
    return find(path.getParent(), asPattern(path.getFileName().toString())).isPresent();
  }

  private static Pattern asPattern(String name) {
    return Pattern.compile(
        Stream.of(name.split("\\*", -1)).map(Pattern::quote).collect(Collectors.joining(".*")));
  }

  /**
   * Adds the jars and scripts; what an earlier version of Trilink added goes.
   *
   * @param jars the folder that the build puts Trilink's jars in, among others
   * @throws CommandFailure if they are not there, or the distribution cannot be written to
   */
  public Change install(Path jars) {
    Map<Path, byte[]> files = new LinkedHashMap<>();
    try {
      Map<String, Path> byModule = ourJars(jars);
      for (Path jar : byModule.values()) {
        String target = DistributionLayout.target(jar.getFileName().toString());
        files.put(home.resolve(target), Files.readAllBytes(jar));
      }
      Map<String, byte[]> scripts = DistributionLayout.scripts();
      scripts.forEach((target, script) -> files.put(home.resolve(target), script));
      List<Path> removed = removeEarlier(byModule.keySet(), files.keySet());
      Installation.write(home, files);
      for (String script : scripts.keySet()) {
        Files.setPosixFilePermissions(
            home.resolve(script), PosixFilePermissions.fromString("rwxr-xr-x"));
      }
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
        Path other = byModule.put(moduleOf(jar), jar);
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

  /** The module whose jar it is, and the part if it is one of several. */
  private static String moduleOf(Path jar) {
    Matcher name = matcher(OURS, jar);
    return name.group("module") + Objects.requireNonNullElse(name.group("part"), "");
  }

  /** Refuses two versions of Trilink on one class path, whoever installed them. */
  private List<Path> removeEarlier(Set<String> modules, Set<Path> files) throws IOException {
    Set<Path> earlier = new TreeSet<>();
    for (Path jar : list(lib(), OURS)) {
      if (modules.contains(moduleOf(jar))) {
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
}
