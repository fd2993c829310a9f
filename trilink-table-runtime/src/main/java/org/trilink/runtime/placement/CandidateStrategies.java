/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.placement;

import static org.apache.flink.runtime.state.KeyGroupRangeAssignment.computeDefaultMaxParallelism;
import static org.apache.flink.runtime.state.KeyGroupRangeAssignment.computeOperatorIndexForKeyGroup;

import java.util.LinkedHashMap;
import java.util.Map;
import javax.annotation.Nullable;
import org.apache.flink.table.data.binary.BinaryRowData;
import org.apache.flink.table.types.logical.RowType;
import org.apache.flink.util.MathUtils;
import org.trilink.runtime.move.balance.KeyToSubtask;
import org.trilink.runtime.move.balance.StrategiesByKey;
import org.trilink.runtime.move.balance.TargetStrategy;

/** The strategies that keys could be placed by without a coordinator. */
final class CandidateStrategies {

  /** Flink's own placement over the key groups that it would choose. */
  static final String STOCK_HASH = "hash (Flink's key groups)";

  static final String HASH = "hash";
  static final String MODULO = "modulo";
  static final String WEIGHT = "weight";

  private CandidateStrategies() {}

  /**
   * The candidates by name.
   *
   * @param maxParallelism of the operator behind the exchange
   * @param parallelism of the operator behind the exchange
   * @param weights null if none are given
   */
  static Map<String, KeyToSubtask> of(
      RowType keyType, int maxParallelism, int parallelism, @Nullable int[] weights) {
    Map<String, KeyToSubtask> candidates = new LinkedHashMap<>();
    int stockMaxParallelism = computeDefaultMaxParallelism(parallelism);
    if (stockMaxParallelism != maxParallelism) {
      candidates.put(STOCK_HASH, hash(stockMaxParallelism, parallelism));
    }
    candidates.put(HASH, hash(maxParallelism, parallelism));
    ModuloPlacement modulo = new ModuloPlacement();
    if (ModuloPlacement.canPlace(keyType)) {
      modulo.open(keyType);
      candidates.put(MODULO, by(modulo, maxParallelism, parallelism));
    }
    if (weights != null) {
      candidates.put(WEIGHT, by(new WeightPlacement(weights), maxParallelism, parallelism));
    }
    return candidates;
  }

  /** The placements of the candidates, for keys whose columns need not be readable. */
  static StrategiesByKey byKey(RowType keyType, int maxParallelism) {
    return (strategy, weights) -> {
      KeyPlacementStrategy placement = placement(strategy, weights, maxParallelism);
      placement.open(keyType);
      BinaryRowData row = new BinaryRowData(keyType.getFieldCount());
      return key -> {
        row.pointTo(key.getSegments(), key.getOffset(), key.getSizeInBytes());
        return placement.keyGroup(row, maxParallelism);
      };
    };
  }

  private static KeyPlacementStrategy placement(
      TargetStrategy strategy, @Nullable int[] weights, int maxParallelism) {
    switch (strategy) {
      case HASH:
        return new HashPlacement();
      case MODULO:
        return new ModuloPlacement();
      case WEIGHT:
        if (weights == null || weights.length > maxParallelism) {
          throw new IllegalArgumentException(
              weights == null
                  ? "it needs weights, but none are set"
                  : "there are "
                      + weights.length
                      + " weights, but only "
                      + maxParallelism
                      + " key groups");
        }
        return new WeightPlacement(weights);
      case AUTO:
      case LEAST_COUNT:
        break;
    }
    throw new IllegalArgumentException("it does not place a key by the key alone");
  }

  private static KeyToSubtask hash(int maxParallelism, int parallelism) {
    int[] subtasks = subtasks(maxParallelism, parallelism);
    return (key, hash) -> subtasks[MathUtils.murmurHash(hash) % maxParallelism];
  }

  private static KeyToSubtask by(
      KeyPlacementStrategy strategy, int maxParallelism, int parallelism) {
    int[] subtasks = subtasks(maxParallelism, parallelism);
    return (key, hash) -> subtasks[strategy.keyGroup(key, maxParallelism)];
  }

  /** The subtask of each key group. */
  private static int[] subtasks(int maxParallelism, int parallelism) {
    int[] subtasks = new int[maxParallelism];
    for (int keyGroup = 0; keyGroup < maxParallelism; keyGroup++) {
      subtasks[keyGroup] = computeOperatorIndexForKeyGroup(maxParallelism, parallelism, keyGroup);
    }
    return subtasks;
  }
}
