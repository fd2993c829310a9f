/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.placement;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import org.apache.flink.core.memory.DataInputDeserializer;
import org.apache.flink.core.memory.DataOutputSerializer;
import org.apache.flink.runtime.jobgraph.OperatorID;
import org.apache.flink.runtime.operators.coordination.CoordinationResponse;
import org.apache.flink.runtime.operators.coordination.MockOperatorCoordinatorContext;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.databind.JsonNode;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.databind.ObjectMapper;
import org.apache.flink.table.data.binary.BinaryRowData;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.trilink.runtime.flink.TestTasks;
import org.trilink.runtime.key.KeyGroupHash;
import org.trilink.runtime.move.balance.LoadSampler;
import org.trilink.runtime.move.balance.MonitorSettings;
import org.trilink.runtime.move.balance.RecordCounter;
import org.trilink.runtime.move.protocol.MovedKeys;
import org.trilink.runtime.placement.control.ControlAnswer;
import org.trilink.runtime.placement.control.ControlRequest;

/** Whether a Sync begins for an uneven load. */
class SyncLeaderTest {

  private static final int MAX_PARALLELISM = 12;

  /** The planned number of subtasks behind the exchange. */
  private static final int PLANNED = 2;

  private static final int REPORTED_KEYS = 40;
  private static final int RECORDS_PER_KEY = 200;

  private PlacementCoordinator placing;
  private KeyedCoordinator keyed;

  /** Creates the coordinators, as a JobMaster does. */
  private void create(int subtasks) {
    String id = UUID.randomUUID().toString();
    PlacementSettings settings =
        new PlacementSettings("hash", new HashPlacement(), Keys.BIGINT, MAX_PARALLELISM, PLANNED)
            .monitored(MonitorSettings.DEFAULT, id);
    placing = new PlacementCoordinator(context(1), "PlaceKeys(by=[k])", settings, 0);
    keyed = new KeyedCoordinator(context(subtasks), "Count(by=[k])", id);
  }

  private static MockOperatorCoordinatorContext context(int parallelism) {
    return new MockOperatorCoordinatorContext(new OperatorID(), parallelism);
  }

  @AfterEach
  void close() {
    placing.close();
    keyed.close();
  }

  private void runSubtasks() {
    placing.subtaskReady(0, new LocalJobMaster.Gateway(TestTasks.attempt(), 0));
    for (int subtask = 0; subtask < keyed.parallelism(); subtask++) {
      keyed.subtaskReady(subtask, new LocalJobMaster.Gateway(TestTasks.attempt(), subtask));
    }
    placing.learn(0, new KeyBatch(), new short[0], 0, true, false);
  }

  /** Only the first of the planned subtasks has records, of some twenty keys. */
  private void reportUnevenLoad() {
    LoadSampler sampler =
        new LoadSampler(
            1, CandidateStrategies.of(Keys.BIGINT, MAX_PARALLELISM, PLANNED, null), PLANNED, 0);
    RecordCounter counter = new RecordCounter(MAX_PARALLELISM);
    for (int number = 0; number < REPORTED_KEYS; number++) {
      BinaryRowData key = Keys.of(number);
      if (keyGroupOf(key) < MAX_PARALLELISM / PLANNED) {
        for (int i = 0; i < RECORDS_PER_KEY; i++) {
          sampler.record(key, key.hashCode());
          counter.count(keyGroupOf(key));
        }
      }
    }
    placing
        .authority()
        .report(sampler.take(counter.take(), SyncLeaderTest::keyGroupOf, (key, base) -> base));
  }

  private static int keyGroupOf(BinaryRowData key) {
    return KeyGroupHash.keyGroupOf(key.hashCode(), MAX_PARALLELISM);
  }

  private JsonNode syncNow() throws Exception {
    CoordinationResponse answer =
        keyed.handleCoordinationRequest(new ControlRequest("{\"sync-now\": true}")).get();
    return new ObjectMapper().readTree(((ControlAnswer) answer).json());
  }

  @Test
  void evensOutALoad() throws Exception {
    create(PLANNED);
    runSubtasks();
    reportUnevenLoad();

    assertThat(syncNow().path("answer").asText()).startsWith("keys that move: ");
  }

  /** As with Flink's reactive mode: markers would not reach all subtasks. */
  @Test
  void movesNoKeysAtAnotherParallelismThanPlanned() throws Exception {
    create(PLANNED + 1);
    runSubtasks();
    reportUnevenLoad();

    assertThat(syncNow().path("error").asText())
        .contains("another number of subtasks than planned", "reactive");
  }

  /** The map of moved keys must fit into the answer to a placing subtask that starts. */
  @Test
  void movesNoFurtherKeysOnceMostAreMoved() throws Exception {
    create(PLANNED);
    byte[] checkpoint = withMovedKeys(checkpoint());
    close();
    create(PLANNED);
    placing.resetToCheckpoint(1, checkpoint);
    keyed.resetToCheckpoint(1, new byte[0]);
    runSubtasks();
    reportUnevenLoad();

    JsonNode status = syncNow();
    assertThat(status.path("movedKeys").asInt()).isEqualTo(MovedKeys.MAX_KEYS);
    assertThat(status.path("answer").asText())
        .startsWith("no key moves: more than 100000 keys, or more than");
    assertThat(status.path("syncs").get(0).path("outcome").asText())
        .startsWith("more than 100000 keys, or more than");
    assertThat(status.path("syncUnderWay").asBoolean()).isFalse();
  }

  private byte[] checkpoint() throws Exception {
    CompletableFuture<byte[]> result = new CompletableFuture<>();
    placing.checkpointCoordinator(1, result);
    return result.get();
  }

  /** Returns a checkpoint with as many moved keys as there may be, others than those reported. */
  private static byte[] withMovedKeys(byte[] checkpoint) throws IOException {
    DataInputDeserializer in = new DataInputDeserializer(checkpoint);
    DataOutputSerializer out = new DataOutputSerializer(1 << 20);
    out.writeInt(in.readInt()); // the format
    out.writeBoolean(in.readBoolean()); // whether the coordinator places keys
    out.writeBoolean(in.readBoolean()); // whether there is a monitor
    out.writeUTF(in.readUTF()); // the strategy
    out.writeInt(in.readInt()); // the max parallelism
    out.writeUTF(in.readUTF()); // the control channel
    in.skipBytesToRead(in.readInt()); // the state of Syncs
    byte[] syncs = syncsWithMovedKeys();
    out.writeInt(syncs.length);
    out.write(syncs);
    byte[] monitor = new byte[in.available()];
    in.readFully(monitor);
    out.write(monitor);
    return out.getCopyOfBuffer();
  }

  private static byte[] syncsWithMovedKeys() throws IOException {
    DataOutputSerializer out = new DataOutputSerializer(1 << 20);
    out.writeInt(1); // the number of the last Sync
    out.writeInt(1); // the Sync that has made it
    out.writeInt(MovedKeys.MAX_KEYS);
    for (int i = 0; i < MovedKeys.MAX_KEYS; i++) {
      BinaryRowData key = Keys.of(REPORTED_KEYS + i);
      out.writeInt(key.getSizeInBytes());
      key.getSegments()[0].get(out, key.getOffset(), key.getSizeInBytes());
      out.writeShort(0);
    }
    return out.getCopyOfBuffer();
  }
}
