package org.trilink.examples.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Two people's demos on one machine, started at the same time. */
class TwoDemosIT {

  @TempDir private Path folder;

  @Test
  void doNotClash() throws IOException {
    CompletableFuture<String> bridge = run("bridge", 20_000, 20);
    CompletableFuture<String> rides = run("long-ride", 10_000, 100);

    assertThat(List.of(bridge.join(), rides.join()))
        .allSatisfy(out -> assertThat(out).containsPattern("alerts ([\\d,]+) of \\1; "));
  }

  private CompletableFuture<String> run(String workload, long rows, int keys) throws IOException {
    Path own = Files.createDirectories(folder.resolve(workload));
    return CompletableFuture.supplyAsync(
        () -> {
          try {
            return new WorkloadDemo(workload, own, rows, keys).run().out();
          } catch (IOException e) {
            throw new UncheckedIOException(e);
          } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
          }
        });
  }
}
