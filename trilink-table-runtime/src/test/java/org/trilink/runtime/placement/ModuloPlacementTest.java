/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.placement;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.apache.flink.runtime.state.KeyGroupRangeAssignment;
import org.apache.flink.table.types.logical.BigIntType;
import org.apache.flink.table.types.logical.DecimalType;
import org.apache.flink.table.types.logical.DoubleType;
import org.apache.flink.table.types.logical.IntType;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.table.types.logical.RowType;
import org.apache.flink.table.types.logical.SmallIntType;
import org.apache.flink.table.types.logical.TimestampType;
import org.apache.flink.table.types.logical.TinyIntType;
import org.apache.flink.table.types.logical.VarCharType;
import org.apache.flink.util.InstantiationUtil;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class ModuloPlacementTest {

  private static final LogicalType BIGINT = new BigIntType();
  private static final int[] MAX_PARALLELISMS = {1, 2, 7, 128, 720, 5040, 32768};

  static Stream<Arguments> integers() {
    return Stream.of(
        Arguments.of(new TinyIntType(), new Object[] {Byte.MIN_VALUE, (byte) -1, Byte.MAX_VALUE}),
        Arguments.of(
            new SmallIntType(), new Object[] {Short.MIN_VALUE, (short) -1, Short.MAX_VALUE}),
        Arguments.of(new IntType(), new Object[] {Integer.MIN_VALUE, -1, Integer.MAX_VALUE}),
        Arguments.of(
            BIGINT,
            new Object[] {
              Long.MIN_VALUE,
              Long.MIN_VALUE + 1,
              Integer.MIN_VALUE - 1L,
              -1L,
              Integer.MAX_VALUE + 1L,
              Long.MAX_VALUE
            }));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("integers")
  void placesTheWholeRange(LogicalType type, Object[] values) {
    ModuloPlacement modulo = open(type);
    for (int maxParallelism : MAX_PARALLELISMS) {
      int[] order = TurnOrder.of(maxParallelism);
      for (Object value : values) {
        long key = ((Number) value).longValue();
        assertThat(modulo.keyGroup(ProjectedKeys.keyOf(type, value), maxParallelism))
            .as("%s of %s", key, maxParallelism)
            .isEqualTo(order[(int) Math.floorMod(key, (long) maxParallelism)]);
      }
    }
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("integers")
  void placesNullBesideZero(LogicalType type, Object[] ignored) {
    assertThat(open(type).keyGroup(ProjectedKeys.keyOf(type, null), 720)).isZero();
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 4, 12, 60})
  void dealsConsecutiveKeysOutInTurn(int parallelism) {
    ModuloPlacement modulo = open(BIGINT);
    for (long first : new long[] {-3, 0, 1_000_000, Long.MAX_VALUE - 200}) {
      assertThat(LongStream.range(first, first + parallelism))
          .extracting(key -> subtaskOf(modulo, key, parallelism))
          .doesNotHaveDuplicates();
    }
  }

  /**
   * Also if no order can be exact, and for numbers of keys that are not multiples of the
   * parallelism.
   */
  @ParameterizedTest
  @ValueSource(ints = {8, 16, 60})
  void balancesAFewThousandConsecutiveKeys(int parallelism) {
    ModuloPlacement modulo = open(BIGINT);
    for (int keys : new int[] {6_401, 7_777, 9_999}) {
      int[] counts = new int[parallelism];
      for (long key = 300_017; key < 300_017 + keys; key++) {
        counts[subtaskOf(modulo, key, parallelism)]++;
      }
      double least = Arrays.stream(counts).min().orElseThrow();
      double most = Arrays.stream(counts).max().orElseThrow();
      assertThat(least / most).as("%s keys", keys).isGreaterThanOrEqualTo(0.99);
    }
  }

  @Test
  void refusesOtherKeys() {
    assertRefused("the key is k0 STRING", new VarCharType(VarCharType.MAX_LENGTH));
    assertRefused("the key is k0 DOUBLE", new DoubleType());
    assertRefused("the key is k0 DECIMAL(10, 0)", new DecimalType(false, 10, 0));
    assertRefused("the key is k0 TIMESTAMP(3)", new TimestampType(3));
    assertRefused("the key is k0 INT, k1 BIGINT", new IntType(), BIGINT);
  }

  private static void assertRefused(String key, LogicalType... types) {
    assertThatThrownBy(() -> new ModuloPlacement().open(keyType(types)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("'modulo' needs a key of one integer column, and " + key);
  }

  @Test
  void worksAfterItWasSentToASubtask() throws Exception {
    ModuloPlacement planned = open(BIGINT);
    int there = planned.keyGroup(ProjectedKeys.keyOf(BIGINT, 17L), 720);
    ModuloPlacement sent = InstantiationUtil.clone(planned);
    sent.open(keyType(BIGINT));
    assertThat(sent.keyGroup(ProjectedKeys.keyOf(BIGINT, 17L), 720)).isEqualTo(there);
  }

  private static int subtaskOf(ModuloPlacement modulo, long key, int parallelism) {
    int group = modulo.keyGroup(ProjectedKeys.keyOf(BIGINT, key), 720);
    return KeyGroupRangeAssignment.computeOperatorIndexForKeyGroup(720, parallelism, group);
  }

  private static ModuloPlacement open(LogicalType type) {
    ModuloPlacement modulo = new ModuloPlacement();
    modulo.open(keyType(type));
    return modulo;
  }

  private static RowType keyType(LogicalType... types) {
    String[] names = new String[types.length];
    Arrays.setAll(names, i -> "k" + i);
    return RowType.of(types, names);
  }
}
