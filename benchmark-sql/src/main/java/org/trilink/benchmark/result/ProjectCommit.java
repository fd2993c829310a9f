/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.benchmark.result;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

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
    List<String> command = new ArrayList<>(List.of("git", "-C", project.toString()));
    command.addAll(List.of(arguments));
    try {
      Process git =
          new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.DISCARD).start();
      String output = new String(git.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      return git.waitFor() == 0 ? Optional.of(output.strip()) : Optional.empty();
    } catch (IOException noGit) {
      return Optional.empty();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return Optional.empty();
    }
  }
}
