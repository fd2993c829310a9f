/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.launcher.demo;

import java.io.PrintStream;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;
import java.util.stream.Stream;
import javax.annotation.Nullable;
import org.apache.flink.configuration.CoreOptions;
import org.apache.flink.configuration.RestartStrategyOptions;
import org.apache.flink.configuration.TaskManagerOptions;
import org.trilink.examples.workload.Oracle;
import org.trilink.examples.workload.Query;
import org.trilink.examples.workload.ResultTopic;
import org.trilink.examples.workload.Verdict;
import org.trilink.examples.workload.Workload;
import org.trilink.launcher.local.ClusterHosts;
import org.trilink.launcher.local.ClusterOptions;
import org.trilink.launcher.local.ClusterServers;
import org.trilink.launcher.local.CommandFailure;
import org.trilink.launcher.local.Engine;
import org.trilink.launcher.local.KeyEventTime;
import org.trilink.launcher.local.LocalServices;
import org.trilink.launcher.local.ReportedKeyLoad;
import org.trilink.launcher.local.ScriptPlan;
import org.trilink.launcher.local.ShellText;
import org.trilink.launcher.local.SqlScript;
import org.trilink.launcher.local.TrilinkHome;
import org.trilink.launcher.local.WorkFolder;

/**
 * One demo run: starts the servers, fills the input topic, runs a query of the workload through the
 * SQL Client, checks the result against the oracle, and takes everything down.
 */
public final class Demo {

  private static final int WEB_UI_PORT = 8081;

  /** Twice that of a TaskManager of {@code bin/trilink cluster}, which starts two. */
  private static final String TASK_MANAGER_MEMORY = "3456m";

  /**
   * For a job that runs for seconds on few cores. With the JIT's second tier, the code of its
   * generated classes is still being compiled when the input ends, and G1 works beside the job.
   */
  private static final String SHORT_JOB = "-XX:TieredStopAtLevel=1 -XX:+UseParallelGC";

  /**
   * The address of a store to plan with: it plans as well as any, because nothing is asked of the
   * store before the job runs.
   */
  private static final String NO_STORE = "redis://127.0.0.1:6379";

  private final TrilinkHome home;
  private final DemoOptions options;
  private final Workload workload;
  private final Query query;
  private final PrintStream out;
  private final Progress progress;
  private List<ReportedKeyLoad> loads = List.of();

  /** The watch over the balance of the loads; null before the job runs. */
  @Nullable private BalanceWatch balance;

  /**
   * @param out for the result
   * @param progress for status messages until then
   */
  public Demo(TrilinkHome home, DemoOptions options, PrintStream out, Progress progress) {
    this.home = home;
    this.options = options;
    this.workload = options.workload();
    this.query = options.query();
    this.out = out;
    this.progress = progress;
  }

  /**
   * Runs the demo.
   *
   * @return whether the result is as the engine promises
   * @throws CommandFailure when something on the way fails
   */
  public boolean run() {
    try (DemoSession session = open()) {
      try {
        boolean good = run(session.services());
        if (good || options.keep()) {
          session.succeeded(options.keep());
        }
        if (options.keep()) {
          printWhatIsKept(session.services());
        }
        progress.lastingAt(disk(session.services().folder(), good));
        return good;
      } catch (CommandFailure e) {
        progress.endLine();
        throw session.interrupted() ? new CommandFailure("interrupted", e) : e;
      }
    }
  }

  private DemoSession open() {
    return DemoSession.open(home, options.workFolders(), progress::lastingAt);
  }

  private String disk(WorkFolder folder, boolean good) {
    String freed = good ? "freed now" : "freed now but for the logs";
    return String.format(
        Locale.ROOT,
        "%s takes %,.1f MB of disk, %s",
        shortened(folder.path()),
        folder.bytes() / 1e6,
        options.keep() ? "freed by the stop" : freed);
  }

  /**
   * Why the query cannot be run with the options for placement and exchange; empty if it can. Takes
   * some seconds and starts nothing. What of it depends on the topic, too, is left to the job.
   *
   * @return a sentence that begins with the option of the command line
   */
  public Optional<String> refusal() {
    if (options.placement().isEmpty() && options.exchange().isEmpty()) {
      return Optional.empty();
    }
    Optional<String> unfit = unfit();
    if (unfit.isPresent() || options.exchange().filter(DemoExchange::readsAhead).isPresent()) {
      return unfit;
    }
    SqlScript script = script(() -> options.store().orElse(NO_STORE));
    ScriptPlan plan = planned(() -> ScriptPlan.of(script, options.parallelism()));
    return options
        .placement()
        .map(placement -> placement.strategy().toString())
        .flatMap(name -> refusal(plan, "partition", name))
        .or(() -> options.exchange().flatMap(name -> refusal(plan, "exchange", name.name())));
  }

  /** The part of {@link #refusal} that depends on the script alone; takes no time. */
  public Optional<String> unfit() {
    return options.exchange().flatMap(exchange -> exchange.unfit(scriptFile()));
  }

  private ScriptPlan planned(Supplier<ScriptPlan> plan) {
    try {
      return plan.get();
    } catch (CommandFailure e) {
      throw new CommandFailure(
          "%s.sql cannot be planned: %s".formatted(query.name(), e.getMessage()), e);
    }
  }

  private static Optional<String> refusal(ScriptPlan plan, String option, String value) {
    return plan.refusal(option, value)
        .map(reason -> "--%s %s: %s".formatted(option, value, reason));
  }

  private SqlScript scriptFile() {
    return SqlScript.read(home.script(workload.name(), query.name()));
  }

  /** Prints the plans of the script's INSERTs instead of running them. */
  public void explain() {
    try (DemoSession session = open()) {
      SqlScript script = script(session.services());
      boolean needsTopics = options.exchange().filter(DemoExchange::readsAhead).isPresent();
      SqlScript onTopics = needsTopics ? withTopics(session.services(), script) : script;
      out.println(planned(() -> ScriptPlan.byClient(options.engine(), onTopics)).text());
      session.succeeded(false);
    }
  }

  /** The script on a broker of its own, which tells the planner of partitions. */
  private SqlScript withTopics(LocalServices services, SqlScript script) {
    services.startBroker();
    String broker = services.broker().awaitAddress();
    try (Topics topics = new Topics(broker, options.parallelism())) {
      createTopics(topics);
    }
    return script.withBroker(broker);
  }

  private void createTopics(Topics topics) {
    topics.create(
        Stream.concat(
                Stream.of(workload.inputTopic()), query.topics().stream().map(ResultTopic::name))
            .toList());
  }

  private boolean run(LocalServices services) {
    progress.lasting(
        "starting %sa Kafka broker and a Flink session cluster in %s"
            .formatted(
                workload.redis().isPresent() ? "Redis, " : "",
                shortened(services.folder().path())));
    ClusterServers servers = start(services);
    try (Topics topics = new Topics(servers.broker(), options.parallelism());
        OpenResults results = new OpenResults(query, servers)) {
      createTopics(topics);
      Oracle<?> oracle = query.newOracle();
      DemoInput input = new DemoInput(options, servers.broker(), oracle, progress);
      boolean whileRunning = options.live() || options.rate().isPresent();
      long filled = whileRunning ? 0 : input.fill();
      services.cluster().awaitReady();
      JobRun job = submit(services, servers);
      balance = new BalanceWatch(job, progress);
      long records = whileRunning ? fill(input, job) : filled;
      double runSeconds = finish(job, topics, results, records);
      return report(results, oracle, records, runSeconds);
    }
  }

  /** Writes the input while the job runs; returns the number of records. */
  private long fill(DemoInput input, JobRun job) {
    if (options.live()) {
      return input.fillLive(job::requireHealthy);
    }
    int rate = options.rate().getAsInt();
    progress.lastingAt(
        String.format(
            Locale.ROOT, "%,d %s a second are written from now on", rate, workload.records()));
    long middle = options.generator().rows() - options.generator().rows() / 2;
    AtomicBoolean changes = new AtomicBoolean(options.generator().shift());
    return input.fillAtRate(
        rate,
        count -> {
          balance.look();
          if (count >= middle && changes.getAndSet(false)) {
            balance.busyKeysChange();
          }
        });
  }

  private ClusterServers start(LocalServices services) {
    services.start(clusterOptions());
    Optional<String> redis =
        workload
            .redis()
            .map(
                data -> {
                  String address = services.startRedis(0).awaitAddress();
                  data.load(address, options.generator(), options.input());
                  return address;
                });
    return new ClusterServers(services.broker().awaitAddress(), redis);
  }

  private SqlScript script(LocalServices services) {
    return script(() -> store(services));
  }

  private SqlScript script(Supplier<String> store) {
    SqlScript script = scriptFile();
    if (options.engine() == Engine.FLINK) {
      return script.withoutTrilinkHints();
    }
    SqlScript placed = options.placement().map(placement -> placement.in(script)).orElse(script);
    return options.exchange().map(exchange -> exchange.in(placed, store)).orElse(placed);
  }

  private String store(LocalServices services) {
    return options
        .store()
        .orElseGet(
            () ->
                "redis://"
                    + services.redis().orElseGet(() -> services.startRedis(0)).awaitAddress());
  }

  /**
   * One TaskManager. Flink would put as many subtasks as it can on the first of several, and leave
   * the memory of the others unused.
   */
  private ClusterOptions clusterOptions() {
    return new ClusterOptions(
        0,
        WEB_UI_PORT,
        options.parallelism(),
        Map.of(
            CoreOptions.DEFAULT_PARALLELISM.key(),
            String.valueOf(options.parallelism()),
            TaskManagerOptions.TOTAL_PROCESS_MEMORY.key(),
            TASK_MANAGER_MEMORY,
            CoreOptions.FLINK_TM_JVM_OPTIONS.key(),
            SHORT_JOB,
            // Failures must be visible, so the job is not restarted indefinitely.
            RestartStrategyOptions.RESTART_STRATEGY.key(),
            "none"),
        ClusterHosts.loopback(1));
  }

  private JobRun submit(LocalServices services, ClusterServers servers) {
    progress.passingAt("the SQL Client submits " + query.name() + ".sql");
    SqlScript script = servers.inPlaceOfAll(script(services));
    JobRun job = new JobRun(services, services.submit(options.engine(), script));
    job.awaitRunning();
    progress.lastingAt("the job runs; web UI: " + services.cluster().rest().url());
    return job;
  }

  /** Waits until the job has consumed its input; returns the seconds that this took. */
  private double finish(JobRun job, Topics topics, OpenResults results, long records) {
    Pace pace = new Pace(records);
    String in = workload.records() + " in ";
    double seconds =
        job.awaitConsumed(
            workload.inputTopic(),
            topics.ends(workload.inputTopic()),
            consumed -> {
              progress.passingAt(in + pace.at(consumed) + "  " + results.sizes());
              balance.look();
            });
    balance.end();
    progress.lastingAt(in + pace.at(records) + "  " + results.sizes());
    job.keyEventTime().ifPresent(metrics -> progress.lastingAt(eventTime(metrics)));
    if (options.placement().isPresent()) {
      loads = job.keyLoads();
    }
    job.drain();
    return seconds;
  }

  private String eventTime(KeyEventTime metrics) {
    return String.format(
        Locale.ROOT,
        "%s late by their own key's watermark %,d, by the subtask's %,d; %,d keys active",
        workload.records(),
        metrics.lateByKeyWatermark(),
        metrics.lateBySubtaskWatermark(),
        metrics.activeKeys());
  }

  private boolean report(OpenResults results, Oracle<?> oracle, long records, double runSeconds) {
    progress.passingAt("checking the result");
    Verdict verdict = oracle.verify(results::rows);
    progress.endLine();
    new DemoReport(options, out).print(results.rows(query.mainResult()), verdict.mainResult());
    DemoResult result =
        new DemoResult(
            options.engine(),
            workload.records(),
            records,
            oracle.unreadable(),
            verdict,
            runSeconds,
            loads,
            progress.seconds());
    if (result.broken()) {
      progress.lasting("the result differs from the oracle's:");
      verdict.differences().forEach(progress::lasting);
    }
    balance.summary().ifPresent(out::println);
    out.println(result.summary());
    return !result.broken();
  }

  private void printWhatIsKept(LocalServices services) {
    out.println("web UI: " + services.cluster().rest().url());
    out.println("broker: " + services.broker().awaitAddress());
    services.redis().ifPresent(redis -> out.println("Redis:  " + redis.awaitAddress()));
    out.println(
        "stop all: "
            + ShellText.of(
                List.of(
                    "bin/trilink",
                    "cluster",
                    "stop",
                    "--work-dir",
                    services.folder().path().toString())));
  }

  private Path shortened(Path path) {
    return path.startsWith(home.root()) ? home.root().relativize(path) : path;
  }
}
