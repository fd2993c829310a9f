/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.launcher.cli;

import java.io.BufferedOutputStream;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.util.Iterator;
import java.util.concurrent.Callable;
import org.trilink.examples.workload.Workload;
import org.trilink.launcher.local.CommandFailure;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code bin/trilink generate}. */
@Command(
    name = "generate",
    description = "Writes a workload's input to standard output as JSON Lines.",
    mixinStandardHelpOptions = true)
final class GenerateCommand extends UserCommand implements Callable<Integer> {

  private static final int BUFFER_BYTES = 1 << 16;

  @Parameters(paramLabel = "WORKLOAD", description = "low-voltage, bridge, ysb or long-ride")
  private Workload workload;

  @Option(
      names = "--rows",
      paramLabel = "N",
      defaultValue = "1000000",
      description = "how many records (default: ${DEFAULT-VALUE})")
  private long rows;

  @Mixin private GeneratorMixin generator;

  @Override
  public Integer call() {
    Iterator<byte[]> lines =
        workload.generate(parsed(() -> generator.options(rows, workload.defaults())));
    try (OutputStream out =
        new BufferedOutputStream(new FileOutputStream(FileDescriptor.out), BUFFER_BYTES)) {
      while (lines.hasNext()) {
        out.write(lines.next());
        out.write('\n');
      }
      return 0;
    } catch (IOException e) {
      if ("Broken pipe".equals(e.getMessage())) {
        // The reader, such as head, has closed the pipe.
        return 0;
      }
      throw new CommandFailure("cannot write the output: " + e.getMessage(), e);
    }
  }
}
