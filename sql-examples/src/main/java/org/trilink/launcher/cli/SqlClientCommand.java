/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.launcher.cli;

import java.io.File;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.trilink.launcher.local.ClusterServers;
import org.trilink.launcher.local.RunningCluster;
import org.trilink.launcher.local.SqlClientFiles;
import org.trilink.launcher.local.SqlClientSession;
import org.trilink.launcher.local.SqlScript;
import org.trilink.launcher.local.TrilinkHome;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import picocli.CommandLine.Unmatched;

/** {@code bin/trilink sql-client}. */
@Command(
    name = "sql-client",
    description = {
      "Flink's SQL Client with the Trilink planner, on the cluster of bin/trilink cluster or any"
          + " other.",
      "What is not listed here is passed on to Flink's client: -f FILE, -i FILE, -j JAR, ...",
      "Scripts that name 127.0.0.1:9092 or 127.0.0.1:6379 run with the cluster's broker and Redis."
    },
    mixinStandardHelpOptions = true,
    customSynopsis = "bin/trilink sql-client [-D KEY=VALUE]... [-f FILE] [...]")
final class SqlClientCommand implements Callable<Integer> {

  @Spec private CommandSpec spec;

  @Option(
      names = "-D",
      paramLabel = "KEY=VALUE",
      description = "an option of Flink's; another cluster: -D rest.address=HOST -D rest.port=PORT")
  private Map<String, String> flink = new LinkedHashMap<>();

  @Option(names = "--work-dir", paramLabel = "DIR", description = ClusterFolder.DESCRIPTION)
  private File workFolder;

  @Unmatched private List<String> passedOn = new ArrayList<>();

  @Override
  public Integer call() throws Exception {
    Optional<String> mistake = SqlClientFiles.mistake(passedOn);
    if (mistake.isPresent()) {
      throw new ParameterException(spec.commandLine(), mistake.get());
    }
    Optional<RunningCluster> cluster = target();
    Map<String, String> configuration =
        new LinkedHashMap<>(cluster.map(RunningCluster::clientOptions).orElse(Map.of()));
    configuration.putAll(flink);
    Optional<ClusterServers> servers = cluster.map(RunningCluster::servers);
    return SqlClientSession.run(
        configuration,
        passedOn,
        script -> servers.map(running -> onServers(script, running)).orElse(script));
  }

  /** The cluster that the client uses; empty if the user names one, or none runs. */
  private Optional<RunningCluster> target() {
    if (flink.containsKey("rest.address") || flink.containsKey("execution.target")) {
      return Optional.empty();
    }
    Optional<RunningCluster> cluster =
        RunningCluster.find(ClusterFolder.of(TrilinkHome.current(), workFolder));
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
