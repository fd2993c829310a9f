/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.launcher.cli;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.trilink.launcher.demo.Progress;
import org.trilink.launcher.local.ClusterControl;
import org.trilink.launcher.local.ClusterHosts;
import org.trilink.launcher.local.ClusterOptions;
import org.trilink.launcher.local.CommandFailure;
import org.trilink.launcher.local.LocalServices;
import org.trilink.launcher.local.RedisServer;
import org.trilink.launcher.local.TrilinkHome;
import org.trilink.launcher.local.WorkFolder;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code bin/trilink cluster}. */
@Command(
    name = "cluster",
    description = "A Kafka broker, Redis and a Flink session cluster that stay up.",
    mixinStandardHelpOptions = true,
    synopsisSubcommandLabel = "start|stop|status|kill|pause|resume|restart|add-taskmanager")
final class ClusterCommand extends UserCommand implements Runnable {

  private static final int SLOTS_PER_TASK_MANAGER = 2;
  private static final int WEB_UI_PORT = 8081;
  private static final int MAX_PORT = 65_535;

  @Override
  public void run() {
    throw mistake(
        "say what to do: start, stop, status, kill, pause, resume, restart or add-taskmanager");
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
              names = "--taskmanagers",
              paramLabel = "N",
              defaultValue = "" + ClusterOptions.TASK_MANAGERS,
              description = "how many TaskManagers, of two slots each (default: ${DEFAULT-VALUE})")
          int taskManagers,
      @Option(
              names = "--ha",
              description =
                  "jobs go on after a kill and restart of the JobManager, from their last"
                      + " checkpoint: starts a ZooKeeper server, too")
          boolean highlyAvailable,
      @Option(
              names = "-D",
              paramLabel = "KEY=VALUE",
              description = "an option of Flink's, such as state.backend=rocksdb")
          Map<String, String> flink,
      @Mixin ClusterFolder workFolder) {
    requirePort("--kafka-port", kafkaPort);
    requirePort("--redis-port", redisPort);
    require(taskManagers >= 1, "--taskmanagers must be 1 or more, got " + taskManagers);
    TrilinkHome home = TrilinkHome.current();
    Path path = workFolder.path();
    if (ClusterControl.findRunning(path).isPresent()) {
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
                Optional.ofNullable(flink).orElse(Map.of()),
                ClusterHosts.loopback(taskManagers))
            .highlyAvailable(highlyAvailable));
    return printStatus(path);
  }

  @Command(
      name = "stop",
      description = "Ends them and deletes their data.",
      mixinStandardHelpOptions = true)
  int stop(@Mixin ClusterFolder workFolder) {
    Path path = workFolder.path();
    Optional<ClusterControl> cluster = ClusterControl.findRunning(path);
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
  int status(@Mixin ClusterFolder workFolder) {
    return printStatus(workFolder.path());
  }

  @Command(
      name = "kill",
      description = "Kills a process (SIGKILL).",
      mixinStandardHelpOptions = true)
  int kill(
      @Parameters(paramLabel = "NAME", description = NAME) String name,
      @Mixin ClusterFolder workFolder) {
    return change(workFolder, cluster -> say("killed", name, cluster.kill(name)));
  }

  @Command(
      name = "pause",
      description = "Stops a process where it is (SIGSTOP), as if its machine hung.",
      mixinStandardHelpOptions = true)
  int pause(
      @Parameters(paramLabel = "NAME", description = NAME) String name,
      @Mixin ClusterFolder workFolder) {
    return change(workFolder, cluster -> say("paused", name, cluster.pause(name)));
  }

  @Command(
      name = "resume",
      description = "Lets a paused process go on (SIGCONT).",
      mixinStandardHelpOptions = true)
  int resume(
      @Parameters(paramLabel = "NAME", description = NAME) String name,
      @Mixin ClusterFolder workFolder) {
    return change(workFolder, cluster -> say("resumed", name, cluster.resume(name)));
  }

  @Command(
      name = "restart",
      description =
          "Starts a process again, on the same ports, data and configuration, and returns when it"
              + " is up; ends it first if it runs.",
      mixinStandardHelpOptions = true)
  int restart(
      @Parameters(paramLabel = "NAME", description = NAME) String name,
      @Mixin ClusterFolder workFolder) {
    return change(workFolder, cluster -> say(cluster.restart(name)));
  }

  @Command(
      name = "add-taskmanager",
      description = "Starts one more TaskManager and returns when it has registered.",
      mixinStandardHelpOptions = true)
  int addTaskManager(@Mixin ClusterFolder workFolder) {
    return change(workFolder, cluster -> say(cluster.addTaskManager(TrilinkHome.current())));
  }

  private static final String NAME = "a process's name, as bin/trilink cluster status shows it";

  private int change(ClusterFolder workFolder, Consumer<ClusterControl> change) {
    ClusterControl cluster =
        ClusterControl.find(workFolder.path())
            .orElseThrow(() -> new CommandFailure(ClusterStatus.NO_CLUSTER));
    return parsed(
        () -> {
          change.accept(cluster);
          return 0;
        });
  }

  private void say(String done, String name, long id) {
    out().println("%s %s (process %d)".formatted(done, name, id));
  }

  private void say(ClusterControl.Started started) {
    say("started", started.name(), started.id());
    if (!started.isUp()) {
      out().println("whether it is up is not known, as the JobManager does not answer");
    }
  }

  /**
   * Deletes what a cluster that died has left in its work folder, because it would mislead the next
   * one; a folder with anything else in it is not ours, and is refused.
   */
  private void deleteWhatDied(Path path) {
    String[] files = path.toFile().list();
    if (WorkFolder.isAt(path)) {
      new WorkFolder(path).delete();
    } else if (Files.exists(path) && (files == null || files.length > 0)) {
      throw mistake(
          path + " is neither empty nor the folder of a cluster; name another one with --work-dir");
    }
  }

  private void requirePort(String option, int port) {
    require(port >= 0 && port <= MAX_PORT, option + " must be between 0 and 65535, got " + port);
  }

  private void startNew(
      TrilinkHome home, WorkFolder folder, int redisPort, ClusterOptions options) {
    LocalServices services = new LocalServices(home, folder);
    Thread takeDown = new Thread(services::close, "take-down");
    Runtime.getRuntime().addShutdownHook(takeDown);
    Progress progress = new Progress();
    progress.lasting("starting a Kafka broker, Redis and a Flink session cluster");
    try {
      services.start(options);
      RedisServer redis = services.startRedis(redisPort);
      awaitAll(services, redis, progress);
      Runtime.getRuntime().removeShutdownHook(takeDown);
      services.release();
    } catch (CommandFailure e) {
      services.close();
      folder.deleteAllButLogs();
      throw e;
    }
  }

  private static void awaitAll(LocalServices services, RedisServer redis, Progress progress) {
    progress.lastingAt("Redis is up at " + redis.awaitAddress());
    String broker =
        services.broker().awaitAddress(() -> progress.passingAt("the Kafka broker is starting"));
    progress.lastingAt("the Kafka broker is up at " + broker);
    services.cluster().awaitReady(progress::passingAt);
    progress.lastingAt("the session cluster is up");
  }

  private int printStatus(Path path) {
    return new ClusterStatus(path, out()).print() ? 0 : 1;
  }
}
