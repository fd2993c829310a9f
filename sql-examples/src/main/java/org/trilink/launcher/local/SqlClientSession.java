/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.launcher.local;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;

/** The SQL Client for a user, in this process, so that it has the terminal and gets the signals. */
public final class SqlClientSession {

  private static final List<String> HISTORY_OPTIONS = List.of("-hist", "--history");

  private SqlClientSession() {}

  /**
   * Runs the client until the user leaves it or its script has ended.
   *
   * @param flink Flink options
   * @param arguments for Flink's client
   * @param scripts further arguments that name scripts, in files or at URLs, by the option
   * @param script what to run in place of a script in a file
   * @return the exit code: 1 if a statement of a script failed
   */
  public static int run(
      Map<String, String> flink,
      List<String> arguments,
      Map<String, String> scripts,
      UnaryOperator<SqlScript> script)
      throws ReflectiveOperationException {
    WorkFolder folder = workFolder();
    Runtime.getRuntime().addShutdownHook(new Thread(folder::delete, "delete-work-folder"));
    FlinkConfiguration.write(folder, flink);
    List<String> all = withHistory(arguments, folder);
    scripts.forEach(
        (option, name) -> {
          all.add(option);
          all.add(isUrl(name) ? name : replace(Path.of(name), script, folder).toString());
        });
    return Engine.TRILINK.runClient(all.toArray(String[]::new)) ? 0 : 1;
  }

  /** Whether it is the address of something that the client fetches, and no file here. */
  public static boolean isUrl(String name) {
    return name.matches("\\w+:/.*");
  }

  /** The file itself if nothing in it changes. */
  private static Path replace(Path file, UnaryOperator<SqlScript> script, WorkFolder folder) {
    SqlScript before = SqlScript.read(file);
    SqlScript after = script.apply(before);
    return after.equals(before)
        ? file
        : folder.write(folder.temp().resolve(file.getFileName()), after.text());
  }

  /** Flink's client takes its configuration from where an environment variable says. */
  private static WorkFolder workFolder() {
    String conf = System.getenv("FLINK_CONF_DIR");
    if (conf == null) {
      throw new CommandFailure("FLINK_CONF_DIR is not set: start this with bin/trilink");
    }
    return WorkFolder.create(Path.of(conf).getParent());
  }

  private static List<String> withHistory(List<String> arguments, WorkFolder folder) {
    List<String> all = new ArrayList<>(arguments);
    if (arguments.stream().noneMatch(HISTORY_OPTIONS::contains)) {
      all.add("-hist");
      all.add(folder.path().resolveSibling("sql-client-history").toString());
    }
    return all;
  }
}
