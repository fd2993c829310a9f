package org.trilink.examples.local;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Processes of a real cluster are lost in the middle of Syncs, and the results are exact. One step
 * of a Sync is in every build; {@code -Dtrilink.sync-failures=all} has all of them, also with the
 * JobManager.
 */
class SyncFailureIT {

  private static final boolean ALL = "all".equals(System.getProperty("trilink.sync-failures"));

  /**
   * Of a Sync, in their order; a TaskManager deals with some messages, the JobManager with others.
   */
  private static final List<String> OF_TASK_MANAGERS =
      List.of("PrepareSender", "PrepareReceiver", "Go", "TakeOut", "PutIn", "Over");

  private static final List<String> OF_JOB_MANAGER =
      List.of("SenderReady", "ReceiverReady", "AllMarked", "TakenOut", "Done");

  @TempDir private Path folder;

  private static List<String> steps() {
    return ALL
        ? Stream.concat(OF_TASK_MANAGERS.stream(), OF_JOB_MANAGER.stream())
            .flatMap(message -> Stream.of("before-" + message, "after-" + message))
            .toList()
        : List.of("after-TakeOut");
  }

  @Test
  void resultsAreExactWhateverProcessIsLostAtWhateverStep() throws Exception {
    List<String> steps = steps();
    try (SyncDrillCluster cluster = SyncDrillCluster.start(folder, ALL)) {
      NumberedRows rows = new NumberedRows(folder.resolve("results"), steps.size());
      String job = cluster.submit(rows.script());
      for (String step : steps) {
        cluster.awaitSyncs(job);
        String lost = cluster.loseAt(step);
        assertThat(lost).as(step).startsWith(isOfJobManager(step) ? "jobmanager" : "taskmanager");
        cluster.startAgain(lost);
      }
      cluster.awaitSyncs(job);
      cluster.drain(job);
      rows.assertExact();
    }
  }

  private static boolean isOfJobManager(String step) {
    return OF_JOB_MANAGER.contains(step.substring(step.indexOf('-') + 1));
  }
}
