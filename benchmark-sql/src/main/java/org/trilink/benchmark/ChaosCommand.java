/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.benchmark;

import java.io.File;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.trilink.benchmark.chaos.ChaosOptions;
import org.trilink.benchmark.chaos.ChaosResult;
import org.trilink.benchmark.chaos.ChaosRun;
import org.trilink.benchmark.chaos.FaultKind;
import org.trilink.benchmark.chaos.Store;
import org.trilink.benchmark.host.HostSupport;
import org.trilink.benchmark.run.StateBackend;
import org.trilink.examples.workload.GeneratorDefaults;
import org.trilink.examples.workload.GeneratorOptions;
import org.trilink.examples.workload.Query;
import org.trilink.examples.workload.Workload;
import org.trilink.launcher.cli.GeneratorMixin;
import org.trilink.launcher.cli.UserCommand;
import org.trilink.launcher.demo.Progress;
import org.trilink.launcher.local.Engine;
import org.trilink.launcher.local.TrilinkHome;
import org.trilink.planner.hint.HintOption;
import org.trilink.planner.hint.TrilinkOptions;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code bin/trilink chaos}. */
@Command(
    name = "chaos",
    description =
        "Runs a workload with sinks that write exactly once, on a cluster of its own whose"
            + " processes, network and disk fail, and compares every row. Exit code 1 if one is"
            + " missing, duplicate or wrong.",
    mixinStandardHelpOptions = true)
public final class ChaosCommand extends UserCommand implements Callable<Integer> {

  private static final int MAX_PARALLELISM = 16;

  /** For which there is input after the run's time, which only ends once a fault is survived. */
  private static final int MORE_MINUTES = 10;

  /** A second, so many. */
  private static final int RECORDS_PER_KEY = 50;

  private static final int LEAST_KEYS = 20;

  @Parameters(paramLabel = "WORKLOAD", description = "low-voltage, bridge or long-ride")
  private Workload workload;

  @Option(
      names = "--query",
      paramLabel = "NAME",
      description = "which of the workload's queries (default: its first)")
  private String queryName;

  @Option(
      names = "--engine",
      paramLabel = "trilink|flink",
      defaultValue = "trilink",
      description =
          "flink: the same SQL without hints on the stock planner, which loses what comes late, so"
              + " that --disorder is 0 by default (default: trilink)")
  private Engine engine;

  @Option(
      names = "--hint",
      paramLabel = "NAME=VALUE",
      description =
          "an option of TRILINK hints in place of what the script says of it, such as"
              + " exchange=global-merge or partition=auto; may be given several times")
  private Map<String, String> hints = Map.of();

  @Option(
      names = "--backend",
      paramLabel = "heap|rocksdb",
      defaultValue = "heap",
      description = "where Flink keeps the state (default: ${DEFAULT-VALUE})")
  private String backend;

  @Option(
      names = "--store",
      paramLabel = "redis|mysql",
      defaultValue = "redis",
      description =
          "the server that is started for --hint exchange=global-merge; mysql: MariaDB (default:"
              + " ${DEFAULT-VALUE})")
  private String store;

  @Option(
      names = "--faults",
      paramLabel = "NAME",
      split = ",",
      description =
          "which faults (default: all that apply): kill-tm, pause-tm, kill-jm, kill-broker,"
              + " kill-redis, kill-mysql, slow-link, lose-link, fill-disk, drop-checkpoint,"
              + " savepoint-rescale, switch")
  private List<String> faults;

  @Option(
      names = "--minutes",
      paramLabel = "N",
      defaultValue = "10",
      description = "for how long faults happen (default: ${DEFAULT-VALUE})")
  private double minutes;

  @Option(
      names = "--rate",
      paramLabel = "N",
      defaultValue = "10000",
      description = "records a second (default: ${DEFAULT-VALUE})")
  private int rate;

  @Option(
      names = "--no-record-keys",
      description =
          "writes the input without record keys, so that a key's records are in all partitions, and"
              + " Flink's watermark is the floor of what is late; --disorder is 0 by default")
  private boolean noRecordKeys;

  @Option(
      names = "--parallelism",
      paramLabel = "N",
      defaultValue = "4",
      description = "of the job, and the number of partitions (default: ${DEFAULT-VALUE})")
  private int parallelism;

  @Mixin private GeneratorMixin generator;

  @Option(
      names = "--work-dir",
      paramLabel = "DIR",
      description = "makes the run's work folder there (default: .trilink in the project)")
  private File workFolders;

  @Override
  public Integer call() {
    TrilinkHome home = TrilinkHome.current();
    Progress progress = new Progress();
    ChaosOptions options = options(home);
    if (faults == null) {
      HostSupport.missing()
          .ifPresent(reason -> progress.lasting("some faults are left out: " + reason));
    }
    ChaosResult result = new ChaosRun(options, home, progress).run();
    PrintWriter out = out();
    result.lines().forEach(out::println);
    out.flush();
    return result.isRight() ? 0 : 1;
  }

  private ChaosOptions options(TrilinkHome home) {
    require(
        parallelism >= 1 && parallelism <= MAX_PARALLELISM,
        "--parallelism must be between 1 and " + MAX_PARALLELISM + ", got " + parallelism);
    require(minutes > 0, "--minutes must be above 0, got " + minutes);
    require(rate > 0, "--rate must be above 0, got " + rate);
    require(
        hints.isEmpty() || engine == Engine.TRILINK,
        "--hint needs Trilink's planner; leave out --engine flink");
    Query query = query();
    require(
        !query.topics().isEmpty(),
        workload.name() + " writes to Redis, which has no transactions, so no sink can be exact");
    GeneratorOptions generated = parsed(() -> generator.options(rows(), defaults()));
    ChaosOptions asked =
        new ChaosOptions(
            workload,
            query,
            engine,
            ChaosOptions.withRowsBeforeTheEnd(hints(), generated.skew()),
            oneOf(StateBackend.values(), "--backend", backend),
            oneOf(Store.values(), "--store", store),
            faults(),
            Duration.ofMillis(Math.round(minutes * 60_000)),
            rate,
            !noRecordKeys,
            parallelism,
            generated,
            workFolders == null ? home.workFolders() : workFolders.toPath().toAbsolutePath());
    Optional<String> unfit = ChaosRun.unfit(asked, home);
    require(unfit.isEmpty(), unfit.orElse(""));
    if (faults != null) {
      for (FaultKind kind : asked.faults()) {
        Optional<String> obstacle = asked.whyNot(kind);
        require(obstacle.isEmpty(), "--faults %s: %s".formatted(kind, obstacle.orElse("")));
      }
    }
    return asked;
  }

  /** The run stops the input when its time is over and the last fault is survived. */
  private long rows() {
    return Math.round((minutes + MORE_MINUTES) * 60 * rate);
  }

  /**
   * Few keys, so that event time goes by quickly and rows come all the time. Stock Flink has no
   * answer to late records, and faults are what this is about.
   */
  private GeneratorDefaults defaults() {
    GeneratorDefaults usual = workload.defaults();
    return new GeneratorDefaults(
        Math.max(LEAST_KEYS, Math.min(usual.keys(), rate / RECORDS_PER_KEY)),
        engine == Engine.FLINK || noRecordKeys ? 0 : usual.disorder(),
        usual.skew());
  }

  private Query query() {
    return queryName == null ? workload.mainQuery() : parsed(() -> workload.query(queryName));
  }

  private Set<FaultKind> faults() {
    Set<FaultKind> chosen = EnumSet.noneOf(FaultKind.class);
    if (faults != null) {
      faults.forEach(name -> chosen.add(parsed("--faults: ", () -> FaultKind.parse(name))));
    }
    return chosen;
  }

  private <E extends Enum<E>> E oneOf(E[] values, String option, String name) {
    return Stream.of(values)
        .filter(value -> value.toString().equals(name))
        .findFirst()
        .orElseThrow(
            () ->
                mistake(
                    "%s must be %s, got %s"
                        .formatted(
                            option,
                            Stream.of(values).map(E::toString).collect(Collectors.joining(" or ")),
                            name)));
  }

  /** With names and values as the planner writes them; users may write them in any case. */
  private Map<String, String> hints() {
    Map<String, String> all = new TreeMap<>();
    hints.forEach(
        (name, value) -> {
          String what = "--hint %s=%s: ".formatted(name, value);
          HintOption<?> option = parsed(what, () -> TrilinkOptions.find(name));
          all.put(option.name(), parsed(what, () -> normalized(option, value)));
        });
    return all;
  }

  private static <T> String normalized(HintOption<T> option, String value) {
    return option.format(option.parse(value));
  }
}
