/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.apache.flink.api.connector.source.SplitsAssignment;
import org.apache.logging.log4j.Level;
import org.junit.jupiter.api.Test;
import org.trilink.runtime.testing.LoggedLines;

/** Tests which reader is assigned which partition, and when. */
class PartitionAssignmentTest {

  private static final int MAX_PARALLELISM = 720;
  private static final String SOURCE = "Kafka source of topic 't'";

  @Test
  void partitionsWaitForAllReaders() {
    TestEnumeratorContext context = new TestEnumeratorContext(2);
    PartitionAssignment<TestSplit> assignment =
        new PartitionAssignment<>(context, SOURCE, 4, MAX_PARALLELISM);
    context.register(0);
    assignment.assignSplits(
        new SplitsAssignment<>(Collections.singletonMap(0, splits("t-0", 5, "t-2", 7))));
    assignment.readerStarted(0, Collections.emptyList());
    assertThat(context.assigned(0)).isEmpty();

    context.register(1);
    assignment.assignSplits(
        new SplitsAssignment<>(Collections.singletonMap(1, splits("t-1", 6, "t-3", 8))));
    assertThat(context.assigned(0)).isEmpty();
    assignment.readerStarted(1, Collections.emptyList());

    assertThat(context.assigned(0)).containsExactlyElementsOf(splits("t-0", 5, "t-1", 6));
    assertThat(context.assigned(1)).containsExactlyElementsOf(splits("t-2", 7, "t-3", 8));
  }

  /** Otherwise the first one could make the records of the second one late. */
  @Test
  void aPartitionThatAnotherReaderHasRestoredIsAssignedWithTheReadersOwn() {
    TestEnumeratorContext context = new TestEnumeratorContext(2);
    PartitionAssignment<TestSplit> assignment =
        new PartitionAssignment<>(context, SOURCE, 4, MAX_PARALLELISM);
    context.register(0);
    context.register(1);

    assignment.readerStarted(0, splits("t-0", 5));
    assertThat(context.assigned(0)).isEmpty();
    assignment.readerStarted(1, splits("t-1", 6));
    assertThat(context.assigned(0)).containsExactlyElementsOf(splits("t-0", 5, "t-1", 6));
  }

  /** The others have their partitions already. */
  @Test
  void theReaderThatFailsGetsItsPartitionsAgain() {
    TestEnumeratorContext context = new TestEnumeratorContext(2);
    PartitionAssignment<TestSplit> assignment =
        new PartitionAssignment<>(context, SOURCE, 4, MAX_PARALLELISM);
    context.register(0);
    context.register(1);
    assignment.readerStarted(0, splits("t-0", 5, "t-2", 7));
    assignment.readerStarted(1, splits("t-1", 6, "t-3", 8));
    List<TestSplit> assigned = context.takeAssigned(0);
    context.takeAssigned(1);

    context.unregister(0);
    assignment.readerFailed(0, assigned);
    context.register(0);
    assignment.readerStarted(0, splits("t-0", 5, "t-2", 7));

    assertThat(context.assigned(0)).containsExactlyInAnyOrderElementsOf(assigned);
    assertThat(context.assigned(1)).isEmpty();
  }

  @Test
  void aPartitionThatWasNotPlannedForIsAnError() {
    PartitionAssignment<TestSplit> assignment =
        new PartitionAssignment<>(new TestEnumeratorContext(1), SOURCE, 2, MAX_PARALLELISM);

    assertThatThrownBy(
            () ->
                assignment.assignSplits(
                    new SplitsAssignment<>(Collections.singletonMap(0, splits("t-2", 0)))))
        .hasMessageStartingWith(
            "Topic 't' has 3 partitions, but 'exchange'='ahead-keyby' was planned for 2.");
  }

  @Test
  void noMoreComesOnlyWhenNobodyGetsMore() {
    TestEnumeratorContext context = new TestEnumeratorContext(2);
    PartitionAssignment<TestSplit> assignment =
        new PartitionAssignment<>(context, SOURCE, 2, MAX_PARALLELISM);
    context.register(0);
    assignment.readerStarted(0, Collections.emptyList());
    assignment.signalNoMoreSplits(0);
    assertThat(context.withoutMore()).isEmpty();

    context.register(1);
    assignment.readerStarted(1, Collections.emptyList());
    assignment.signalNoMoreSplits(1);
    assertThat(context.withoutMore()).containsExactlyInAnyOrder(0, 1);
  }

  @Test
  void whatRestoredPartitionsMoveIsLogged() {
    TestEnumeratorContext context = new TestEnumeratorContext(2);
    PartitionAssignment<TestSplit> assignment =
        new PartitionAssignment<>(context, SOURCE, 2, MAX_PARALLELISM);
    context.register(0);
    try (LoggedLines logged = LoggedLines.of(PartitionAssignment.class, Level.INFO)) {
      assignment.readerStarted(0, splits("t-0", 5, "t-1", 7));
      assignment.readerStarted(1, Collections.emptyList());

      assertThat(logged.texts())
          .containsExactly(
              "INFO Kafka source of topic 't': subtask 0 has restored 2 partitions; 1 of them"
                  + " are assigned to other subtasks, which have the state of their keys.",
              "INFO Kafka source of topic 't': all 2 subtasks have reported what they have"
                  + " restored.");
    }
  }

  private static List<TestSplit> splits(Object... idsAndOffsets) {
    List<TestSplit> splits = new ArrayList<>();
    for (int i = 0; i < idsAndOffsets.length; i += 2) {
      splits.add(new TestSplit((String) idsAndOffsets[i], (Integer) idsAndOffsets[i + 1]));
    }
    return splits;
  }
}
