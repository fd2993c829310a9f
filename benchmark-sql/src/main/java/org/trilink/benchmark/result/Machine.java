/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.benchmark.result;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

/**
 * The machine that the benchmark ran on.
 *
 * @param processor its model name; "unknown" where the system does not tell
 * @param cores that the program may use
 * @param memoryBytes of the machine
 * @param system the operating system and its version
 */
public record Machine(String processor, int cores, long memoryBytes, String system) {

  private static final Path PROCESSORS = Path.of("/proc/cpuinfo");
  private static final String MODEL = "model name";

  /** The machine that this runs on. */
  public static Machine current() {
    return new Machine(
        processorModel(),
        Runtime.getRuntime().availableProcessors(),
        memory(),
        System.getProperty("os.name") + " " + System.getProperty("os.version"));
  }

  private static String processorModel() {
    try (Stream<String> lines = Files.lines(PROCESSORS)) {
      return lines
          .filter(line -> line.startsWith(MODEL))
          .map(line -> line.substring(line.indexOf(':') + 1).strip())
          .findFirst()
          .orElse("unknown");
    } catch (IOException notLinux) {
      return "unknown";
    }
  }

  private static long memory() {
    return ManagementFactory.getOperatingSystemMXBean()
            instanceof com.sun.management.OperatingSystemMXBean system
        ? system.getTotalMemorySize()
        : 0;
  }
}
