/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.benchmark.operators;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.trilink.benchmark.embedded.Digest;
import org.trilink.benchmark.embedded.EmbeddedFlink;
import org.trilink.benchmark.embedded.Outcome;
import org.trilink.benchmark.run.StateBackend;
import org.trilink.launcher.local.Engine;

/** Each query on both engines, with an input that is only large enough to have a result. */
@Tag("slow")
class OperatorQueryTest {

  private static final InOrderInput INPUT = new InOrderInput(20_000, 200);

  @TempDir private static Path checkpoints;

  private static EmbeddedFlink flink;

  @BeforeAll
  static void start() throws Exception {
    flink =
        new EmbeddedFlink(
            StateBackend.HEAP, checkpoints, Map.of(EmbeddedFlink.CHECKPOINT_INTERVAL, "1 s"));
  }

  @AfterAll
  static void stop() throws Exception {
    flink.close();
  }

  @ParameterizedTest
  @EnumSource(OperatorQuery.class)
  void enginesHaveTheSameRows(OperatorQuery query) {
    Outcome expected = run(query, Engine.FLINK, INPUT);
    Outcome trilink = run(query, Engine.TRILINK, INPUT);
    Outcome anyOrder = flink.run(OperatorVariant.ANY_ORDER.over(query, INPUT));

    assertThat(expected.digest().rows()).isPositive();
    assertThat(trilink.digest()).isEqualTo(expected.digest());
    assertThat(anyOrder.digest()).isEqualTo(expected.digest());
    assertThat(trilink.seconds()).isPositive();
    assertThat(trilink.cpuSeconds()).isPositive();
  }

  /** The digest tells a result from that of other input. */
  @Test
  void anotherInputHasAnotherDigest() {
    InOrderInput other = new InOrderInput(INPUT.rows() - InOrderInput.PARTS, INPUT.keys());

    Digest digest = run(OperatorQuery.OVER_RANGE, Engine.FLINK, INPUT).digest();

    assertThat(run(OperatorQuery.OVER_RANGE, Engine.TRILINK, other).digest()).isNotEqualTo(digest);
  }

  private static Outcome run(OperatorQuery query, Engine engine, InOrderInput input) {
    return flink.run(query.over(input, engine));
  }
}
