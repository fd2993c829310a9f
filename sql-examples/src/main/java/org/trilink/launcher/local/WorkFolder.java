/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.launcher.local;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.apache.flink.util.FileUtils;

/**
 * The one folder that a run's processes write to.
 *
 * @param path absolute
 */
public record WorkFolder(Path path) {

  private static final int DELETE_TRIES = 5;
  private static final int BYTES_TRIES = 100;

  /** In every work folder, so that no other folder is ever deleted. */
  private static final String MARK = "trilink-work-folder";

  /** Makes the folder and those inside it. */
  public static WorkFolder create(Path path) {
    WorkFolder folder = new WorkFolder(path.toAbsolutePath().normalize());
    try {
      for (Path part : List.of(folder.conf(), folder.clientConf(), folder.logs(), folder.temp())) {
        Files.createDirectories(part);
      }
      Files.writeString(
          folder.path.resolve(MARK), "bin/trilink deletes this folder, with all that is in it.\n");
    } catch (IOException e) {
      throw new CommandFailure(
          "cannot create the work folder %s: %s; demo and cluster start make it elsewhere with --work-dir"
              .formatted(folder.path, FileErrors.reason(e)),
          e);
    }
    return folder;
  }

  /** Whether a folder was made by {@link #create}. */
  public static boolean isAt(Path path) {
    return Files.exists(path.resolve(MARK));
  }

  /** Flink's configuration. */
  public Path conf() {
    return path.resolve("conf");
  }

  /** Flink's configuration for the SQL Client of a user. */
  Path clientConf() {
    return conf().resolve("client");
  }

  /** One log file a process. */
  public Path logs() {
    return path.resolve("log");
  }

  /** Temporary files of all processes. */
  public Path temp() {
    return path.resolve("tmp");
  }

  /** Checkpoints and savepoints. */
  public Path checkpoints() {
    return path.resolve("checkpoints");
  }

  /** The broker's data. */
  Path kafka() {
    return path.resolve("kafka");
  }

  /** Redis's program, configuration and data. */
  Path redis() {
    return path.resolve("redis");
  }

  /** The data of the ZooKeeper server of a cluster that is highly available. */
  Path zooKeeper() {
    return path.resolve("zookeeper");
  }

  /** The folder of what a JobManager that is highly available keeps for the next one. */
  Path highAvailability() {
    return path.resolve("ha");
  }

  /** How many bytes are in it now. */
  public long bytes() {
    return bytes(path);
  }

  /** How many bytes are in a folder now, where files come and go; 0 if there is none. */
  public static long bytes(Path folder) {
    for (int tries = 0; tries < BYTES_TRIES && Files.exists(folder); tries++) {
      try (Stream<Path> files = Files.walk(folder)) {
        return files.mapToLong(WorkFolder::bytesOf).sum();
      } catch (IOException | UncheckedIOException goneMeanwhile) {
        // once more
      }
    }
    return 0; // not a reason to fail: the size is only shown
  }

  private static long bytesOf(Path file) {
    try {
      return Files.isRegularFile(file) ? Files.size(file) : 0;
    } catch (IOException goneMeanwhile) {
      return 0;
    }
  }

  /**
   * Deletes everything. A process that is still ending may write meanwhile, so the deletion is
   * retried.
   */
  public void delete() {
    deleteTree(path);
  }

  /**
   * Deletes everything but configuration and logs, and these too if nothing was logged.
   *
   * @return whether there are logs
   */
  public boolean deleteAllButLogs() {
    String[] logFiles = logs().toFile().list();
    if (logFiles == null || logFiles.length == 0) {
      delete();
      return false;
    }
    for (File part : path.toFile().listFiles(File::isDirectory)) {
      if (!List.of(conf(), logs()).contains(part.toPath())) {
        deleteTree(part.toPath());
      }
    }
    return true;
  }

  /** Writes a text file. */
  public Path write(Path file, String text) {
    try {
      return Files.writeString(file, text);
    } catch (IOException e) {
      throw new CommandFailure("cannot write " + file + ": " + FileErrors.reason(e), e);
    }
  }

  /** Writes a text file, which appears with its whole content or not at all. */
  public static void writeAtOnce(Path file, String text) {
    Path unfinished = file.resolveSibling(file.getFileName() + ".new");
    try {
      Files.writeString(unfinished, text);
      Files.move(unfinished, file, StandardCopyOption.ATOMIC_MOVE);
    } catch (IOException e) {
      throw new CommandFailure("cannot write " + file + ": " + FileErrors.reason(e), e);
    }
  }

  /** The text of a file directly in the folder; empty if there is none. */
  Optional<String> read(String name) {
    Path file = path.resolve(name);
    try {
      return Files.exists(file) ? Optional.of(Files.readString(file)) : Optional.empty();
    } catch (IOException e) {
      throw new CommandFailure("cannot read " + file + ": " + FileErrors.reason(e), e);
    }
  }

  private static void deleteTree(Path root) {
    for (int tries = 0; tries < DELETE_TRIES && Files.exists(root); tries++) {
      FileUtils.deleteDirectoryQuietly(root.toFile());
    }
  }
}
