/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.launcher.cli;

import java.io.File;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import org.trilink.launcher.install.FlinkDistribution;
import org.trilink.launcher.install.Installation;
import org.trilink.launcher.local.CommandFailure;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code bin/trilink uninstall}. */
@Command(
    name = "uninstall",
    description = "Removes from a Flink distribution what bin/trilink install added to it.",
    mixinStandardHelpOptions = true)
final class UninstallCommand extends UserCommand implements Callable<Integer> {

  @Parameters(paramLabel = "FLINK_HOME", description = "the distribution's folder")
  private File flinkHome;

  @Override
  public Integer call() {
    require(flinkHome.isDirectory(), flinkHome + " is not a folder");
    Path home = flinkHome.toPath();
    Installation.Removal removal =
        Installation.in(home).orElseThrow(() -> nothingInstalled(home)).remove();
    removal.removed().forEach(file -> out().println("removed " + file));
    removal
        .kept()
        .forEach(
            file ->
                out().println("kept " + file + ", because it was changed after it was installed"));
    out().println("if a cluster runs, restart it, because it has loaded the jars");
    return 0;
  }

  private static CommandFailure nothingInstalled(Path home) {
    List<Path> jars = FlinkDistribution.ourJarsIn(home);
    String others =
        jars.isEmpty()
            ? ""
            : "; these jars of Trilink were installed in another way and must be deleted by hand: "
                + jars.stream().map(Path::toString).collect(Collectors.joining(", "));
    return new CommandFailure("bin/trilink install has installed nothing in " + home + others);
  }
}
