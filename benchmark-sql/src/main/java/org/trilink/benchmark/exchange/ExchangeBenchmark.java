package org.trilink.benchmark.exchange;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.trilink.examples.demo.DemoSession;
import org.trilink.examples.demo.InputTopic;
import org.trilink.examples.demo.JobRun;
import org.trilink.examples.demo.Progress;
import org.trilink.examples.demo.Topics;
import org.trilink.examples.local.ClusterOptions;
import org.trilink.examples.local.Engine;
import org.trilink.examples.local.LocalServices;
import org.trilink.examples.local.SqlScript;
import org.trilink.examples.local.TrilinkHome;
import org.trilink.examples.workload.GeneratorOptions;
import org.trilink.examples.workload.Oracle;
import org.trilink.examples.workload.Query;
import org.trilink.examples.workload.ResultTopic;
import org.trilink.examples.workload.RowComparison;
import org.trilink.examples.workload.TopicRows;
import org.trilink.examples.workload.Verdict;
import org.trilink.examples.workload.Workload;
import org.trilink.examples.workload.Workloads;

/**
 * Runs low-voltage with each exchange strategy, on one topic and one cluster, and compares what
 * goes from one TaskManager to the other, by Flink's own metric, and the result with the oracle's.
 */
public final class ExchangeBenchmark {

  private static final String WORKLOAD = "low-voltage";
  private static final int SENSORS = 1_000;
  private static final double DISORDER = 0.5;
  private static final Duration SKEW = Duration.ofMinutes(3);
  private static final long SEED = 1;
  private static final int WEB_UI_PORT = 8081;

  /** Of the job, the topics and the TaskManagers: one subtask of each operator on each. */
  private static final int PARALLELISM = 2;

  private final TrilinkHome home;
  private final Path workFolders;
  private final long rows;
  private final Progress progress;
  private final Workload workload;
  private final Query query;

  /**
   * @param workFolders the folder in which the run makes its own
   * @param rows how many readings
   */
  public ExchangeBenchmark(TrilinkHome home, Path workFolders, long rows, Progress progress) {
    this.home = home;
    this.workFolders = workFolders;
    this.rows = rows;
    this.progress = progress;
    this.workload = Workloads.byName(WORKLOAD);
    this.query = workload.mainQuery();
  }

  /** Measures, and prints the table; returns whether all results were right. */
  public boolean run(PrintWriter out) {
    try (DemoSession session = DemoSession.open(home, workFolders)) {
      List<ExchangeRun> runs = run(session.services());
      new ExchangeTable(runs).lines().forEach(out::println);
      out.flush();
      boolean right = runs.stream().allMatch(ExchangeRun::exact);
      session.succeeded(false);
      return right;
    }
  }

  private List<ExchangeRun> run(LocalServices services) {
    progress.lasting("starting a Kafka broker, Redis and a Flink session cluster");
    services.start(clusterOptions());
    String redis = "redis://" + services.startRedis(0).awaitAddress();
    String broker = services.broker().awaitAddress();
    try (Topics topics = new Topics(broker, PARALLELISM)) {
      topics.create(List.of(workload.inputTopic()));
      Oracle oracle = query.newOracle();
      long readings = fill(broker, oracle);
      services.cluster().awaitReady();
      List<ExchangeRun> runs = new ArrayList<>();
      for (ExchangeVariant variant : ExchangeVariant.values()) {
        progress.lasting("running " + variant);
        runs.add(new VariantRun(services, topics, variant, redis).run(broker, oracle, readings));
      }
      return runs;
    }
  }

  private long fill(String broker, Oracle oracle) {
    GeneratorOptions options = new GeneratorOptions(rows, SENSORS, DISORDER, SKEW, 0, SEED);
    long readings =
        new InputTopic(workload, broker)
            .fill(
                workload.generate(options),
                oracle::accept,
                count ->
                    progress.passing(String.format(Locale.ROOT, "%,d readings written", count)));
    progress.lasting(String.format(Locale.ROOT, "%,d readings are in the topic", readings));
    return readings;
  }

  /** One slot a TaskManager, so that half of an even exchange goes from one to the other. */
  private static ClusterOptions clusterOptions() {
    return new ClusterOptions(
        0,
        WEB_UI_PORT,
        1,
        Map.of("parallelism.default", String.valueOf(PARALLELISM), "restart-strategy", "none"));
  }

  /** One job. */
  private final class VariantRun {

    private final LocalServices services;
    private final Topics topics;
    private final ExchangeVariant variant;
    private final String redis;

    VariantRun(LocalServices services, Topics topics, ExchangeVariant variant, String redis) {
      this.services = services;
      this.topics = topics;
      this.variant = variant;
      this.redis = redis;
    }

    ExchangeRun run(String broker, Oracle oracle, long readings) {
      topics.create(query.topics().stream().map(this::topic).toList());
      SqlScript script =
          variant.configure(
              intoOwnTopics(SqlScript.read(home.script(workload.name(), query.name()))), redis);
      JobRun job = new JobRun(services, services.submit(Engine.TRILINK, script.withBroker(broker)));
      job.awaitRunning();
      double seconds =
          job.awaitConsumed(
              workload.inputTopic(),
              topics.ends(workload.inputTopic()),
              consumed ->
                  progress.passing(
                      String.format(Locale.ROOT, "%s: readings in %,d", variant, consumed)));
      long bytes = job.bytesBetweenTaskManagers();
      job.drain();
      Verdict verdict = oracle.verify(result -> new TopicRows(broker, topic((ResultTopic) result)));
      verdict.differences().forEach(progress::lasting);
      return new ExchangeRun(
          variant.toString(),
          bytes,
          readings,
          verdict.results().stream().mapToLong(RowComparison::matching).sum(),
          verdict.results().stream().mapToLong(RowComparison::expected).sum(),
          verdict.exact(),
          seconds);
    }

    private String topic(ResultTopic result) {
      return result.name() + "_" + variant.toString().replace('-', '_');
    }

    private SqlScript intoOwnTopics(SqlScript script) {
      String text = script.text();
      for (ResultTopic result : query.topics()) {
        text =
            text.replace("'topic' = '" + result.name() + "'", "'topic' = '" + topic(result) + "'");
      }
      return new SqlScript(text);
    }
  }
}
