package org.trilink.planner.node.exec;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.core.JsonProcessingException;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.databind.ObjectMapper;
import org.apache.flink.table.types.logical.RowType;
import org.apache.flink.table.types.logical.VarCharType;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.trilink.planner.hint.MonitorTrigger;
import org.trilink.planner.hint.TrilinkOptions;
import org.trilink.planner.hint.WeightDraw;

/** The placement as a plan, state and operators' names have it. */
class KeyPlacementSpecTest {

  private static final MonitorSpec MONITOR =
      new MonitorSpec(
          MonitorTrigger.PERIOD,
          20_000L,
          null,
          0.7,
          0.5,
          new MovesSpec(8, 1L << 40, 0.1, 5_000, 60_000),
          "redis://me:secret@h:6379/channel");

  private final ObjectMapper json = new ObjectMapper();

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "hash | hash (monitored) | partition=hash (monitored)",
        "auto | hash (monitored) | partition=auto",
        "modulo | modulo (monitored) | partition=modulo (monitored)",
        "least-key | least-key (monitored) | partition=least-key (monitored)",
        "least-count | least-count (monitored) | partition=least-count (monitored)",
        "weight | weight 60,40 (monitored) | partition=weight (monitored)",
        "org.x.Mine | custom org.x.Mine (monitored) | partition=org.x.Mine (monitored)",
      })
  void keysThatMayBeMovedArePlacedInAnotherWay(String strategy, String placement, String mark) {
    KeyPlacementSpec monitored = spec(strategy).withMonitor(MONITOR);

    assertThat(monitored.placement()).isEqualTo(placement);
    assertThat(monitored.mark()).isEqualTo(mark);
    assertThat(monitored.withMaxParallelism(720).placement()).isEqualTo(placement);
    assertThat(monitored.withMonitor(null).placement() + " (monitored)").isEqualTo(placement);
  }

  @Test
  void autoPlacesAnyKey() {
    spec("auto").withMonitor(MONITOR).check(RowType.of(new VarCharType()));
  }

  @Test
  void goesIntoAPlanAndComesBack() throws JsonProcessingException {
    String plan = json.writeValueAsString(spec("auto").withMonitor(MONITOR));

    assertThat(plan)
        .contains("\"monitor\":{")
        .contains("\"trigger\":\"PERIOD\"")
        .contains("\"intervalMillis\":20000")
        .contains("\"records\":null")
        .contains("\"threshold\":0.7")
        .contains("\"sampleRate\":0.5")
        .contains("\"maxKeys\":8,\"maxBytes\":1099511627776,\"minGain\":0.1")
        .contains("\"settlingTimeMillis\":5000,\"graceTimeMillis\":60000")
        .contains("\"control\":\"redis://me:secret@h:6379/channel\"");
    KeyPlacementSpec read = json.readValue(plan, KeyPlacementSpec.class);
    assertThat(json.writeValueAsString(read)).isEqualTo(plan);
    assertThat(read.placement()).isEqualTo("hash (monitored)");
  }

  @Test
  void aPlanOfAnEarlierVersionHasNoMonitor() throws JsonProcessingException {
    String plan =
        "{\"strategy\":\"modulo\",\"weights\":null,\"weightDraw\":\"HASH\",\"history\":null,"
            + "\"parallelism\":4,\"maxParallelism\":720}";

    KeyPlacementSpec read = json.readValue(plan, KeyPlacementSpec.class);

    assertThat(read.placement()).isEqualTo("modulo");
    assertThat(read.maxParallelism()).isEqualTo(720);
  }

  private static KeyPlacementSpec spec(String strategy) {
    return new KeyPlacementSpec(
        TrilinkOptions.PARTITION.parse(strategy),
        strategy.equals("weight") ? List.of(60, 40) : null,
        WeightDraw.HASH,
        null,
        2);
  }
}
