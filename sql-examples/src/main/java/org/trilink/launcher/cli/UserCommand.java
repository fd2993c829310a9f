/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.launcher.cli;

import java.io.PrintWriter;
import java.util.function.Supplier;
import org.apache.flink.table.api.ValidationException;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/**
 * A command of {@code bin/trilink}, which prints results and says what the user has mistaken. Those
 * of other modules are found as services.
 */
public abstract class UserCommand {

  @Spec private CommandSpec spec;

  /** Where results are printed. */
  protected final PrintWriter out() {
    return spec.commandLine().getOut();
  }

  /** Prints a line of results, without blanks at its end. */
  final void println(String line) {
    out().println(line.stripTrailing());
  }

  /** Where all else is printed. */
  final PrintWriter err() {
    return spec.commandLine().getErr();
  }

  /** A mistake of the user's, to be thrown. */
  protected final ParameterException mistake(String message) {
    return new ParameterException(spec.commandLine(), message);
  }

  /** Fails with a rule for what the user may write, unless it holds. */
  protected final void require(boolean holds, String rule) {
    if (!holds) {
      throw mistake(rule);
    }
  }

  /** The value that the user means; what is wrong with it is the user's mistake. */
  protected final <T> T parsed(Supplier<T> value) {
    return parsed("", value);
  }

  /**
   * The value that the user means; what is wrong with it is the user's mistake.
   *
   * @param what the beginning of the message
   */
  protected final <T> T parsed(String what, Supplier<T> value) {
    try {
      return value.get();
    } catch (IllegalArgumentException | ValidationException e) {
      throw mistake(what + e.getMessage());
    }
  }
}
