/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.benchmark.balance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.trilink.benchmark.run.Variant;
import org.trilink.examples.workload.GeneratorOptions;
import org.trilink.examples.workload.Oracle;
import org.trilink.examples.workload.Verdict;
import org.trilink.launcher.local.ScriptPlan;

class BalanceWorkloadTest {

  private static final int SUBTASKS = 8;
  private static final int KEYS = 9_200;

  @ParameterizedTest
  @EnumSource
  void idsAreDifferent(IdSpread ids) {
    assertThat(ids(ids).distinct()).hasSize(KEYS);
  }

  @Test
  void remaindersAreEquallyFrequentOrNot() {
    long[] uniform = remainders(IdSpread.UNIFORM);
    long[] skewed = remainders(IdSpread.SKEWED);

    assertThat(uniform).containsOnly(KEYS / SUBTASKS);
    // 8 of 92, 9 of 92, ... 15 of 92
    assertThat(skewed).containsExactly(800, 900, 1_000, 1_100, 1_200, 1_300, 1_400, 1_500);
  }

  private static LongStream ids(IdSpread ids) {
    return IntStream.range(0, KEYS).mapToLong(number -> ids.id(number, SUBTASKS));
  }

  private static long[] remainders(IdSpread ids) {
    long[] counts = new long[SUBTASKS];
    ids(ids).forEach(id -> counts[(int) (id % SUBTASKS)]++);
    return counts;
  }

  @Test
  void withoutSkewEachKeyComesInTurn() {
    RecordKeys keys = new RecordKeys(options(12, 5, 0), 1);

    assertThat(IntStream.range(0, 12).map(record -> keys.next()))
        .containsExactly(0, 1, 2, 3, 4, 0, 1, 2, 3, 4, 0, 1);
  }

  @Test
  void withSkewTheHistoryIsOfTheSameLawButNotTheSame() {
    GeneratorOptions options = options(1_000_000, 100, 1);
    long[] now = new RecordKeys(options, 1).counts(options.rows());
    long[] before = new RecordKeys(options, 2).counts(options.rows());

    assertThat(now).isNotEqualTo(before);
    assertThat(LongStream.of(now).sum()).isEqualTo(options.rows());
    double heaviest = 1e6 / IntStream.rangeClosed(1, 100).mapToDouble(rank -> 1.0 / rank).sum();
    for (int key = 0; key < 100; key++) {
      assertThat((double) now[key]).isCloseTo((double) before[key], within(0.02 * heaviest));
    }
    assertThat((double) LongStream.of(now).max().orElseThrow())
        .isCloseTo(heaviest, within(0.02 * heaviest));
  }

  @Test
  void theScriptDeclaresTheRecordKey() {
    BalanceWorkload workload = new BalanceWorkload(IdSpread.UNIFORM, SUBTASKS);

    assertThat(workload.keyOf("{\"id\":17,\"ts\":0}".getBytes(StandardCharsets.UTF_8)))
        .isEqualTo(ByteBuffer.allocate(Long.BYTES).putLong(17).array());
    assertThat(ScriptPlan.of(workload.script(), 2).text())
        .contains("watermark.order=by-key (key.fields of balance_records: [id])");
    assertThat(Variant.flink("flink").edit().apply(workload.script()).text())
        .doesNotContain("TRILINK(", "'key.");
  }

  @Test
  void theOracleFindsEachDifference() {
    BalanceWorkload workload = new BalanceWorkload(IdSpread.UNIFORM, SUBTASKS);
    Oracle<?> oracle = workload.newOracle();
    workload.generate(options(10, 4, 0)).forEachRemaining(oracle::accept);
    byte[] right = row(0, 3);
    List<byte[]> exact = List.of(right, row(1, 3), row(2, 2), row(3, 2));

    assertThat(oracle.expectedRows()).toIterable().containsExactlyElementsOf(exact);
    assertThat(oracle.verify(result -> exact).exact()).isTrue();
    Verdict verdict = oracle.verify(result -> List.of(right, right, row(1, 2), row(9, 1)));
    assertThat(verdict.mainResult().matching()).isEqualTo(1);
    assertThat(verdict.mainResult().duplicate()).isEqualTo(1);
    assertThat(verdict.mainResult().wrong()).isEqualTo(1);
    assertThat(verdict.mainResult().unexpected()).isEqualTo(1);
    assertThat(verdict.mainResult().missing()).isEqualTo(2);
    assertThat(verdict.coverage().orElseThrow().lost()).isEqualTo(5);
  }

  @Test
  void hoursAreCountedApart() {
    Oracle<?> oracle = new BalanceWorkload(IdSpread.UNIFORM, SUBTASKS).newOracle();
    for (long ts : new long[] {0, 3_599_999, 3_600_000}) {
      oracle.accept("{\"id\":7,\"ts\":%d}".formatted(ts).getBytes(StandardCharsets.UTF_8));
    }

    assertThat(oracle.expectedRows())
        .toIterable()
        .containsExactly(row(7, 0, 2), row(7, 3_600_000, 1));
  }

  private static GeneratorOptions options(long rows, int keys, double zipf) {
    return new GeneratorOptions(rows, keys, 0, Duration.ZERO, zipf, 1);
  }

  private static byte[] row(long id, long records) {
    return row(id, 0, records);
  }

  private static byte[] row(long id, long windowStart, long records) {
    return "{\"id\":%d,\"window_start\":%d,\"records\":%d}"
        .formatted(id, windowStart, records)
        .getBytes(StandardCharsets.UTF_8);
  }
}
