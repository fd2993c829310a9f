/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.launcher.cli;

import java.io.File;
import java.util.concurrent.Callable;
import org.trilink.launcher.install.FlinkDistribution;
import org.trilink.launcher.local.TrilinkHome;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code bin/trilink install}. */
@Command(
    name = "install",
    description =
        "Adds Trilink to a distribution of the version of Flink that --flink says: its jars to lib/"
            + " and, for 1.14, bin/trilink-sql-client.sh. Changes no file of Flink's; bin/trilink"
            + " uninstall undoes it.",
    mixinStandardHelpOptions = true)
final class InstallCommand extends UserCommand implements Callable<Integer> {

  @Parameters(paramLabel = "FLINK_HOME", description = "the distribution's folder")
  private File flinkHome;

  @Override
  public Integer call() {
    require(flinkHome.isDirectory(), flinkHome + " is not a folder");
    FlinkDistribution.Change change =
        FlinkDistribution.at(flinkHome.toPath()).install(TrilinkHome.current().jars());
    change.removed().forEach(file -> out().println("removed " + file));
    change.installed().forEach(file -> out().println("installed " + file));
    out().println("restart the cluster, if one runs, so that it loads the jars");
    return 0;
  }
}
