package org.trilink.examples.demo;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.trilink.examples.local.ClusterOptions;
import org.trilink.examples.local.CommandFailure;
import org.trilink.examples.local.Engine;
import org.trilink.examples.local.KeyEventTime;
import org.trilink.examples.local.KeyLoad;
import org.trilink.examples.local.LocalServices;
import org.trilink.examples.local.SqlScript;
import org.trilink.examples.local.TrilinkHome;
import org.trilink.examples.local.WorkFolder;
import org.trilink.examples.workload.Oracle;
import org.trilink.examples.workload.Query;
import org.trilink.examples.workload.ResultTopic;
import org.trilink.examples.workload.RowComparison;
import org.trilink.examples.workload.Verdict;
import org.trilink.examples.workload.Workload;

/**
 * One demo run: starts broker and cluster, fills the input topic, runs a query of the workload
 * through the SQL Client, checks the result against the oracle, and takes everything down.
 */
public final class Demo {

  private static final int SHOWN_ROWS = 10;
  private static final int WEB_UI_PORT = 8081;

  private final TrilinkHome home;
  private final DemoOptions options;
  private final Workload workload;
  private final Query query;
  private final PrintStream out;
  private final Progress progress;
  private final long startNanos = System.nanoTime();
  private List<KeyLoad> loads = List.of();

  /**
   * @param out for the result
   * @param progress for what goes on until then
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
    try (DemoSession session = DemoSession.open(home, options.workFolders())) {
      try {
        boolean good = run(session.services());
        if (good || options.keep()) {
          session.succeeded(options.keep());
        }
        if (options.keep()) {
          printWhatIsKept(session.services());
        }
        return good;
      } catch (CommandFailure e) {
        progress.endLine();
        throw session.interrupted() ? new CommandFailure("interrupted", e) : e;
      }
    }
  }

  /** Prints the plans of the script's INSERTs instead of running them. */
  public void explain() {
    try (DemoSession session = DemoSession.open(home, options.workFolders())) {
      SqlScript script = script(session.services());
      boolean needsTopics = options.exchange().filter(DemoExchange::readsAhead).isPresent();
      SqlScript planned = needsTopics ? withTopics(session.services(), script) : script;
      out.println(session.services().explain(options.engine(), planned.explaining()));
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
                Stream.of(workload.inputTopic()), query.results().stream().map(ResultTopic::name))
            .toList());
  }

  private boolean run(LocalServices services) {
    progress.lasting(
        "starting a Kafka broker and a Flink session cluster in "
            + shortened(services.folder().path()));
    services.start(clusterOptions());
    String broker = services.broker().awaitAddress();
    try (Topics topics = new Topics(broker, options.parallelism())) {
      createTopics(topics);
      Oracle oracle = query.newOracle();
      long readings = fillInput(broker, oracle);
      services.cluster().awaitReady();
      SqlScript script = script(services).withBroker(broker);
      double runSeconds = runJob(services, topics, script, readings);
      return report(broker, oracle, readings, runSeconds);
    }
  }

  private SqlScript script(LocalServices services) {
    SqlScript script = SqlScript.read(home.script(workload.name(), query.name()));
    if (options.engine() == Engine.FLINK) {
      return script.withoutTrilinkHints();
    }
    SqlScript partitioned =
        options
            .partition()
            .map(name -> script.withSetting("table.optimizer.trilink.partition", name))
            .orElse(script);
    return options
        .exchange()
        .map(exchange -> exchange.in(partitioned, () -> store(services)))
        .orElse(partitioned);
  }

  private String store(LocalServices services) {
    return options.store().orElseGet(() -> services.startRedis().awaitAddress());
  }

  private ClusterOptions clusterOptions() {
    int slots = Math.max(2, (options.parallelism() + 1) / 2);
    return new ClusterOptions(
        0,
        WEB_UI_PORT,
        slots,
        Map.of(
            "parallelism.default",
            String.valueOf(options.parallelism()),
            // A failure is to be seen, not to be tried again for ever.
            "restart-strategy",
            "none"));
  }

  private long fillInput(String broker, Oracle oracle) {
    InputTopic topic = new InputTopic(workload, broker);
    long readings =
        options.input().isPresent()
            ? fillFromFile(topic, options.input().get(), oracle)
            : fill(topic, workload.generate(options.generator()), oracle);
    progress.lasting(
        at(
            String.format(
                Locale.ROOT, "%,d readings are in the topic %s", readings, workload.inputTopic())));
    return readings;
  }

  private long fillFromFile(InputTopic topic, Path file, Oracle oracle) {
    try (LineReader lines = new LineReader(file)) {
      return fill(topic, lines, oracle);
    } catch (IOException e) {
      throw new CommandFailure("cannot read " + file + ": " + e.getMessage(), e);
    }
  }

  private long fill(InputTopic topic, Iterator<byte[]> lines, Oracle oracle) {
    return topic.fill(
        lines,
        oracle,
        count -> progress.passing(at(String.format(Locale.ROOT, "%,d readings written", count))));
  }

  /** Runs the job to its end; returns the seconds that it took to consume the input. */
  private double runJob(LocalServices services, Topics topics, SqlScript script, long readings) {
    progress.passing(at("the SQL Client submits " + query.name() + ".sql"));
    JobRun job = new JobRun(services, services.submit(options.engine(), script));
    job.awaitRunning();
    progress.lasting(at("the job runs; web UI: " + services.cluster().rest().url()));
    double seconds =
        job.awaitConsumed(
            workload.inputTopic(),
            topics.ends(workload.inputTopic()),
            consumed -> progress.passing(at(state(topics, consumed, readings))));
    progress.lasting(at(state(topics, readings, readings)));
    job.keyEventTime().ifPresent(metrics -> progress.lasting(at(eventTime(metrics))));
    if (options.partition().isPresent()) {
      loads = job.keyLoads();
    }
    job.drain();
    return seconds;
  }

  private static String eventTime(KeyEventTime metrics) {
    return String.format(
        Locale.ROOT,
        "readings late by their own key's watermark %,d, by the subtask's %,d; %,d keys active",
        metrics.lateByKeyWatermark(),
        metrics.lateBySubtaskWatermark(),
        metrics.activeKeys());
  }

  private String state(Topics topics, long consumed, long readings) {
    return String.format(
        Locale.ROOT,
        "readings in %,d of %,d (%d %%)  %s",
        consumed,
        readings,
        readings == 0 ? 100 : 100 * consumed / readings,
        rowsOut(topics));
  }

  /** The first kind of rows with the word that tells input from output. */
  private String rowsOut(Topics topics) {
    List<ResultTopic> results = query.results();
    return results.stream()
        .map(
            result ->
                String.format(
                    Locale.ROOT,
                    result.equals(results.get(0)) ? "%s out %,d" : "%s %,d",
                    result.rows(),
                    topics.size(result.name())))
        .collect(Collectors.joining("  "));
  }

  private boolean report(String broker, Oracle oracle, long readings, double runSeconds) {
    progress.passing(at("checking the result"));
    Verdict verdict = oracle.verify(result -> new TopicRows(broker, result.name()));
    TopicRows rows = new TopicRows(broker, query.mainResult().name());
    progress.endLine();
    try {
      printFirst(rows, verdict.mainResult());
      if (options.output().isPresent()) {
        write(rows, options.output().get());
      }
    } catch (IOException e) {
      throw new CommandFailure("cannot write the result: " + e.getMessage(), e);
    }
    DemoResult result =
        new DemoResult(
            options.engine(), readings, oracle.unreadable(), verdict, runSeconds, loads, seconds());
    if (result.broken()) {
      progress.lasting("the result differs from the oracle's:");
      verdict.differences().forEach(progress::lasting);
    }
    out.println(result.summary());
    return !result.broken();
  }

  private void printFirst(TopicRows rows, RowComparison comparison) throws IOException {
    RowTable table = RowTable.ofFirst(SHOWN_ROWS, rows);
    if (table.size() == 0) {
      out.println(
          "no " + comparison.rows() + (comparison.expected() == 0 ? ", and none are due" : ""));
      return;
    }
    out.println("the first " + table.size() + " " + comparison.rows() + ":");
    table.lines().forEach(out::println);
  }

  private static void write(Iterable<byte[]> rows, Path file) throws IOException {
    try (OutputStream target = new BufferedOutputStream(Files.newOutputStream(file))) {
      for (byte[] row : rows) {
        target.write(row);
        target.write('\n');
      }
    }
  }

  private void printWhatIsKept(LocalServices services) {
    out.println("web UI: " + services.cluster().rest().url());
    out.println("broker: " + services.broker().awaitAddress());
    out.println("stop both: bin/trilink cluster stop --work-dir " + quoted(services.folder()));
  }

  private static String quoted(WorkFolder folder) {
    String path = folder.path().toString();
    return path.contains(" ") ? "'" + path + "'" : path;
  }

  private Path shortened(Path path) {
    return path.startsWith(home.root()) ? home.root().relativize(path) : path;
  }

  private String at(String text) {
    return String.format(Locale.ROOT, "%6.1f s  %s", seconds(), text);
  }

  private double seconds() {
    return (System.nanoTime() - startNanos) / 1e9;
  }
}
