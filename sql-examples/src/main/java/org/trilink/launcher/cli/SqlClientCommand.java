/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.launcher.cli;

import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.function.Predicate;
import org.trilink.launcher.local.ClusterControl;
import org.trilink.launcher.local.ClusterServers;
import org.trilink.launcher.local.SqlClientSession;
import org.trilink.launcher.local.SqlScript;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Unmatched;

/** {@code bin/trilink sql-client}. */
@Command(
    name = "sql-client",
    description = {
      "Flink's SQL Client with the Trilink planner, on the cluster of bin/trilink cluster or any"
          + " other.",
      "What is not listed here is passed on to Flink's client, too.",
      "Scripts that name 127.0.0.1:9092 or 127.0.0.1:6379 run with the cluster's broker and Redis."
    },
    mixinStandardHelpOptions = true,
    customSynopsis = "bin/trilink sql-client [-D KEY=VALUE]... [-f FILE] [...]")
final class SqlClientCommand extends UserCommand implements Callable<Integer> {

  @Option(
      names = "-D",
      paramLabel = "KEY=VALUE",
      description = "an option of Flink's; another cluster: -D rest.address=HOST -D rest.port=PORT")
  private Map<String, String> flink = new LinkedHashMap<>();

  @Mixin private ClusterFolder workFolder;

  @Option(
      names = {"-f", "--file"},
      paramLabel = "FILE",
      description = "a script to run")
  private String file;

  @Option(
      names = {"-i", "--init"},
      paramLabel = "FILE",
      description = "a script to run first, such as one that creates tables")
  private String init;

  @Option(
      names = {"-j", "--jar"},
      paramLabel = "FILE",
      description = "a jar for the session")
  private List<String> jars = new ArrayList<>();

  @Option(
      names = {"-l", "--library"},
      paramLabel = "DIR",
      description = "a folder with jars for the session")
  private List<String> libraries = new ArrayList<>();

  @Unmatched private List<String> passedOn = new ArrayList<>();

  @Override
  public Integer call() throws Exception {
    Map<String, String> scripts = new LinkedHashMap<>();
    if (init != null) {
      scripts.put("--init", init);
    }
    if (file != null) {
      scripts.put("--file", file);
    }
    scripts.forEach(
        (option, name) -> requireReadable(option, name, "file", SqlClientCommand::isFile));
    jars.forEach(jar -> passOn("--jar", jar, "file", SqlClientCommand::isFile));
    libraries.forEach(library -> passOn("--library", library, "folder", Files::isDirectory));
    Optional<ClusterControl> cluster = target();
    Map<String, String> configuration =
        new LinkedHashMap<>(cluster.map(ClusterControl::clientOptions).orElse(Map.of()));
    configuration.putAll(flink);
    Optional<ClusterServers> servers = cluster.map(ClusterControl::servers);
    return SqlClientSession.run(
        configuration,
        passedOn,
        scripts,
        script -> servers.map(running -> onServers(script, running)).orElse(script));
  }

  private void passOn(String option, String name, String kind, Predicate<Path> isKind) {
    requireReadable(option, name, kind, isKind);
    passedOn.add(option);
    passedOn.add(name);
  }

  /** The client would call it a bug of its own if it cannot read the file or folder. */
  private void requireReadable(String option, String name, String kind, Predicate<Path> isKind) {
    require(
        SqlClientSession.isUrl(name) || isReadable(name, isKind),
        "%s %s is not a %s that can be read".formatted(option, name, kind));
  }

  /** A pipe is one, too. */
  private static boolean isFile(Path path) {
    return !Files.isDirectory(path);
  }

  private static boolean isReadable(String name, Predicate<Path> isKind) {
    try {
      return Files.isReadable(Path.of(name)) && isKind.test(Path.of(name));
    } catch (InvalidPathException e) {
      return false;
    }
  }

  /** The cluster that the client uses; empty if the user names one, or none runs. */
  private Optional<ClusterControl> target() {
    if (flink.containsKey("rest.address") || flink.containsKey("execution.target")) {
      return Optional.empty();
    }
    Optional<ClusterControl> cluster = ClusterControl.findRunning(workFolder.path());
    if (cluster.isEmpty()) {
      // a client without a cluster is still useful: for DDL, EXPLAIN and debugging
      System.err.println(
          "trilink: no cluster runs, so no job can; start one with bin/trilink cluster start, or"
              + " name one with -D rest.address=HOST -D rest.port=PORT");
    }
    return cluster;
  }

  private static SqlScript onServers(SqlScript script, ClusterServers servers) {
    servers
        .change(script)
        .ifPresent(change -> System.err.println("trilink: the script runs with " + change));
    return servers.in(script);
  }
}
