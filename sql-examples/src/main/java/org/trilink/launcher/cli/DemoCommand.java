/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.launcher.cli;

import java.io.File;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.trilink.examples.workload.Query;
import org.trilink.examples.workload.Workload;
import org.trilink.examples.workload.Workloads;
import org.trilink.launcher.demo.Demo;
import org.trilink.launcher.demo.DemoExchange;
import org.trilink.launcher.demo.DemoOptions;
import org.trilink.launcher.demo.DemoPlacement;
import org.trilink.launcher.demo.Progress;
import org.trilink.launcher.local.Engine;
import org.trilink.launcher.local.TrilinkHome;
import org.trilink.planner.hint.PlacementStrategy;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code bin/trilink demo}. */
@Command(
    name = "demo",
    description =
        "Runs a workload on a Kafka broker and a Flink cluster of its own and checks the result.",
    mixinStandardHelpOptions = true)
final class DemoCommand extends UserCommand implements Callable<Integer> {

  private static final int MAX_PARALLELISM = 16;

  /** So that the four million rows of an example take a minute, and two cores keep up with it. */
  private static final int AUTO_RATE = 80_000;

  private static final String PLAIN_EXCHANGE = "shuffle";

  @Parameters(
      arity = "0..1",
      paramLabel = "WORKLOAD",
      description = "which one; without it, the workloads are listed")
  private Workload workload;

  @Option(
      names = "--query",
      paramLabel = "NAME",
      completionCandidates = QueryNames.class,
      description =
          "which of the workload's queries (default: its first); all: ${COMPLETION-CANDIDATES}")
  private String queryName;

  @Option(
      names = "--engine",
      paramLabel = "trilink|flink",
      defaultValue = "trilink",
      description = "flink: the same SQL without hints on the stock planner (default: trilink)")
  private Engine engine;

  @Option(
      names = "--rows",
      paramLabel = "N",
      completionCandidates = DemoRows.class,
      description = "how many records are generated (default: ${COMPLETION-CANDIDATES})")
  private Long rows;

  @Mixin private GeneratorMixin generator;

  @Option(
      names = "--input",
      paramLabel = "FILE",
      description = "reads JSON lines from a file instead")
  private File input;

  @Option(
      names = "--live",
      negatable = true,
      description =
          "writes the input while the job runs, each record when it happens, if the workload has"
              + " such input (default: so for ysb); --no-live: all of it before the job starts")
  private Boolean live;

  @Option(
      names = "--rate",
      paramLabel = "N",
      description =
          "writes generated input while the job runs, N records a second (default: all of it before"
              + " the job starts; with --partition auto, which needs time to move keys: "
              + AUTO_RATE
              + ")")
  private Integer rate;

  @Option(
      names = "--output",
      paramLabel = "FILE",
      description = "writes the result's rows to a file as JSON lines")
  private File output;

  @Option(
      names = "--partition",
      paramLabel = "NAME",
      description =
          "how keys are placed: hash, modulo, least-key, least-count, weight, auto (keys are moved"
              + " when the load becomes uneven; progress shows it; turns --shift on) or a class name"
              + " (default: as the script says)")
  private String partition;

  @Option(
      names = "--weights",
      paramLabel = "N,N,...",
      description =
          "with --partition weight: the share of the keys of each subtask in percent, such as 60,40")
  private String weights;

  @Option(
      names = "--exchange",
      paramLabel = "NAME",
      description =
          "how records reach the subtask of their key: shuffle, local-merge, global-merge or"
              + " ahead-keyby (default: as the script says; with --partition "
              + PLAIN_EXCHANGE
              + ", since merging evens out most of the load)")
  private String exchange;

  @Option(
      names = "--store",
      paramLabel = "ADDRESS",
      description =
          "with --exchange global-merge: redis://..., rediss://... or jdbc:mysql://... (default: a"
              + " Redis that the demo starts)")
  private String store;

  @Option(
      names = "--parallelism",
      paramLabel = "N",
      defaultValue = "2",
      description =
          "of the job and its topics, up to " + MAX_PARALLELISM + " (default: ${DEFAULT-VALUE})")
  private int parallelism;

  @Option(names = "--explain", description = "prints the script's plans instead of running it")
  private boolean explain;

  @Option(names = "--keep", description = "leaves broker and cluster up")
  private boolean keep;

  @Option(
      names = "--work-dir",
      paramLabel = "DIR",
      description = "makes the run's work folder there (default: .trilink in the project)")
  private File workFolders;

  @Override
  public Integer call() {
    if (workload == null) {
      listWorkloads();
      return 0;
    }
    PrintStream out = System.out;
    TrilinkHome home = TrilinkHome.current();
    Progress progress = new Progress();
    Demo demo = new Demo(home, options(home), out, progress);
    // EXPLAIN itself says what the planner refuses.
    Optional<String> refusal = explain ? demo.unfit() : demo.refusal();
    require(refusal.isEmpty(), refusal.orElse(""));
    if (explain) {
      demo.explain();
      return 0;
    }
    return demo.run() ? 0 : 1;
  }

  private void listWorkloads() {
    out().println("Workloads, each for: bin/trilink demo WORKLOAD");
    Workloads.all()
        .forEach(
            listed -> out().println("  %s (--query %s)".formatted(listed.name(), queries(listed))));
  }

  private static String queries(Workload listed) {
    return listed.queries().stream().map(Query::name).collect(Collectors.joining(" | "));
  }

  private Query query() {
    return queryName == null ? workload.mainQuery() : parsed(() -> workload.query(queryName));
  }

  private DemoOptions options(TrilinkHome home) {
    require(
        parallelism >= 1 && parallelism <= MAX_PARALLELISM,
        "--parallelism must be between 1 and " + MAX_PARALLELISM + ", got " + parallelism);
    require(
        input == null || (rows == null && !generator.given()),
        "--input brings its own records; --rows, "
            + GeneratorMixin.NAMES
            + " cannot be given with it");
    require(
        input == null || (input.isFile() && input.canRead()),
        "--input " + input + " is not a file that can be read");
    require(
        !Boolean.TRUE.equals(live) || workload.isLive(),
        "--live: the records of " + workload.name() + " make sense only when all are there");
    require(
        input == null || !Boolean.TRUE.equals(live),
        "--live is for generated input; leave out --input");
    require(
        output == null || isWritable(output.toPath().toAbsolutePath()),
        "--output " + output + " is not a file that can be written");
    require(
        workFolders == null || !workFolders.exists() || workFolders.isDirectory(),
        "--work-dir " + workFolders + " is not a folder");
    require(
        partition == null || engine == Engine.TRILINK,
        "--partition needs Trilink's planner; leave out --engine flink");
    require(
        exchange == null || engine == Engine.TRILINK,
        "--exchange needs Trilink's planner; leave out --engine flink");
    require(
        store == null || "global-merge".equalsIgnoreCase(exchange),
        "--store needs --exchange global-merge");
    require(
        store == null || Stream.of("redis://", "rediss://", "jdbc:").anyMatch(store::startsWith),
        "--store must be an address that begins with redis://, rediss:// or jdbc:");
    require(
        rate == null || (input == null && rate > 0),
        rate != null && rate <= 0
            ? "--rate must be above 0, got " + rate
            : "--rate is for generated input; leave out --input");
    require(
        rate == null || !Boolean.TRUE.equals(live),
        "--rate: with --live each record is written when it happens; leave out one of the two");
    require(weights == null || partition != null, "--weights needs --partition weight");
    Query query = query();
    return new DemoOptions(
        workload,
        query,
        engine,
        parsed(
            () ->
                generator.options(
                    Objects.requireNonNullElse(rows, query.demoRows()),
                    workload.defaults(),
                    movesKeys())),
        Optional.ofNullable(input).map(File::toPath),
        isLive(),
        rate(),
        Optional.ofNullable(output).map(File::toPath),
        Optional.ofNullable(partition)
            .map(name -> parsed(() -> DemoPlacement.of(name, weights, parallelism))),
        Optional.ofNullable(exchange == null && partition != null ? PLAIN_EXCHANGE : exchange)
            .map(name -> parsed(() -> DemoExchange.of(name))),
        Optional.ofNullable(store),
        parallelism,
        keep,
        workFolders == null ? home.workFolders() : workFolders.toPath().toAbsolutePath());
  }

  private boolean movesKeys() {
    return PlacementStrategy.of(PlacementStrategy.Kind.AUTO).toString().equalsIgnoreCase(partition);
  }

  private boolean isLive() {
    return input == null
        && Objects.requireNonNullElseGet(live, () -> rate == null && workload.isLive());
  }

  private OptionalInt rate() {
    if (rate != null) {
      return OptionalInt.of(rate);
    }
    return movesKeys() && input == null && !isLive()
        ? OptionalInt.of(AUTO_RATE)
        : OptionalInt.empty();
  }

  private static boolean isWritable(Path file) {
    return Files.exists(file)
        ? Files.isWritable(file) && !Files.isDirectory(file)
        : Files.isWritable(file.getParent());
  }

  private static Stream<Query> allQueries() {
    return Workloads.all().stream().flatMap(listed -> listed.queries().stream());
  }

  /** For the help: the names of all workloads' queries. */
  static final class QueryNames implements Iterable<String> {

    @Override
    public Iterator<String> iterator() {
      return allQueries().map(Query::name).iterator();
    }
  }

  /** For the help: how many records the demo generates for each query unless told otherwise. */
  static final class DemoRows implements Iterable<String> {

    @Override
    public Iterator<String> iterator() {
      return allQueries().map(query -> query.demoRows() + " for " + query.name()).iterator();
    }
  }
}
