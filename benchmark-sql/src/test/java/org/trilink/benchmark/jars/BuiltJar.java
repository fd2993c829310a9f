/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.benchmark.jars;

import java.io.DataInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;

/**
 * A jar that the build has made, in its module's folder.
 *
 * @param file in the module's output folder
 */
record BuiltJar(Path file) {

  private static final Path HOME =
      Path.of(System.getProperty("trilink.home")).toAbsolutePath().normalize();
  private static final String VERSION = System.getProperty("trilink.version");

  /** All that have been built so far: of this module and of those before it. */
  static Stream<BuiltJar> all() {
    return Stream.of(HOME, HOME.resolve("trilink-planner"))
        .flatMap(BuiltJar::files) // modules
        .map(module -> module.resolve(System.getProperty("trilink.output")))
        .filter(Files::isDirectory)
        .flatMap(BuiltJar::files)
        .filter(file -> file.getFileName().toString().contains("-" + VERSION))
        .filter(file -> file.getFileName().toString().endsWith(".jar"))
        // what the shade plugin had before it
        .filter(file -> !file.getFileName().toString().startsWith("original-"))
        .map(BuiltJar::new);
  }

  private static Stream<Path> files(Path folder) {
    try (Stream<Path> files = Files.list(folder)) {
      return files.sorted().toList().stream();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static Path home() {
    return HOME;
  }

  /** All its entries but folders, those that are in it twice twice. */
  List<ZipEntry> entries() {
    return entries(file);
  }

  static List<ZipEntry> entries(Path jar) {
    try (ZipFile zip = new ZipFile(jar.toFile())) {
      return zip.stream().filter(entry -> !entry.isDirectory()).map(ZipEntry.class::cast).toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  String text(String entry) {
    return new String(bytes(file, entry), StandardCharsets.UTF_8);
  }

  byte[] bytes(String entry) {
    return bytes(file, entry);
  }

  static byte[] bytes(Path jar, String entry) {
    try (ZipFile zip = new ZipFile(jar.toFile())) {
      ZipEntry found = zip.getEntry(entry);
      if (found == null) {
        throw new AssertionError(jar + " has no " + entry);
      }
      try (InputStream content = zip.getInputStream(found)) {
        return content.readAllBytes();
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Its classes, by their file's name, with the version of their byte code; 52 is Java 8. */
  Map<String, Integer> classVersions() {
    Map<String, Integer> versions = new TreeMap<>();
    try (ZipFile zip = new ZipFile(file.toFile())) {
      for (ZipEntry entry : Collections.list(zip.entries())) {
        if (entry.getName().endsWith(".class")) {
          try (DataInputStream content = new DataInputStream(zip.getInputStream(entry))) {
            content.skipNBytes(6);
            versions.put(entry.getName(), content.readUnsignedShort());
          }
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return versions;
  }

  Notice notice() {
    return new Notice(text("META-INF/NOTICE"));
  }

  /** Whether it is made of what the module itself has. */
  boolean isOurs(ZipEntry entry) {
    String name = entry.getName();
    if (isOfTests()) {
      return Files.exists(target().resolve("test-classes").resolve(name)) || isOfTheBuild(name);
    }
    // resources may have been laid beside the classes that are not ours
    Path root =
        name.endsWith(".class")
            ? target().resolve("classes")
            : target().resolveSibling("src").resolve("main").resolve("resources");
    return Files.exists(root.resolve(name)) || isOfTheBuild(name);
  }

  private static boolean isOfTheBuild(String name) {
    return name.equals("META-INF/MANIFEST.MF")
        || name.equals("META-INF/LICENSE")
        || name.startsWith("META-INF/maven/org.trilink/");
  }

  private boolean isOfTests() {
    return file.getFileName().toString().endsWith("-tests.jar");
  }

  /** Whether it is for clusters, and so has to be Java 8. */
  boolean isForClusters() {
    String name = file.getFileName().toString();
    return !isOfTests()
        && Stream.of("trilink-planner", "trilink-table-runtime", "trilink-sql-functions")
            .anyMatch(module -> name.equals(module + "-" + VERSION + ".jar"));
  }

  private Path target() {
    return file.getParent();
  }

  @Override
  public String toString() {
    return file.getFileName().toString();
  }
}
