/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.advice.measure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.stream.IntStream;
import org.apache.flink.runtime.state.KeyGroupRangeAssignment;
import org.apache.flink.table.data.GenericRowData;
import org.apache.flink.table.data.binary.BinaryRowData;
import org.apache.flink.table.runtime.typeutils.RowDataSerializer;
import org.apache.flink.table.types.logical.BigIntType;
import org.apache.flink.table.types.logical.RowType;
import org.junit.jupiter.api.Test;
import org.trilink.runtime.placement.CoordinatedPlacement;
import org.trilink.runtime.placement.HashPlacement;
import org.trilink.runtime.placement.ModuloPlacement;
import org.trilink.runtime.placement.PlacementTrial;

class BalanceForecastTest {

  private static final RowType KEY = RowType.of(new BigIntType());
  private static final int GROUPS = 720;

  private static BinaryRowData[] keys(int count) {
    RowDataSerializer serializer = new RowDataSerializer(KEY);
    return IntStream.range(0, count)
        .mapToObj(key -> serializer.toBinaryRow(GenericRowData.of((long) key)).copy())
        .toArray(BinaryRowData[]::new);
  }

  private static SampledRecords records(int... recordsOfKeys) {
    GeneratedReports reports = new GeneratedReports();
    for (int key = 0; key < recordsOfKeys.length; key++) {
      reports.add(0, key, recordsOfKeys[key], 0);
    }
    return reports.sample(1);
  }

  private static double degree(SampledRecords records, PlacementTrial trial, int parallelism) {
    return BalanceForecast.of(
            records, keys(records.keyCount()), records.recordsByKey(), "any", trial, parallelism)
        .degree();
  }

  @Test
  void consecutiveNumbersAreEvenByTurnsAndNotByHash() {
    SampledRecords records = records(IntStream.range(0, 16).map(key -> 10).toArray());

    assertThat(degree(records, PlacementTrial.of(new ModuloPlacement(), KEY, GROUPS), 4))
        .isEqualTo(1);
    assertThat(degree(records, PlacementTrial.of(new HashPlacement(), KEY, 128), 4))
        .isLessThan(0.8);
    assertThat(
            degree(records, PlacementTrial.of(CoordinatedPlacement.leastKey(), KEY, GROUPS, 4), 4))
        .isEqualTo(1);
  }

  @Test
  void byHashTheLoadsAreThoseOfFlinksExchange() {
    SampledRecords records = records(IntStream.range(1, 60).map(key -> key % 7 + 1).toArray());
    long[] loads = new long[4];
    BinaryRowData[] keys = keys(records.keyCount());
    long[] recordsByKey = records.recordsByKey();
    for (int key = 0; key < keys.length; key++) {
      loads[KeyGroupRangeAssignment.assignKeyToParallelOperator(keys[key], 128, 4)] +=
          recordsByKey[key];
    }

    assertThat(degree(records, PlacementTrial.of(new HashPlacement(), KEY, 128), 4))
        .isEqualTo(
            (double) Arrays.stream(loads).min().getAsLong()
                / Arrays.stream(loads).max().getAsLong());
  }

  @Test
  void leastCountTakesTheLoadOfKeysIntoAccount() {
    // the heavy keys come first, and by turns of keys two of them would meet
    GeneratedReports reports = new GeneratedReports();
    for (int i = 0; i < 1000; i++) {
      reports.addRecord(0, 0, i, i).addRecord(0, 1, i, i);
    }
    for (int key = 2; key < 102; key++) {
      for (int i = 0; i < 20; i++) {
        reports.addRecord(0, key, i, 1000 + key);
      }
    }
    SampledRecords records = reports.sample(1);

    assertThat(
            degree(
                records, PlacementTrial.of(CoordinatedPlacement.leastCount(), KEY, GROUPS, 4), 4))
        .isCloseTo(1, within(0.1));
    assertThat(
            degree(records, PlacementTrial.of(CoordinatedPlacement.leastKey(), KEY, GROUPS, 4), 4))
        .isLessThan(0.5);
  }

  @Test
  void aKeyAboveAFairShareIsUnevenByAnyPlacement() {
    SampledRecords records = records(1000, 10, 10, 10);

    assertThat(
            degree(
                records, PlacementTrial.of(CoordinatedPlacement.leastCount(), KEY, GROUPS, 4), 4))
        .isCloseTo(0.01, within(0.001));
  }
}
