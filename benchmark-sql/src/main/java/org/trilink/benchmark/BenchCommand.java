package org.trilink.benchmark;

import java.io.File;
import java.util.concurrent.Callable;
import org.trilink.benchmark.exchange.ExchangeBenchmark;
import org.trilink.examples.cli.TrilinkSubcommand;
import org.trilink.examples.demo.Progress;
import org.trilink.examples.local.TrilinkHome;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code bin/trilink bench}. */
@Command(
    name = "bench",
    description = "Measures on a Kafka broker and a Flink cluster of its own.",
    mixinStandardHelpOptions = true)
public final class BenchCommand implements TrilinkSubcommand, Callable<Integer> {

  private static final String EXCHANGE = "exchange";
  private static final long ROWS = 4_800_000;
  private static final long QUICK_ROWS = 1_200_000;

  @Spec private CommandSpec spec;

  @Parameters(
      paramLabel = "NAME",
      description = "exchange: the bytes that each exchange strategy sends between TaskManagers")
  private String name;

  @Option(names = "--quick", description = "with " + QUICK_ROWS + " readings, not " + ROWS)
  private boolean quick;

  @Option(
      names = "--work-dir",
      paramLabel = "DIR",
      description = "makes the run's work folder there (default: .trilink in the project)")
  private File workFolders;

  @Override
  public Integer call() {
    if (!name.equals(EXCHANGE)) {
      throw new ParameterException(
          spec.commandLine(), "there is no benchmark '" + name + "'; there is: " + EXCHANGE);
    }
    TrilinkHome home = TrilinkHome.current();
    Progress progress = new Progress(System.err, Boolean.getBoolean("trilink.terminal"));
    ExchangeBenchmark benchmark =
        new ExchangeBenchmark(
            home,
            workFolders == null ? home.workFolders() : workFolders.toPath().toAbsolutePath(),
            quick ? QUICK_ROWS : ROWS,
            progress);
    return benchmark.run(spec.commandLine().getOut()) ? 0 : 1;
  }
}
