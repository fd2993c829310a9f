/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.operator;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.apache.flink.configuration.Configuration;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** After which garbage collections a budget is lowered or raised. The old generation is 100. */
class HeapPressureTest {

  private final HeapPressure pressure = new HeapPressure(List.of(), null);
  private final HeapBudget budget =
      new HeapBudget(1 << 30, HeapBudget.FRACTION.defaultValue(), pressure);
  private final long all = budget.share();

  @Test
  void fullCollectionsCountAtOnce() {
    pressure.collected(budget, true, 80, 80, 100);
    assertThat(budget.share()).isEqualTo(all / 2);
    pressure.collected(budget, true, 80, 80, 100);
    assertThat(budget.share()).isEqualTo(all / 4);
  }

  @Test
  void ofASeriesTheLastOneCounts() {
    pressure.collected(budget, false, 95, 95, 100);
    pressure.collected(budget, false, 85, 85, 100);
    pressure.collected(budget, false, 70, 70, 100);
    pressure.collected(budget, false, 70, 90, 100);
    assertThat(budget.share()).as("garbage is not counted").isEqualTo(all);

    pressure.collected(budget, false, 95, 95, 100);
    pressure.collected(budget, false, 85, 85, 100);
    assertThat(budget.share()).as("may go on").isEqualTo(all);
    pressure.collected(budget, false, 85, 86, 100);
    assertThat(budget.share()).isEqualTo(all / 2);
    pressure.collected(budget, false, 85, 87, 100);
    assertThat(budget.share()).as("counts once").isEqualTo(all / 2);
  }

  @Test
  void raisesWhenThereIsRoomWithAllGarbage() {
    pressure.collected(budget, true, 80, 80, 100);
    pressure.collected(budget, true, 60, 60, 100);
    pressure.collected(budget, false, 60, 54, 100);
    assertThat(budget.share()).isBetween(all / 2 + 1, all - 1);
  }

  // ------------------------------------------------------------------------ in a real process

  @ParameterizedTest
  @ValueSource(strings = {"-XX:+UseG1GC", "-XX:+UseParallelGC", "-XX:+UseSerialGC"})
  @Tag("slow")
  void isFeltInAProcess(String collector, @TempDir Path temporary) throws Exception {
    Path output = temporary.resolve("output");
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                collector,
                "-Xmx96m",
                "-cp",
                System.getProperty("java.class.path"),
                Filled.class.getName())
            .redirectErrorStream(true)
            .redirectOutput(output.toFile())
            .start();
    try {
      assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
      assertThat(process.exitValue()).as(Files.readString(output)).isZero();
    } finally {
      process.destroyForcibly();
    }
  }

  /** Fills its heap until its operator has less, and empties it until it has all again. */
  static final class Filled {

    private static final int BLOCK = 100_000;
    private static final int LEFT = 15 << 20;
    private static final List<byte[]> BLOCKS = new ArrayList<>();

    private Filled() {}

    /** The process. */
    public static void main(String[] none) throws Exception {
      try (OperatorMemory memory =
          OperatorMemory.shareOf(HeapBudget.ofProcess(new Configuration()), Long.MAX_VALUE)) {
        long all = memory.budget();
        collectUntil(
            () -> {
              while (free() > LEFT) {
                BLOCKS.add(new byte[BLOCK]);
              }
              return memory.budget() <= all / 4;
            });
        BLOCKS.clear();
        collectUntil(() -> memory.budget() == all);
      }
    }

    private static long free() {
      Runtime process = Runtime.getRuntime();
      return process.maxMemory() - process.totalMemory() + process.freeMemory();
    }

    private static void collectUntil(BooleanSupplier reached) throws InterruptedException {
      while (!reached.getAsBoolean()) {
        System.gc();
        Thread.sleep(1); // notifications come in another thread
      }
    }
  }
}
