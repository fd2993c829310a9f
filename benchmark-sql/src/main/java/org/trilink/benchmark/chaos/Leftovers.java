/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.benchmark.chaos;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.trilink.launcher.local.CommandFailure;
import org.trilink.launcher.local.FileErrors;
import org.trilink.launcher.local.TaskManagerJvms;
import redis.clients.jedis.HostAndPort;
import redis.clients.jedis.Jedis;

/**
 * The things that are left of a job when it has ended.
 *
 * @param ended processes that should run and do not
 * @param openTransaction whether a transaction of the job is open still
 * @param redisKeys in Redis, apart from the workload's own data
 * @param checkpointFiles of the job's checkpoints, savepoints not counted: paths in their folder
 * @param before TaskManagers' threads and heap before the first fault
 * @param after the same when the job has ended
 */
record Leftovers(
    List<String> ended,
    boolean openTransaction,
    long redisKeys,
    List<String> checkpointFiles,
    TaskManagerJvms before,
    TaskManagerJvms after) {

  /** Keys in a Redis at {@code redis://host:port}. */
  static long redisKeys(String store) {
    try (Jedis redis = new Jedis(HostAndPort.from(store.substring("redis://".length())))) {
      return redis.dbSize();
    }
  }

  /** Files of checkpoints, which are in folders of Flink's own names; their paths in the folder. */
  static List<String> checkpointFiles(Path checkpoints) {
    if (!Files.exists(checkpoints)) {
      return List.of();
    }
    try (Stream<Path> files = Files.walk(checkpoints)) {
      return files
          .filter(Files::isRegularFile)
          .map(file -> checkpoints.relativize(file).toString())
          .filter(file -> !file.startsWith("savepoint"))
          .sorted()
          .toList();
    } catch (IOException e) {
      throw new CommandFailure("cannot read " + checkpoints + ": " + FileErrors.reason(e), e);
    }
  }

  /**
   * Whether nothing is left that should not be. The last windows of a global merge stay, as no
   * checkpoint comes after their rows.
   */
  boolean isNothing() {
    return ended.isEmpty() && !openTransaction;
  }

  /** In one line. */
  String text() {
    return String.format(
        Locale.ROOT,
        "processes missing %s, transactions open %s, keys in Redis %d, checkpoint files %s;"
            + " TaskManagers' threads %d before and %d after, heap %,d MB and %,d MB",
        ended.isEmpty() ? "none" : String.join(" ", ended),
        openTransaction ? "yes" : "none",
        redisKeys,
        checkpointFiles.isEmpty()
            ? "0"
            : checkpointFiles.size() + " (" + String.join(" ", checkpointFiles) + ")",
        before.threads(),
        after.threads(),
        before.heapBytes() >> 20,
        after.heapBytes() >> 20);
  }
}
