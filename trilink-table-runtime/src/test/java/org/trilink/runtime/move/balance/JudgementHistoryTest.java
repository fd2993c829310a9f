/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.move.balance;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.List;
import org.apache.flink.core.memory.DataInputDeserializer;
import org.apache.flink.core.memory.DataOutputSerializer;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.databind.JsonNode;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.databind.ObjectMapper;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.databind.node.ArrayNode;
import org.junit.jupiter.api.Test;

class JudgementHistoryTest {

  private static final long NOON = 43_200_000;

  private static Judgement judgement(long time, Loads loads) {
    LoadSnapshot snapshot = loads.snapshot();
    BalancePrediction prediction = BalancePrediction.of(snapshot);
    MoveDecision decision = new MoveDecision(BalanceSettings.DEFAULT, StateSizes.UNKNOWN);
    return Judgement.of(time, prediction, decision.decide(snapshot, prediction, false, time));
  }

  private static Loads skewed() {
    return new Loads(8, 2).with(1, 0, 4_000).with(2, 1, 2_000).withTail(250);
  }

  private static byte[] written(JudgementHistory history) throws IOException {
    DataOutputSerializer out = new DataOutputSerializer(64);
    history.write(out);
    return out.getCopyOfBuffer();
  }

  @Test
  void theLastHundredAreKept() {
    JudgementHistory history = new JudgementHistory();
    for (int i = 0; i < 250; i++) {
      history.add(judgement(i, skewed()));
    }
    assertThat(history.judgements()).hasSize(100);
    assertThat(history.judgements()).first().extracting(Judgement::time).isEqualTo(150L);
    assertThat(history.judgements()).last().extracting(Judgement::time).isEqualTo(249L);
  }

  @Test
  void anIdleInputDoesNotFillTheHistory() {
    JudgementHistory history = new JudgementHistory();
    history.add(judgement(1, skewed()));
    for (int i = 2; i < 250; i++) {
      history.add(judgement(i, new Loads(8, 2)));
    }
    history.add(judgement(250, skewed()));
    history.add(judgement(251, skewed()));
    assertThat(history.judgements())
        .extracting(Judgement::time)
        .containsExactly(1L, 249L, 250L, 251L);
  }

  @Test
  void aSnapshotHasAllAndIsSmall() throws IOException {
    JudgementHistory history = new JudgementHistory();
    for (int i = 0; i < 100; i++) {
      history.add(judgement(i, i % 2 == 0 ? skewed() : new Loads(8, 2).withTail(1_000)));
    }
    Balance before = new Balance(0.25, 0.5);
    for (int i = 0; i < 120; i++) {
      history.add(PastSync.notDone(i, before, "a subtask failed before any key was moved"));
    }
    history.add(PastSync.notDone(120, before, "x".repeat(100_000)));
    assertThat(history.syncs()).hasSize(100).first().extracting(PastSync::time).isEqualTo(21L);
    byte[] snapshot = written(history);
    assertThat(snapshot.length).isLessThan(40_000);
    JudgementHistory restored = JudgementHistory.read(new DataInputDeserializer(snapshot));
    assertThat(restored.toText()).isEqualTo(history.toText());
    assertThat(written(restored)).isEqualTo(snapshot);
  }

  @Test
  void aLineTellsPeopleWhatWasKnownAndDecided() {
    assertThat(judgement(NOON, skewed()))
        .hasToString(
            "1970-01-01T12:00:00Z  0.14 (+75 % compute time)  moving 1 key(s) changes the balance"
                + " from 0.14 (+75 % compute time) to 0.60 (+25 % compute time). Predicted:"
                + " least-key 0.60 (+25 % compute time), least-count 1.00 (+0 % compute time), at best"
                + " 1.00");
  }

  @Test
  void aLineTellsWhatASyncHasDoneOrWhyNot() {
    Balance before = new Balance(0.21, 0.65);
    MoveJudgement decision =
        new MoveJudgement(MoveVerdict.MOVE, "", List.of(), new Balance(0.92, 0.04));
    assertThat(PastSync.done(NOON, decision, before, 1_234_567, 80))
        .hasToString(
            "1970-01-01T12:00:00Z  Sync of 0 key(s), 1234567 bytes, in 80 ms: from 0.21 (+65 %"
                + " compute time) to 0.92 (+4 % compute time)");
    assertThat(PastSync.notDone(NOON, before, "some subtasks did not get ready in time"))
        .hasToString(
            "1970-01-01T12:00:00Z  Sync not done: some subtasks did not get ready in time");
  }

  @Test
  void jsonTellsTheSameToPrograms() {
    JudgementHistory history = new JudgementHistory();
    history.add(judgement(NOON, skewed()));
    ArrayNode array = new ObjectMapper().createArrayNode();
    history.judgementsToJson(array);
    JsonNode json = array.get(0);
    assertThat(json.get("time").longValue()).isEqualTo(NOON);
    assertThat(json.get("verdict").textValue()).isEqualTo("MOVE");
    assertThat(json.get("moves").intValue()).isEqualTo(1);
    assertThat(json.get("now").get("degree").doubleValue()).isEqualTo(1_000 / 7_000.0);
    assertThat(json.get("after").get("degree").doubleValue()).isEqualTo(0.6);
    assertThat(json.get("predictions").get("least-count").get("degree").doubleValue()).isOne();
  }
}
