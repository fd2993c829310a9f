/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.benchmark.nexmark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.apache.flink.table.api.TableException;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.trilink.launcher.local.Engine;

/** Tests which hint each operator of each query accepts, and why it refuses the others. */
@Tag("slow")
class NexmarkPlansTest {

  private static final Path GOLDEN =
      Path.of("src", "test", "resources", "org", "trilink", "benchmark", "nexmark", "hints.txt");

  /** With -Dtrilink.update-golden=true it writes the expected text anew, for a person to read. */
  @Test
  void areTheGoldenOnes() throws IOException {
    StringBuilder text = new StringBuilder();
    Stream.of(NexmarkQuery.values())
        .filter(query -> query != NexmarkQuery.Q6)
        .forEach(query -> text.append(hints(query)));

    if (Boolean.getBoolean("trilink.update-golden")) {
      Files.createDirectories(GOLDEN.getParent());
      Files.writeString(GOLDEN, text);
    }
    assertThat(text).hasToString(Files.readString(GOLDEN));
  }

  private static String hints(NexmarkQuery query) {
    StringBuilder text = new StringBuilder("=== " + query + "\n");
    for (NexmarkHint hint : NexmarkHint.values()) {
      text.append(hint).append('\n');
      HintedPlan.of(query, hint)
          .outcomes()
          .forEach(outcome -> text.append("  ").append(outcome).append('\n'));
    }
    return text.append('\n').toString();
  }

  /** Guards that Trilink is measured, and not stock Flink beside itself. */
  @ParameterizedTest
  @MethodSource("hinted")
  void isMeasuredWithAHintThatItAccepts(NexmarkQuery query) {
    assertThat(HintedPlan.of(query, query.hint().orElseThrow()).isRewritten()).isTrue();
  }

  static Stream<NexmarkQuery> hinted() {
    return Stream.of(NexmarkQuery.values()).filter(query -> query.hint().isPresent());
  }

  /** Where there is no hint the benchmark compares a plan with itself. */
  @ParameterizedTest
  @MethodSource("planned")
  void withoutAHintPlansAreThoseOfStockFlink(NexmarkQuery query) {
    assertThat(HintedPlan.explain(query, Engine.TRILINK))
        .isEqualTo(HintedPlan.explain(query, Engine.FLINK));
  }

  static Stream<NexmarkQuery> planned() {
    return Stream.of(NexmarkQuery.values()).filter(query -> query != NexmarkQuery.Q6);
  }

  /** With or without a hint; the reason is stock Flink's. */
  @ParameterizedTest
  @EnumSource(NexmarkHint.class)
  void flinkCannotRunQ6(NexmarkHint hint) {
    assertThatThrownBy(() -> HintedPlan.of(NexmarkQuery.Q6, hint))
        .isInstanceOf(TableException.class)
        .hasMessageContaining(
            "StreamPhysicalOverAggregate doesn't support consuming update and delete changes");
  }
}
