/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.benchmark.result;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.trilink.launcher.local.SystemCommand;

/** Says which state of the project is measured. */
public final class ProjectCommit {

  private static final String UNKNOWN = "unknown";

  private ProjectCommit() {}

  /**
   * The commit that is checked out, with "+" behind it if files were changed since; results and
   * reports do not count. "unknown" where Git cannot tell.
   */
  public static String of(Path project) {
    return git(project, "rev-parse", "--short=12", "HEAD")
        .map(commit -> isChanged(project) ? commit + "+" : commit)
        .orElse(UNKNOWN);
  }

  private static boolean isChanged(Path project) {
    return git(
            project,
            "status",
            "--porcelain",
            "--",
            ".",
            ":!benchmark-sql/results",
            ":!benchmark-sql/report")
        .filter(changes -> !changes.isEmpty())
        .isPresent();
  }

  private static Optional<String> git(Path project, String... arguments) {
    List<String> words = new ArrayList<>(List.of("git", "-C", project.toString()));
    words.addAll(List.of(arguments));
    SystemCommand git =
        SystemCommand.run(new ProcessBuilder(words).redirectError(ProcessBuilder.Redirect.DISCARD));
    return git.succeeded() ? Optional.of(git.output()) : Optional.empty();
  }
}
