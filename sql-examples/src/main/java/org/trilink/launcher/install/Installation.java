/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.launcher.install;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.trilink.launcher.local.CommandFailure;
import org.trilink.launcher.local.FileErrors;

/**
 * The files that Trilink added to a Flink distribution. They are recorded there with checksums, in
 * a file that {@code sha256sum --check} can read, too.
 */
public final class Installation {

  private static final String RECORD = "trilink-installed.sha256";
  private static final String GAP = "  ";

  private final Path home;

  /** By the files' paths below the distribution's folder. */
  private final Map<String, String> checksums = new TreeMap<>();

  private Installation(Path home) {
    this.home = home;
  }

  /**
   * Reads which files are installed in a distribution; empty if nothing is.
   *
   * @throws CommandFailure if it cannot be read
   */
  public static Optional<Installation> in(Path home) {
    Path record = home.resolve(RECORD);
    if (!Files.exists(record)) {
      return Optional.empty();
    }
    Installation installation = new Installation(home);
    try {
      for (String line : Files.readAllLines(record)) {
        String[] fields = line.split(GAP, 2);
        if (fields.length < 2) {
          throw new IOException("a line is not 'checksum  file': " + line);
        }
        installation.checksums.put(fields[1], fields[0]);
      }
    } catch (IOException e) {
      throw new CommandFailure("cannot read " + record + ": " + FileErrors.reason(e), e);
    }
    return Optional.of(installation);
  }

  /**
   * Writes files. They are recorded first, so that an incomplete installation can be removed, too.
   *
   * @param files path to content
   */
  static void write(Path home, Map<Path, byte[]> files) throws IOException {
    Installation installation = new Installation(home);
    files.forEach(
        (file, content) ->
            installation.checksums.put(home.relativize(file).toString(), checksum(content)));
    Files.writeString(home.resolve(RECORD), installation.lines());
    for (Map.Entry<Path, byte[]> file : files.entrySet()) {
      replace(file.getKey(), file.getValue());
    }
  }

  /** A JVM that has the old file open keeps using that one. */
  private static void replace(Path file, byte[] content) throws IOException {
    Path unfinished = file.resolveSibling(file.getFileName() + ".new");
    try {
      Files.write(unfinished, content);
      Files.move(unfinished, file, StandardCopyOption.ATOMIC_MOVE);
    } finally {
      Files.deleteIfExists(unfinished);
    }
  }

  private String lines() {
    return checksums.entrySet().stream()
        .map(file -> file.getValue() + GAP + file.getKey() + "\n")
        .collect(Collectors.joining());
  }

  /** The recorded files, whether they exist or not. */
  List<Path> files() {
    return checksums.keySet().stream().map(home::resolve).toList();
  }

  /**
   * Removes what is still as it was installed.
   *
   * @return what was removed, and what was changed since and therefore stays
   * @throws CommandFailure if a file cannot be removed
   */
  public Removal remove() {
    List<Path> removed = new ArrayList<>();
    List<Path> kept = new ArrayList<>();
    try {
      for (Path file : files()) {
        if (Files.exists(file)) {
          if (isUnchanged(file)) {
            Files.delete(file);
            removed.add(file);
          } else {
            kept.add(file);
          }
        }
      }
      Files.delete(home.resolve(RECORD));
    } catch (IOException e) {
      throw new CommandFailure("cannot uninstall from " + home + ": " + FileErrors.reason(e), e);
    }
    return new Removal(removed, kept);
  }

  private boolean isUnchanged(Path file) throws IOException {
    return Files.isRegularFile(file)
        && checksum(Files.readAllBytes(file))
            .equals(checksums.get(home.relativize(file).toString()));
  }

  private static String checksum(byte[] content) {
    try {
      return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(content));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java has SHA-256", e);
    }
  }

  /**
   * The files that an uninstallation has removed, and those that it has kept.
   *
   * @param kept files that somebody changed since they were installed
   */
  public record Removal(List<Path> removed, List<Path> kept) {}
}
