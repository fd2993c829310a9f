/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.merge;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.flink.runtime.checkpoint.OperatorSubtaskState;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.trilink.runtime.merge.MergeSubtask.Job;
import org.trilink.runtime.merge.store.CuttableProxy;
import org.trilink.runtime.merge.store.MariaTestServer;
import org.trilink.runtime.merge.store.RedisTestServer;
import org.trilink.runtime.merge.store.StoreServer;

/**
 * A task that is killed at any step loses no record and counts none twice. For each piece of data
 * that is sent to the store, the connection is cut there, before or after the server has received
 * it, and the task is interrupted. Another attempt is restored from the last complete checkpoint.
 */
@Tag("slow")
class GlobalMergeKillTest {

  private static final int CHECKPOINTS = 4;
  private static final int ROWS_EACH = 6;

  private static final Map<String, StoreServer> servers = new LinkedHashMap<>();

  @BeforeAll
  static void start() throws Exception {
    servers.put("redis", RedisTestServer.started(""));
    servers.put("mysql", MariaTestServer.started());
  }

  @AfterAll
  static void stop() throws Exception {
    for (StoreServer server : servers.values()) {
      server.close();
    }
  }

  @ParameterizedTest(name = "{0}, windows: {1}, the server gets the last piece: {2}")
  @CsvSource({
    "redis, false, false, 1",
    "redis, false, true, 1",
    "redis, true, false, 1",
    "redis, true, true, 1",
    "mysql, false, true, 7",
    "mysql, true, false, 5"
  })
  void killed(String store, boolean windows, boolean passLast, int stride) throws Exception {
    int kills = 0;
    int piece = 1;
    while (new Life(servers.get(store), windows).killedAt(piece, passLast)) {
      kills++;
      piece += stride;
    }
    assertThat(kills).isGreaterThan(10);
  }

  /** One job, from its start to its end, with a kill on the way. */
  private static final class Life {

    private final StoreServer server;
    private final boolean windows;
    private final Job job;

    /** The results of a sink that is rolled back to the last complete checkpoint. */
    private final List<String> results = new ArrayList<>();

    private OperatorSubtaskState lastState;
    private int lastCheckpoint;
    private int resultsBeforeLast;

    Life(StoreServer server, boolean windows) {
      this.server = server;
      this.windows = windows;
      this.job = Job.of(server.address(), windows).withCapacity(4);
    }

    /** Runs the job with a kill at a piece of data; returns whether there was such a piece. */
    boolean killedAt(int piece, boolean passLast) throws Exception {
      boolean killed;
      try (CuttableProxy proxy = new CuttableProxy(server.port())) {
        Thread task = Thread.currentThread();
        proxy.cutAt(piece, passLast, task::interrupt);
        Job through = job.at(job.store().replace(":" + server.port(), ":" + proxy.port()));
        killed = live(through, proxy);
      }
      if (killed) {
        while (results.size() > resultsBeforeLast) {
          results.remove(results.size() - 1);
        }
        assertThat(live(job, null)).isFalse();
      }
      assertThat(windows ? results : lastOfEachKey())
          .as("killed at piece %d", piece)
          .containsExactlyInAnyOrderElementsOf(expected());
      return killed;
    }

    /**
     * Runs from the last complete checkpoint to the end or to the kill; returns whether it was
     * killed.
     */
    private boolean live(Job attempt, CuttableProxy proxy) throws Exception {
      MergeSubtask subtask = null;
      int known = 0;
      try {
        subtask = attempt.start(0, 1, lastState);
        for (int checkpoint = lastCheckpoint + 1; checkpoint <= CHECKPOINTS; checkpoint++) {
          feed(subtask, checkpoint);
          OperatorSubtaskState state = subtask.barrier(checkpoint);
          known = take(subtask, known);
          lastState = state;
          lastCheckpoint = checkpoint;
          resultsBeforeLast = results.size();
          subtask.complete(checkpoint);
        }
        subtask.end();
        take(subtask, known);
        boolean cut = proxy != null && proxy.isCut();
        assertThat(Thread.interrupted()).as("noticed").isEqualTo(cut);
        return false;
      } catch (Exception e) {
        if (proxy == null || !proxy.isCut()) {
          throw e;
        }
        boolean interrupted = Thread.interrupted();
        assertThat(interrupted).isTrue();
        return true;
      } finally {
        if (subtask != null) {
          subtask.close();
        }
      }
    }

    private static void feed(MergeSubtask subtask, int checkpoint) throws Exception {
      for (int i = 0; i < ROWS_EACH; i++) {
        int number = checkpoint * ROWS_EACH + i;
        subtask.row(number % 5, number, number);
        subtask.watermark(number - 3);
      }
    }

    private int take(MergeSubtask subtask, int known) {
      List<String> all = subtask.results();
      results.addAll(all.subList(known, all.size()));
      return all.size();
    }

    private List<String> lastOfEachKey() {
      Map<String, String> last = new LinkedHashMap<>();
      results.forEach(row -> last.put(row.substring(0, row.indexOf(':')), row));
      return List.copyOf(last.values());
    }

    private List<String> expected() {
      Map<String, long[]> sums = new LinkedHashMap<>();
      for (int number = ROWS_EACH; number < (CHECKPOINTS + 1) * ROWS_EACH; number++) {
        String window = windows ? ", window " + (number / 10 + 1) * 10 : "";
        long[] sum = sums.computeIfAbsent(number % 5 + window, key -> new long[2]);
        sum[0]++;
        sum[1] += number;
      }
      List<String> rows = new ArrayList<>();
      sums.forEach(
          (key, sum) ->
              rows.add(
                  (windows ? "+I " : "+U ")
                      + key.charAt(0)
                      + ": "
                      + sum[0]
                      + " records, sum "
                      + sum[1]
                      + key.substring(1)));
      return rows;
    }
  }
}
