/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.launcher.cli;

import java.io.File;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import org.trilink.advice.Advice;
import org.trilink.advice.AdviceSettings;
import org.trilink.advice.Advisor;
import org.trilink.advice.OperatorAdvice;
import org.trilink.launcher.local.ClusterControl;
import org.trilink.launcher.local.ClusterServers;
import org.trilink.launcher.local.CommandFailure;
import org.trilink.launcher.local.FlinkRest;
import org.trilink.launcher.local.ScriptHints;
import org.trilink.launcher.local.ScriptHints.Wanted;
import org.trilink.launcher.local.ScriptSession;
import org.trilink.launcher.local.SqlScript;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code bin/trilink advise}. */
@Command(
    name = "advise",
    description = {
      "Says which hint suits each INSERT and SELECT of a script, by a sample of the topics that they"
          + " read.",
      "No job is submitted to a cluster: the sample runs in this process."
    },
    mixinStandardHelpOptions = true)
final class AdviseCommand extends UserCommand implements Callable<Integer> {

  private static final String PARALLELISM = "parallelism.default";
  private static final int SHOWN = 100;
  private static final String PREFIX = "trilink: ";

  @Parameters(paramLabel = "FILE.sql", arity = "0..1", description = "a script for the SQL Client")
  private File file;

  @Option(
      names = "--job",
      paramLabel = "ID",
      description = "instead of a script: what the metrics of a running job say")
  private String job;

  @Mixin private ClusterUrl clusterOfJob;

  @Option(
      names = "--records",
      paramLabel = "N",
      defaultValue = "200000",
      description =
          "the latest N records, of all partitions together, for each operator (default:"
              + " ${DEFAULT-VALUE})")
  private int records;

  @Option(
      names = "--seconds",
      paramLabel = "N",
      defaultValue = "30",
      description = "how long a sample may take (default: ${DEFAULT-VALUE})")
  private int seconds;

  @Option(
      names = "--parallelism",
      paramLabel = "N",
      description = "of the job (default: what the script sets, or the cluster's default, or 1)")
  private Integer parallelism;

  @Option(names = "--json", description = "prints the figures as JSON, for programs")
  private boolean json;

  @Option(names = "--explain", description = "also prints the plan without and with the hint")
  private boolean explain;

  @Option(
      names = "--apply",
      paramLabel = "OUT.sql",
      description = "also writes the script with the recommended hints in place of its own")
  private File applied;

  @Mixin private ClusterFolder workFolder;

  @Override
  public Integer call() {
    require(
        (job == null) != (file == null),
        "a script, FILE.sql, or a running job, --job ID, is needed");
    if (job != null) {
      printJob();
      return 0;
    }
    require(file.isFile() && file.canRead(), file + " is not a file that can be read");
    AdviceSettings settings = parsed(this::settings);
    Optional<ClusterControl> cluster = ClusterControl.findRunning(workFolder.path());
    if (cluster.isEmpty() && workFolder.isGiven()) {
      throw new CommandFailure("no cluster runs in " + workFolder);
    }
    Optional<ClusterServers> servers = cluster.map(ClusterControl::servers);
    UnaryOperator<SqlScript> atCluster =
        script -> servers.map(running -> running.in(script)).orElse(script);
    SqlScript script = SqlScript.read(file.toPath());
    servers
        .flatMap(running -> running.change(script))
        .ifPresent(change -> err().println(PREFIX + "reads " + change));
    Map<String, String> defaults = new LinkedHashMap<>();
    defaults.put(
        PARALLELISM, cluster.map(running -> running.clientOptions().get(PARALLELISM)).orElse("1"));
    List<Advice> advice = print(atCluster.apply(script), settings, defaults);
    if (applied != null) {
      apply(ScriptHints.apply(script, atCluster, defaults, wanted(advice)));
    }
    return 0;
  }

  private void printJob() {
    FlinkRest rest = parsed(() -> clusterOfJob.of(job));
    List<String> lines = JobAdvice.lines(rest.metrics(rest.job(job)).tasks(JobAdvice.METRICS));
    if (lines.isEmpty()) {
      out().println("no operator of the job gets its records by key, or has metrics of Trilink");
    }
    lines.forEach(out()::println);
  }

  private AdviceSettings settings() {
    AdviceSettings settings =
        AdviceSettings.DEFAULT.withRecords(records).within(Duration.ofSeconds(seconds));
    return parallelism == null ? settings : settings.forParallelism(parallelism);
  }

  private static List<Wanted> wanted(List<Advice> advice) {
    List<Wanted> wanted = new ArrayList<>();
    for (int query = 0; query < advice.size(); query++) {
      for (OperatorAdvice operator : advice.get(query).operators()) {
        if (!operator.options().isEmpty()) {
          wanted.add(new Wanted(query, operator.title(), operator.options(), operator.hint()));
        }
      }
    }
    return wanted;
  }

  private void apply(SqlScript script) {
    try {
      Files.writeString(applied.toPath(), script.text());
    } catch (IOException e) {
      throw new CommandFailure("cannot write " + applied, e);
    }
    err().println(PREFIX + "wrote " + applied);
  }

  private List<Advice> print(
      SqlScript script, AdviceSettings settings, Map<String, String> defaults) {
    PrintWriter out = out();
    List<Advice> all = new ArrayList<>();
    ScriptSession session = new ScriptSession(defaults);
    Advisor advisor = new Advisor(session.tables(), settings);
    session.run(
        script,
        query -> {
          Advice advice = advisor.advise(query);
          all.add(advice);
          if (!json) {
            out.println(text(advice));
            out.flush();
          }
        });
    if (all.isEmpty()) {
      throw new CommandFailure(file + " has no INSERT and no SELECT");
    }
    if (json) {
      out.println(
          all.stream().map(Advice::toJson).collect(Collectors.joining(",\n", "[\n", "\n]")));
    }
    return all;
  }

  private String text(Advice advice) {
    StringBuilder text = new StringBuilder();
    text.append(SqlScript.beginning(advice.statement(), SHOWN)).append("\n\n").append(advice);
    if (explain) {
      text.append("\nwithout a hint:\n\n")
          .append(physicalPlan(advice.planBefore()))
          .append("\n\nwith it:\n\n")
          .append(physicalPlan(advice.planAfter()))
          .append('\n');
    }
    return text.toString();
  }

  private static String physicalPlan(String explained) {
    String title = "== Optimized Physical Plan ==\n";
    int start = explained.indexOf(title) + title.length();
    return explained
        .substring(start, explained.indexOf("\n== Optimized Execution Plan =="))
        .strip();
  }
}
