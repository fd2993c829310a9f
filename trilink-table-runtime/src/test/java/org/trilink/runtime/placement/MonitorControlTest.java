/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.placement;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import javax.annotation.Nullable;
import org.apache.flink.runtime.jobgraph.OperatorID;
import org.apache.flink.runtime.operators.coordination.CoordinationRequest;
import org.apache.flink.runtime.operators.coordination.CoordinationRequestHandler;
import org.apache.flink.runtime.operators.coordination.CoordinationResponse;
import org.apache.flink.runtime.operators.coordination.MockOperatorCoordinatorContext;
import org.apache.flink.runtime.operators.coordination.OperatorCoordinator;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.databind.JsonNode;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.databind.ObjectMapper;
import org.apache.logging.log4j.Level;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.trilink.runtime.flink.TestTasks;
import org.trilink.runtime.move.balance.MonitorSettings;
import org.trilink.runtime.placement.control.ControlAnswer;
import org.trilink.runtime.placement.control.ControlRequest;
import org.trilink.runtime.testing.LoggedLines;

class MonitorControlTest {

  private static final String STATUS = "{\"status\": true}";

  private final Exchange exchange = new Exchange(2);

  /** The coordinators of an exchange, created as by a JobMaster. */
  private static final class Exchange {

    final PlacementCoordinator placing;
    final KeyedCoordinator keyed;
    final OperatorCoordinator head;

    Exchange(int parallelism) {
      String id = UUID.randomUUID().toString();
      placing =
          new PlacementCoordinator(
              context(parallelism),
              "PlaceKeys(by=[k])",
              new PlacementSettings("hash", new HashPlacement(), Keys.BIGINT, 12, parallelism)
                  .monitored(MonitorSettings.DEFAULT, id),
              0);
      keyed = new KeyedCoordinator(context(parallelism), "Count(by=[k])", id);
      head = CoordinatorProvider.ofHead(new OperatorID(), id).create(context(parallelism));
    }

    private static MockOperatorCoordinatorContext context(int parallelism) {
      return new MockOperatorCoordinatorContext(new OperatorID(), parallelism);
    }

    JsonNode say(@Nullable String command) throws Exception {
      return say(keyed, command);
    }

    static JsonNode say(OperatorCoordinator coordinator, @Nullable String command)
        throws Exception {
      CoordinationResponse answer =
          ((CoordinationRequestHandler) coordinator)
              .handleCoordinationRequest(new ControlRequest(command))
              .get();
      return new ObjectMapper().readTree(((ControlAnswer) answer).json());
    }

    void runSubtasks() {
      for (int subtask = 0; subtask < keyed.parallelism(); subtask++) {
        placing.subtaskReady(subtask, new LocalJobMaster.Gateway(TestTasks.attempt(), subtask));
        keyed.subtaskReady(subtask, new LocalJobMaster.Gateway(TestTasks.attempt(), subtask));
        placing.learn(subtask, new KeyBatch(), new short[0], 0, true, false);
      }
    }

    byte[] checkpoint(long id) throws Exception {
      CompletableFuture<byte[]> result = new CompletableFuture<>();
      placing.checkpointCoordinator(id, result);
      return result.get();
    }

    void reset(long id, @Nullable byte[] checkpoint) throws Exception {
      placing.resetToCheckpoint(id, checkpoint);
      keyed.resetToCheckpoint(id, new byte[0]);
    }
  }

  @Test
  void saysWhatIsTheCase() throws Exception {
    JsonNode status = exchange.say(STATUS);

    assertThat(status.path("operator").asText()).isEqualTo("Count(by=[k])");
    assertThat(status.path("base").asText()).isEqualTo("hash");
    assertThat(status.path("monitor").path("threshold").asDouble()).isEqualTo(0.6);
    assertThat(status.path("setAtRunTime")).isEmpty();
    assertThat(status.has("error")).isFalse();
  }

  @Test
  void changesWhatACommandSays() throws Exception {
    JsonNode status = exchange.say("{\"threshold\": 0.5}");
    assertThat(status.path("monitor").path("threshold").asDouble()).isEqualTo(0.5);

    exchange.say("{\"sample-rate\": 0.2}");
    exchange.say("{\"freeze\": true}");
    JsonNode all = exchange.say(STATUS);
    assertThat(all.path("monitor").path("sampleRate").asDouble()).isEqualTo(0.2);
    assertThat(all.path("frozen").asBoolean()).isTrue();
    assertThat(all.path("setAtRunTime")).hasSize(3);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "threshold",
        "{\"threshold\": 2}",
        "{\"set\": \"weight\"}",
        "{\"weights\": [50, 30, 20]}",
        "{\"threshold\": 0.5, \"freeze\": true}",
      })
  void whatIsWrongChangesNothing(String command) throws Exception {
    String before = exchange.say(STATUS).path("monitor").toString();

    JsonNode answer = exchange.say(command);
    assertThat(answer.path("error").asText()).isNotEmpty();
    assertThat(answer.has("monitor")).isFalse();
    JsonNode after = exchange.say(STATUS);
    assertThat(after.path("monitor")).hasToString(before);
    assertThat(after.path("setAtRunTime")).isEmpty();
  }

  @Test
  void aRequestWithoutACommandIsRefusedLikeAnyOther() throws Exception {
    assertThat(exchange.say(null).path("error").asText())
        .startsWith("A command must be one JSON object of up to");
  }

  /** Anyone who may publish on the channel can send any number. */
  @Test
  void aFloodOfJunkIsNoFloodOfWarnings() throws Exception {
    try (LoggedLines lines = LoggedLines.of(MonitorControl.class, Level.WARN)) {
      for (int i = 0; i < 100; i++) {
        exchange.say("junk");
      }
      assertThat(lines.texts()).hasSize(1);
      exchange.keyed.close();
      assertThat(lines.texts())
          .hasSize(2)
          .allSatisfy(
              line ->
                  assertThat(line)
                      .startsWith(
                          "WARN Key placement, operator Count(by=[k]): a command from REST was"
                              + " rejected: A command must be one JSON object"))
          .last()
          .asString()
          .endsWith(" (the last of 99 more such warnings)");
    }
  }

  @Test
  void noSyncWhileSubtasksDoNotRun() throws Exception {
    assertThat(exchange.say("{\"sync-now\": true}").path("error").asText())
        .isEqualTo(
            "No key can be moved now: not all subtasks are running. Send the command again later.");
    assertThat(exchange.say(STATUS).path("obstacle").asText())
        .isEqualTo("not all subtasks are running");
  }

  /** As in a join of a stream with a table that is read to its end. */
  @Test
  void anInputThatHasEndedIsSaidToBeInTheWay() throws Exception {
    exchange.runSubtasks();
    assertThat(exchange.say(STATUS).path("obstacle").isNull()).isTrue();

    exchange.placing.authority().end(exchange.placing.input(), 1);
    JsonNode status = exchange.say("{\"set\": \"hash\"}");
    assertThat(status.path("strategy").asText()).isEqualTo("hash");
    assertThat(status.path("obstacle").asText())
        .isEqualTo("the input of a placing subtask has ended");
    assertThat(exchange.say("{\"sync-now\": true}").path("error").asText())
        .isEqualTo("No key can be moved now: the input of a placing subtask has ended.");
  }

  /** It is the head of a chain, the only id by which a client can address it. */
  @Test
  void anOperatorBeforeTheKeyedOneAnswersForIt() throws Exception {
    Exchange.say(exchange.head, "{\"threshold\": 0.5}");

    assertThat(exchange.say(STATUS).path("monitor").path("threshold").asDouble()).isEqualTo(0.5);
  }

  @Test
  void anotherClientIsRefused() {
    assertThatThrownBy(
            () -> exchange.keyed.handleCoordinationRequest(new CoordinationRequest() {}).get())
        .hasMessageContaining("answers " + ControlRequest.class.getName() + " only");
  }

  @Test
  void whatWasSetIsInTheCheckpoint() throws Exception {
    exchange.say("{\"weights\": [70, 30]}");
    exchange.say("{\"set\": \"weight\"}");
    byte[] checkpoint = exchange.checkpoint(1);

    Exchange restored = new Exchange(2);
    restored.reset(1, checkpoint);
    JsonNode status = restored.say(STATUS);
    assertThat(status.path("strategy").asText()).isEqualTo("weight");
    assertThat(status.path("monitor").path("weights")).hasToString("[70,30]");
    assertThat(status.path("setAtRunTime")).hasSize(2);
  }

  /** By what a new JobManager would find. */
  @Test
  void saysWhatNoCompletedCheckpointContains() throws Exception {
    assertThat(exchange.say("{\"threshold\": 0.5}").path("unsaved"))
        .hasToString("[{\"threshold\":0.5}]");
    byte[] checkpoint = exchange.checkpoint(1);
    exchange.say("{\"freeze\": true}");
    assertThat(exchange.say(STATUS).path("unsaved")).hasSize(2);

    exchange.placing.notifyCheckpointComplete(1);
    exchange.keyed.notifyCheckpointComplete(1);
    assertThat(exchange.say(STATUS).path("unsaved")).hasToString("[{\"freeze\":true}]");
    assertThat(exchange.say("{\"threshold\": 0.4}").path("unsaved")).hasSize(2);
    assertThat(exchange.say("{\"threshold\": 0.5}").path("unsaved")).hasSize(1);

    exchange.reset(1, checkpoint);
    assertThat(exchange.say(STATUS).path("unsaved")).hasToString("[{\"freeze\":true}]");
  }

  @Test
  void warnsAtTheEndOfWhatNoCompletedCheckpointContains() throws Exception {
    exchange.say("{\"threshold\": 0.5}");
    exchange.checkpoint(1);
    exchange.keyed.notifyCheckpointComplete(1);
    exchange.say("{\"freeze\": true}");

    try (LoggedLines lines = LoggedLines.of(ExchangeMonitor.class, Level.WARN)) {
      exchange.keyed.close();
      exchange.placing.close();
      assertThat(lines.texts())
          .containsExactly(
              "WARN Key placement, operator Count(by=[k]): it ends, and no completed checkpoint"
                  + " contains what was set while the job ran: [{\"freeze\":true}]. If the job is"
                  + " restored, set it again.");
    }
  }

  @Test
  void onlyTheAddressThatWasConnectedBeforeARestoreIsKnown() {
    MonitorControl control =
        new MonitorControl(
            null,
            "Count(by=[k])",
            "redis://:geheim@127.0.0.1:6379/moves",
            new CoordinatorThread("Count(by=[k])", failure -> {}),
            reason -> {});

    control.restore("redis://:***@127.0.0.1:6380/moves");
    assertThat(control.connectedAddress()).isEmpty();
    control.restore("redis://:***@127.0.0.1:6379/moves");
    assertThat(control.connectedAddress()).isEqualTo("redis://:***@127.0.0.1:6379/moves");
  }

  /** They were valid when they were set, and still determine the shares of the keys. */
  @Test
  void weightsOutliveAnotherParallelism() throws Exception {
    exchange.say("{\"weights\": [70, 30]}");
    byte[] checkpoint = exchange.checkpoint(1);

    Exchange rescaled = new Exchange(3);
    rescaled.reset(1, checkpoint);
    assertThat(rescaled.say(STATUS).at("/monitor/weights")).hasToString("[70,30]");
    assertThat(rescaled.say("{\"weights\": [70, 30]}").path("error").asText())
        .isEqualTo("'weights' must have one weight for each of the 3 subtasks, but has 2.");
  }

  @Test
  void whatWasSetSinceTheCheckpointIsNotLostInTheSameProcess() throws Exception {
    exchange.say("{\"threshold\": 0.5}");
    byte[] checkpoint = exchange.checkpoint(1);
    exchange.say("{\"threshold\": 0.7}");
    exchange.say("{\"freeze\": true}");

    exchange.reset(1, checkpoint);
    JsonNode status = exchange.say(STATUS);
    assertThat(status.path("monitor").path("threshold").asDouble()).isEqualTo(0.7);
    assertThat(status.path("frozen").asBoolean()).isTrue();

    exchange.reset(OperatorCoordinator.NO_CHECKPOINT, null);
    assertThat(exchange.say(STATUS).path("frozen").asBoolean()).isTrue();
  }
}
