package org.trilink.benchmark.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.trilink.benchmark.result.Trial;

class ScheduleTest {

  private static final Map<String, String> TWO_NODES = Map.of("workload", "ysb", "nodes", "2");
  private static final Map<String, String> FOUR_NODES = Map.of("workload", "ysb", "nodes", "4");

  @Test
  void alternatesTheVariantsRoundByRound() {
    assertThat(Schedule.alternating(TWO_NODES, List.of("flink", "trilink"), 2))
        .containsExactly(
            new Trial("flink", TWO_NODES, 0),
            new Trial("trilink", TWO_NODES, 0),
            new Trial("flink", TWO_NODES, 1),
            new Trial("trilink", TWO_NODES, 1));
  }

  @Test
  void findsTheTrialsOfASituationByAPartOfItsCoordinates() {
    List<Trial> two = Schedule.alternating(TWO_NODES, List.of("flink"), 1);
    List<Trial> four = Schedule.alternating(FOUR_NODES, List.of("flink"), 1);
    List<Trial> all = new ArrayList<>(two);
    all.addAll(four);

    assertThat(Schedule.in(Map.of("nodes", "4"), all)).isEqualTo(four);
    assertThat(Schedule.in(Map.of("workload", "ysb"), all)).isEqualTo(all);
  }
}
