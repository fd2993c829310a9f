/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.launcher.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.trilink.launcher.local.TrilinkHome;
import picocli.CommandLine;

@Tag("slow")
class TrilinkCommandTest {

  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  private int run(String... arguments) {
    CommandLine commandLine = TrilinkCommand.commandLine();
    commandLine.setOut(new PrintWriter(out, true));
    commandLine.setErr(new PrintWriter(err, true));
    return commandLine.execute(arguments);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "demo nowhere                          | no workload 'nowhere'; the workloads are: low-voltage",
        "demo low-voltage --rows many          | '--rows': 'many' is not a long",
        "demo low-voltage --rows -1            | --rows must not be negative, got -1",
        "demo low-voltage --keys 0             | --keys must be between 1",
        "demo low-voltage --query sag          | low-voltage has no query 'sag'; its queries are: low-voltage, sustained-sag",
        "demo low-voltage --engine spark       | '--engine': expected one of [TRILINK, FLINK]"
            + " (case-insensitive) but was 'spark'",
        "demo low-voltage --disorder 1.5       | --disorder must be between 0 and 1, got 1.5",
        "demo low-voltage --skew 3parsec       | '3parsec' is not a duration; write one like 3min",
        "demo low-voltage --skew long          | 'long' is not a duration; write one like 3min",
        "demo low-voltage --parallelism 0      | --parallelism must be between 1 and 16, got 0",
        "demo low-voltage --parallelism 17     | --parallelism must be between 1 and 16, got 17",
        "demo low-voltage --input nowhere      | --input nowhere is not a file that can be read",
        "demo low-voltage --output /no/where/x | --output /no/where/x is not a file that can be written",
        "demo low-voltage --seeed 1            | Unknown option",
        "generate                              | Missing required parameter: 'WORKLOAD'",
        "generate low-voltage --zipf -1        | --zipf must be between 0 and 10, got -1.0",
        "demo low-voltage --engine flink --partition modulo | --partition needs Trilink's planner; leave out --engine flink",
        "demo low-voltage --engine flink --exchange local-merge | --exchange needs Trilink's planner; leave out --engine flink",
        "demo bridge --exchange merge         | --exchange has no value 'merge'; there are shuffle, local-merge, global-merge, ahead-keyby",
        "demo ysb --exchange ahead-keyby      | --exchange ahead-keyby: this query's script declares no record key, 'key.fields'",
        "demo ysb --explain --exchange ahead-keyby | --exchange ahead-keyby: this query's script declares no",
        "demo bridge --exchange global-merge --store host:6379 | --store must be an address that begins with redis://, rediss:// or jdbc:",
        "demo bridge --exchange global-merge --store rediss://host:6379 --weights 60,40 | --weights needs --partition weight",
        "demo low-voltage --query sustained-sag --exchange local-merge | --exchange local-merge: Match has no aggregates",
        "demo bridge --partition least        | --partition has no value 'least'; there are hash, modulo, least-key, least-count, weight, auto, a class name with its package",
        "demo low-voltage --rate 0             | --rate must be above 0, got 0",
        "demo ysb --live --rate 10             | --rate: with --live each record is written when it happens",
        "demo low-voltage --shift              | --shift needs --zipf above 0",
        "demo bridge --partition modulo       | --partition modulo: 'modulo' needs a key of one integer column, and the key is sensor_id STRING",
        "demo bridge --partition no.such.Name | --partition no.such.Name: the demo has no class of that name",
        "demo bridge --partition java.lang.String | --partition java.lang.String: it does not implement org.trilink.runtime.placement.KeyPlacementStrategy",
        "demo bridge --partition weight       | --partition weight needs --weights, such as --weights 60,40",
        "demo bridge --partition weight --weights 60,30 | --weights must be integers that sum to 100, separated by commas, such as 60,40; got '60,30'",
        "demo bridge --partition weight --weights 20,50,30 | --weights 20,50,30 is for 3 subtasks, and --parallelism is 2",
        "demo bridge --partition hash --weights 60,40 | --weights needs --partition weight",
        "sql-client -f nowhere.sql            | --file nowhere.sql is not a file that can be read",
        "sql-client --file=nowhere.sql        | --file nowhere.sql is not a file that can be read",
        "sql-client -f low-voltage            | --file low-voltage is not a file that can be read",
        "sql-client -i pom.xml -f nowhere.sql | --file nowhere.sql is not a file that can be read",
        "sql-client -i nowhere.sql            | --init nowhere.sql is not a file that can be read",
        "sql-client -j nowhere.jar            | --jar nowhere.jar is not a file that can be read",
        "sql-client -l pom.xml                | --library pom.xml is not a folder that can be read",
        "sql-client -f                        | Missing required parameter for option '--file' (FILE)",
        "cluster start --work-dir pom.xml     | pom.xml is neither empty nor the folder of a cluster",
        "demo low-voltage --input low-voltage | --input low-voltage is not a file that can be read",
        "demo low-voltage --output low-voltage | --output low-voltage is not a file that can be written",
        "demo low-voltage --work-dir pom.xml  | --work-dir pom.xml is not a folder",
        "demo bridge --weights 60,40          | --weights needs --partition weight",
        "demo low-voltage --engine flink --exchange global-merge | --exchange needs Trilink's planner; leave out --engine flink",
        "demo low-voltage --store redis://localhost | --store needs --exchange global-merge",
        "advise                                | a script, FILE.sql, or a running job, --job ID, is needed",
        "advise nowhere.sql                    | nowhere.sql is not a file that can be read",
        "advise pom.xml --records 0            | A sample has 1 to 20,000,000 records, not 0.",
        "advise pom.xml --seconds 0            | A sample takes some time, not PT0S.",
        "advise pom.xml --parallelism 0        | A job has at least one subtask, not 0.",
        "balance                               | Missing required option: '--job=ID'",
        "partition                             | Missing required option: '--job=ID'",
        "partition --job 1 --url host:1        | --url host:1 is not an address; write one like"
            + " http://host:8081",
        "partition --job 1 --set least-key     | 'least-key' cannot be set while a job runs",
        "partition --job 1 --set best          | 'set' must be one of",
        "partition --job 1 --threshold 2       | The threshold of the balance must be above 0, up to 1, but is 2.0",
        "partition --job 1 --threshold low     | Invalid value for option '--threshold': 'low' is not a double",
        "partition --job 1 --threshold NaN     | 'threshold' must be a number",
        "partition --job 1 --sample-rate 0     | The sample rate of the monitor must be above 0, up to 1, but is 0.0",
        "partition --job 1 --weights 50,60     | The weights of the monitor must be 0 or more, 100 in all, but is [50, 60]",
        "partition --job 1 --weights 50,x      | Invalid value for option '--weights' (N,N,...): 'x' is not an int",
        "partition --job 1 --monitor often     | 'monitor' must be one of",
        "partition --job 1 --monitor period --interval soon | 'interval' must be a duration",
        "partition --job 1 --monitor count --records 0 | The number of records of the monitor must be 1 or more, but is 0",
        "partition --job 1 --monitor off --records 9 | 'records' has an effect only with",
        "partition --job 1 --interval 1s       | --interval needs --monitor period, and --records"
            + " needs --monitor count",
        "partition --job 1 --freeze --unfreeze | --freeze and --unfreeze exclude each other",
        "cluster                               | say what to do: start, stop, status, kill, pause, resume, restart or add-taskmanager",
        "cluster start --taskmanagers 0        | --taskmanagers must be 1 or more, got 0",
        "cluster kill                          | Missing required parameter: 'NAME'",
        "cluster restart redis broker          | Unmatched argument at index 3: 'broker'",
        "cluster start --kafka-port 70000      | --kafka-port must be between 0 and 65535, got 70000",
        "fill bridge --rate 0                  | --rate must be above 0, got 0",
        "fill ysb --redis localhost            | --redis localhost is not an address; write one like",
        "fill ysb --broker localhost:kafka     | --broker localhost:kafka is not an address; write one",
        "install /no/where                     | /no/where is not a folder",
        "instal                                | 'instal' is no command, did you mean 'install'? There are demo, generate,",
        "cluster restrat redis                 | 'restrat' is no command, did you mean 'restart'? There are add-taskmanager, kill,",
        "frobnicate --rows 3                   | 'frobnicate' is no command. There are demo, generate,",
        "help frobnicate                       | Unknown subcommand 'frobnicate'",
      })
  void aMistakeGetsOneLineAndExitCode2(String commandLine, String message) {
    int code = run(commandLine.split(" ", -1));

    assertThat(code).isEqualTo(2);
    assertThat(err.toString()).startsWith("trilink: ").contains(message).containsOnlyOnce("\n");
    assertThat(out.toString()).isEmpty();
  }

  @Test
  void anInputFileExcludesGeneratorOptions(@TempDir Path folder) throws IOException {
    Path input = Files.createFile(folder.resolve("in.jsonl"));

    int code = run("demo", "low-voltage", "--input", input.toString(), "--seed", "7");

    assertThat(code).isEqualTo(2);
    assertThat(err.toString()).contains("--input brings its own records").contains("--seed");
  }

  @Test
  void demoAloneListsTheWorkloadsAndTheirQueries() {
    assertThat(run("demo")).isZero();
    assertThat(out.toString()).contains("low-voltage (--query low-voltage | sustained-sag)");
  }

  @Test
  void theGuideHasAllOptionsOfDemoAndClusterStart() throws IOException {
    String guide = Files.readString(TrilinkHome.current().root().resolve("docs").resolve("cli.md"));
    CommandLine all = TrilinkCommand.commandLine();
    CommandLine demo = all.getSubcommands().get("demo");
    CommandLine start = all.getSubcommands().get("cluster").getSubcommands().get("start");

    assertThat(section(guide, "Options of `demo`")).contains(options(demo));
    assertThat(section(guide, "Options of `cluster start`")).contains(options(start));
  }

  private static String section(String guide, String title) {
    String behind = guide.substring(guide.indexOf("## " + title));
    return behind.substring(0, behind.indexOf("\n## "));
  }

  /** As the guide writes their names. */
  private static List<String> options(CommandLine command) {
    return command.getCommandSpec().options().stream()
        .filter(option -> !option.usageHelp() && !option.versionHelp())
        .map(option -> "`" + option.longestName())
        .toList();
  }

  @Test
  void helpIsACommand() {
    run("--help");
    String help = out.toString();
    out.getBuffer().setLength(0);

    assertThat(run("help")).isZero();
    assertThat(out.toString()).isEqualTo(help).contains("sql-client");
    assertThat(run("help", "fill")).isZero();
    assertThat(out.toString()).contains("--broker");
  }

  @Test
  void helpHasNoRemarksAboutOtherCommands() {
    assertThat(run("fill", "--help")).isZero();
    assertThat(run("generate", "--help")).isZero();
    assertThat(out.toString()).contains("shift").doesNotContain("demo", "--partition ");
  }

  @ParameterizedTest
  @ValueSource(strings = {"demo low-voltage", "cluster start"})
  void aFolderThatCannotBeMadeIsNamedWithTheReason(String command) {
    int code = run((command + " --work-dir /proc/x").split(" ", -1));

    assertThat(code).isEqualTo(1);
    assertThat(err.toString())
        .contains("/proc/x", ": there is no such file or folder, and none can be made")
        .doesNotContain("Exception");
  }

  @Test
  void helpNamesTheDefaults() {
    assertThat(run("demo", "--help")).isZero();
    assertThat(out.toString())
        .contains("--rows")
        .containsPattern("8000000\\s+for\\s+low-voltage")
        .contains("--query")
        .contains("low-voltage, sustained-sag")
        .contains("--disorder")
        .contains("--keep");
  }
}
