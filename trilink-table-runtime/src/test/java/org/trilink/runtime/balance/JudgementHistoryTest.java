package org.trilink.runtime.balance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import org.apache.flink.core.memory.DataInputDeserializer;
import org.apache.flink.core.memory.DataOutputSerializer;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.databind.JsonNode;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.databind.ObjectMapper;
import org.junit.jupiter.api.Test;

class JudgementHistoryTest {

  private static final long NOON = 43_200_000;

  private static Judgement judgement(long time, Loads loads) {
    LoadSnapshot snapshot = loads.snapshot();
    BalancePrediction prediction = BalancePrediction.of(snapshot);
    MoveDecision decision = new MoveDecision(BalanceSettings.DEFAULT, StateSizes.UNKNOWN);
    return Judgement.of(time, prediction, decision.decide(snapshot, prediction, time));
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
  void aSnapshotHasAllAndIsSmall() throws IOException {
    JudgementHistory history = new JudgementHistory();
    for (int i = 0; i < 100; i++) {
      history.add(judgement(i, i % 2 == 0 ? skewed() : new Loads(8, 2).withTail(1_000)));
    }
    byte[] snapshot = written(history);
    assertThat(snapshot.length).isLessThan(30_000);
    JudgementHistory restored = JudgementHistory.read(new DataInputDeserializer(snapshot));
    assertThat(restored.toText()).isEqualTo(history.toText());
    assertThat(written(restored)).isEqualTo(snapshot);
  }

  @Test
  void aSnapshotOfANewerVersionIsRefused() throws IOException {
    byte[] snapshot = written(new JudgementHistory());
    snapshot[0]++;
    assertThatThrownBy(() -> JudgementHistory.read(new DataInputDeserializer(snapshot)))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("newer version of Trilink (format 2)");
  }

  @Test
  void aLineTellsPeopleWhatWasKnownAndDecided() {
    assertThat(judgement(NOON, skewed()))
        .hasToString(
            "1970-01-01T12:00:00Z  0.14 (+75 % compute time)  moving 1 key(s) takes the balance from"
                + " 0.14 (+75 % compute time) to 0.60 (+25 % compute time). Predicted: least-key"
                + " 0.60 (+25 % compute time), least-count 1.00 (+0 % compute time), at best 1.00");
  }

  @Test
  void jsonTellsTheSameToPrograms() throws IOException {
    JudgementHistory history = new JudgementHistory();
    history.add(judgement(NOON, skewed()));
    JsonNode json = new ObjectMapper().readTree(history.toJson()).get(0);
    assertThat(json.get("time").longValue()).isEqualTo(NOON);
    assertThat(json.get("verdict").textValue()).isEqualTo("MOVE");
    assertThat(json.get("moves").intValue()).isEqualTo(1);
    assertThat(json.get("now").get("degree").doubleValue()).isEqualTo(1_000 / 7_000.0);
    assertThat(json.get("after").get("degree").doubleValue()).isEqualTo(0.6);
    assertThat(json.get("predictions").get("least-count").get("degree").doubleValue()).isOne();
  }
}
