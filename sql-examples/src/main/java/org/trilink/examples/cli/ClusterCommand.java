/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.examples.cli;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.File;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.trilink.examples.demo.DemoClock;
import org.trilink.examples.demo.Progress;
import org.trilink.examples.local.ClusterOptions;
import org.trilink.examples.local.CommandFailure;
import org.trilink.examples.local.LocalServices;
import org.trilink.examples.local.RedisServer;
import org.trilink.examples.local.RunningCluster;
import org.trilink.examples.local.TrilinkHome;
import org.trilink.examples.local.WorkFolder;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code bin/trilink cluster}. */
@Command(
    name = "cluster",
    description = "A Kafka broker, Redis and a Flink session cluster that stay up.",
    mixinStandardHelpOptions = true,
    synopsisSubcommandLabel = "start|stop|status")
final class ClusterCommand implements Runnable {

  private static final int SLOTS_PER_TASK_MANAGER = 2;
  private static final int WEB_UI_PORT = 8081;
  private static final int MAX_PORT = 65_535;

  @Spec private CommandSpec spec;

  @Override
  public void run() {
    throw new ParameterException(spec.commandLine(), "say what to do: start, stop or status");
  }

  @Command(
      name = "start",
      description = "Starts them and returns when they are up.",
      mixinStandardHelpOptions = true)
  int start(
      @Option(
              names = "--kafka-port",
              paramLabel = "PORT",
              defaultValue = "9092",
              description = "where the broker listens, 0 for any (default: ${DEFAULT-VALUE})")
          int kafkaPort,
      @Option(
              names = "--redis-port",
              paramLabel = "PORT",
              defaultValue = "6379",
              description = "where Redis listens, 0 for any (default: ${DEFAULT-VALUE})")
          int redisPort,
      @Option(
              names = "-D",
              paramLabel = "KEY=VALUE",
              description = "an option of Flink's, such as state.backend=rocksdb")
          Map<String, String> flink,
      @Option(names = "--work-dir", paramLabel = "DIR", description = WORK_DIR) File workFolder) {
    requirePort("--kafka-port", kafkaPort);
    requirePort("--redis-port", redisPort);
    TrilinkHome home = TrilinkHome.current();
    Path path = path(home, workFolder);
    if (RunningCluster.find(path).isPresent()) {
      throw new CommandFailure("the cluster runs already; see bin/trilink cluster status");
    }
    deleteWhatDied(path);
    startNew(
        home,
        WorkFolder.create(path),
        redisPort,
        new ClusterOptions(
            kafkaPort,
            WEB_UI_PORT,
            SLOTS_PER_TASK_MANAGER,
            Optional.ofNullable(flink).orElse(Map.of())));
    return printStatus(path);
  }

  @Command(
      name = "stop",
      description = "Ends them and deletes their data.",
      mixinStandardHelpOptions = true)
  int stop(
      @Option(names = "--work-dir", paramLabel = "DIR", description = WORK_DIR) File workFolder) {
    Path path = path(TrilinkHome.current(), workFolder);
    Optional<RunningCluster> cluster = RunningCluster.find(path);
    if (cluster.isPresent()) {
      cluster.get().stop();
      out().println("stopped");
    } else if (WorkFolder.isAt(path)) {
      new WorkFolder(path).delete();
      out().println("no cluster runs; what one left in " + path + " is deleted");
    } else {
      out().println("no cluster runs");
    }
    return 0;
  }

  @Command(
      name = "status",
      description = "Tells where they are. Exit code 1 if they do not run.",
      mixinStandardHelpOptions = true)
  int status(
      @Option(names = "--work-dir", paramLabel = "DIR", description = WORK_DIR) File workFolder) {
    return printStatus(path(TrilinkHome.current(), workFolder));
  }

  private static final String WORK_DIR =
      "the cluster's work folder (default: .trilink/cluster in the project)";

  private static Path path(TrilinkHome home, File workFolder) {
    return workFolder == null
        ? home.clusterFolder()
        : workFolder.toPath().toAbsolutePath().normalize();
  }

  /** What a cluster that died has left would mislead the next one; anything else is not ours. */
  private void deleteWhatDied(Path path) {
    String[] files = path.toFile().list();
    if (WorkFolder.isAt(path)) {
      new WorkFolder(path).delete();
    } else if (Files.exists(path) && (files == null || files.length > 0)) {
      throw new ParameterException(
          spec.commandLine(),
          path + " is neither empty nor the folder of a cluster; name another one with --work-dir");
    }
  }

  private void requirePort(String option, int port) {
    if (port < 0 || port > MAX_PORT) {
      throw new ParameterException(
          spec.commandLine(), option + " must be between 0 and 65535, got " + port);
    }
  }

  private void startNew(
      TrilinkHome home, WorkFolder folder, int redisPort, ClusterOptions options) {
    LocalServices services = new LocalServices(home, folder);
    Thread takeDown = new Thread(services::close, "take-down");
    Runtime.getRuntime().addShutdownHook(takeDown);
    DemoClock clock = new DemoClock();
    Progress progress = new Progress(System.err, Boolean.getBoolean("trilink.terminal"));
    progress.lasting("starting a Kafka broker, Redis and a Flink session cluster");
    try {
      services.start(options);
      RedisServer redis = services.startRedis(redisPort);
      awaitAll(services, redis, clock, progress);
      Runtime.getRuntime().removeShutdownHook(takeDown);
      services.release();
    } catch (CommandFailure e) {
      services.close();
      folder.deleteAllButLogs();
      throw e;
    }
  }

  private static void awaitAll(
      LocalServices services, RedisServer redis, DemoClock clock, Progress progress) {
    progress.lasting(clock.at("Redis is up at " + redis.awaitAddress()));
    String broker =
        services
            .broker()
            .awaitAddress(() -> progress.passing(clock.at("the Kafka broker is starting")));
    progress.lasting(clock.at("the Kafka broker is up at " + broker));
    services.cluster().awaitReady(state -> progress.passing(clock.at(state)));
    progress.lasting(clock.at("the session cluster is up"));
  }

  private int printStatus(Path path) {
    Optional<RunningCluster> found = RunningCluster.find(path);
    if (found.isEmpty()) {
      out()
          .println(
              WorkFolder.isAt(path)
                  ? "the cluster's processes have all ended; its logs are in "
                      + new WorkFolder(path).logs()
                      + ", bin/trilink cluster stop deletes them"
                  : "no cluster runs; start one with bin/trilink cluster start");
      return 1;
    }
    RunningCluster cluster = found.get();
    List<String> dead = cluster.deadProcesses();
    Optional<JsonNode> overview = cluster.rest().overview();
    out().println("web UI: " + cluster.rest().url());
    out().println("broker: " + cluster.brokerAddress());
    cluster.redisAddress().ifPresent(address -> out().println("Redis:  " + address));
    out()
        .println(
            "slots:  "
                + overview.map(ClusterCommand::slots).orElse("the JobManager does not answer"));
    if (!cluster.otherProcesses().isEmpty()) {
      out()
          .println("others: " + String.join(", ", cluster.otherProcesses()) + ", not started here");
    }
    if (!dead.isEmpty()) {
      out().println("died:   " + String.join(", ", dead) + "; see " + new WorkFolder(path).logs());
    }
    cluster.redisRestart().ifPresent(line -> out().println("Redis starts again with: " + line));
    return dead.isEmpty() && overview.isPresent() ? 0 : 1;
  }

  private static String slots(JsonNode overview) {
    return "%d of %d free, on %d TaskManagers"
        .formatted(
            overview.path("slots-available").asInt(),
            overview.path("slots-total").asInt(),
            overview.path("taskmanagers").asInt());
  }

  private PrintWriter out() {
    return spec.commandLine().getOut();
  }
}
