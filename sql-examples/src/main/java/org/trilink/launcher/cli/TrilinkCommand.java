/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.launcher.cli;

import java.io.PrintWriter;
import java.time.Duration;
import java.util.List;
import java.util.ServiceLoader;
import org.apache.flink.util.TimeUtils;
import org.trilink.examples.workload.Workload;
import org.trilink.examples.workload.Workloads;
import org.trilink.launcher.local.CommandFailure;
import org.trilink.planner.hint.CloseName;
import org.trilink.runtime.flink.SupportedFlink;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.HelpCommand;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.ScopeType;
import picocli.CommandLine.Spec;
import picocli.CommandLine.TypeConversionException;
import picocli.CommandLine.UnmatchedArgumentException;

/** {@code bin/trilink}. */
@Command(
    name = "bin/trilink",
    description = "Trilink, a planner extension for Apache Flink SQL: try it and install it.",
    mixinStandardHelpOptions = true,
    versionProvider = Version.class,
    synopsisSubcommandLabel = "COMMAND",
    subcommands = {
      DemoCommand.class,
      GenerateCommand.class,
      FillCommand.class,
      ClusterCommand.class,
      AdviseCommand.class,
      BalanceCommand.class,
      PartitionCommand.class,
      SqlClientCommand.class,
      InstallCommand.class,
      UninstallCommand.class,
      HelpCommand.class
    })
public final class TrilinkCommand implements Runnable {

  private static final String PREFIX = "trilink: ";

  @Spec private CommandSpec spec;

  /** {@code bin/trilink} has read it, and has started the program that is built for it. */
  @Option(
      names = "--flink",
      paramLabel = "VERSION",
      scope = ScopeType.INHERIT,
      description =
          "the version of Flink, 1.14 or 1.20 (default: that of the cluster that the command is"
              + " for, else TRILINK_FLINK, else 1.14)")
  void requireFlink(String version) {
    if (!version.equals(SupportedFlink.VERSION)) {
      throw new ParameterException(
          spec.commandLine(),
          "--flink %s: this is Trilink for %s".formatted(version, SupportedFlink.NAME));
    }
  }

  /** Runs one command and ends the process with its exit code. */
  public static void main(String[] args) {
    System.exit(commandLine().execute(args));
  }

  /** The parsed form of all commands: exit code 2 for what the user mistyped, 1 for failures. */
  static CommandLine commandLine() {
    CommandLine commandLine = new CommandLine(new TrilinkCommand());
    ServiceLoader.load(UserCommand.class).forEach(commandLine::addSubcommand);
    commandLine.registerConverter(Duration.class, TrilinkCommand::duration);
    commandLine.registerConverter(Workload.class, TrilinkCommand::workload);
    commandLine.setCaseInsensitiveEnumValuesAllowed(true);
    commandLine.setParameterExceptionHandler(TrilinkCommand::explainMistake);
    commandLine.setExecutionExceptionHandler(TrilinkCommand::explainFailure);
    return commandLine;
  }

  /** Reads durations as Flink does: a number and a unit. */
  private static Duration duration(String text) {
    try {
      return TimeUtils.parseDuration(text);
    } catch (IllegalArgumentException | ArithmeticException e) {
      throw new TypeConversionException(
          "'" + text + "' is not a duration; write one like 3min, 90s or 500ms");
    }
  }

  private static Workload workload(String name) {
    try {
      return Workloads.byName(name);
    } catch (IllegalArgumentException e) {
      throw new TypeConversionException(e.getMessage());
    }
  }

  /** Prints the usage if no command is given. */
  @Override
  public void run() {
    spec.commandLine().usage(spec.commandLine().getOut());
  }

  private static int explainMistake(ParameterException e, String[] args) {
    CommandLine command = e.getCommandLine();
    command
        .getErr()
        .println(
            PREFIX
                + oneLine(mistake(e, command))
                + " (see "
                + command.getCommandSpec().qualifiedName()
                + " --help)");
    return CommandLine.ExitCode.USAGE;
  }

  private static String mistake(ParameterException e, CommandLine command) {
    List<String> commands = List.copyOf(command.getSubcommands().keySet());
    if (!(e instanceof UnmatchedArgumentException unmatched)
        || commands.isEmpty()
        || unmatched.isUnknownOption()) {
      return e.getMessage();
    }
    String written = unmatched.getUnmatched().get(0);
    return "'%s' is no command%s There are %s"
        .formatted(
            written,
            CloseName.find(written, commands)
                .map(close -> ", did you mean '" + close + "'?")
                .orElse("."),
            String.join(", ", commands));
  }

  private static int explainFailure(Exception e, CommandLine command, ParseResult parsed)
      throws Exception {
    if (!(e instanceof CommandFailure)) {
      throw e;
    }
    PrintWriter err = command.getErr();
    err.println(PREFIX + e.getMessage());
    return CommandLine.ExitCode.SOFTWARE;
  }

  private static String oneLine(String message) {
    return message.strip().replaceAll("\\s*\\R\\s*", " ");
  }
}
