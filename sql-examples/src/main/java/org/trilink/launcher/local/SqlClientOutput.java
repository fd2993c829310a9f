/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.launcher.local;

import java.nio.file.Path;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads the lines that the SQL Client has printed for a script. */
final class SqlClientOutput {

  private static final Pattern ANSI = Pattern.compile("\u001B\\[[;\\d]*[A-Za-z]");
  private static final Pattern JOB_ID =
      Pattern.compile("^Job ID: ([0-9a-f]{32})", Pattern.MULTILINE);
  private static final Pattern ERROR =
      Pattern.compile("\\[ERROR\\] (.*?)(?=\n\\s*\n|\nShutting down|\\z)", Pattern.DOTALL);
  private static final Pattern UNCAUGHT =
      Pattern.compile("^(?:Exception in thread|Error: ).*", Pattern.MULTILINE | Pattern.DOTALL);

  private SqlClientOutput() {}

  /**
   * The id of the job that a script started.
   *
   * @param printed by the client
   * @param log the client's, for the message
   * @throws CommandFailure with the client's message if a statement failed
   */
  static String jobId(String printed, Path log) {
    String text = ANSI.matcher(printed).replaceAll("").replace("\r", "");
    Optional<String> failure = failure(text);
    if (failure.isPresent()) {
      throw new CommandFailure(failure.get() + "\nthe SQL Client's log: " + log);
    }
    Matcher matcher = JOB_ID.matcher(text);
    if (!matcher.find()) {
      throw new CommandFailure("the script started no job");
    }
    return matcher.group(1);
  }

  /** The client's own message, or that of an exception that ended it. */
  private static Optional<String> failure(String text) {
    Matcher error = ERROR.matcher(text);
    if (error.find()) {
      return Optional.of("the SQL Client: " + error.group(1).strip());
    }
    Matcher uncaught = UNCAUGHT.matcher(text);
    return uncaught.find()
        ? Optional.of("the SQL Client ended with an error: " + RootCause.of(uncaught.group()))
        : Optional.empty();
  }
}
