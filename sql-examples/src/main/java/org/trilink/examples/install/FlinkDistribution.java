package org.trilink.examples.install;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.trilink.examples.local.CommandFailure;

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
  private static final Pattern OURS =
      Pattern.compile("(trilink-planner|trilink-sql-functions|trilink-table-runtime)-\\d.*\\.jar");
  private static final int OUR_JARS = 2;

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
                        home + " is no Flink distribution: it has no lib/flink-dist_*.jar"));
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
   * @param jars the folder that has Trilink's jars in it
   * @return the files that are there now
   */
  public List<Path> install(Path jars) {
    try {
      List<Path> sources = list(jars, OURS);
      if (sources.size() != OUR_JARS) {
        throw new CommandFailure("Trilink's jars are not in " + jars + "; build the project");
      }
      for (Path old : list(lib(), OURS)) {
        Files.delete(old);
      }
      List<Path> installed = new ArrayList<>();
      for (Path source : sources) {
        installed.add(Files.copy(source, lib().resolve(source.getFileName())));
      }
      installed.add(writeLauncher());
      return installed;
    } catch (IOException e) {
      throw new CommandFailure("cannot install into " + home + ": " + e, e);
    }
  }

  private Path writeLauncher() throws IOException {
    Path launcher = bin().resolve(LAUNCHER);
    try (InputStream script = FlinkDistribution.class.getResourceAsStream(LAUNCHER)) {
      Files.copy(script, launcher, StandardCopyOption.REPLACE_EXISTING);
    }
    Files.setPosixFilePermissions(launcher, PosixFilePermissions.fromString("rwxr-xr-x"));
    return launcher;
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
