/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.planner.aheadkeyby;

import java.util.List;
import javax.annotation.Nullable;
import org.trilink.planner.decision.Decision;
import org.trilink.planner.hint.Origin;
import org.trilink.planner.hint.PlacementStrategy;
import org.trilink.planner.hint.ResolvedOptions;
import org.trilink.planner.hint.TrilinkOptions;
import org.trilink.planner.kafka.KafkaTable;
import org.trilink.planner.placement.KeyPlacementSpec;
import org.trilink.planner.placement.PlacementOptions;

/**
 * By which strategy a topic is partitioned by columns: that of {@code partition}. Where only the
 * session says it, it is meant for other operators as well: topics that it cannot partition are
 * partitioned by hash. Reader and writer choose the same strategy, because the choice depends on
 * the option and the columns alone.
 */
final class TopicStrategy {

  private final ResolvedOptions options;
  private final KeyPlacementSpec asked;

  TopicStrategy(ResolvedOptions options) {
    this.options = options;
    this.asked = PlacementOptions.ofTopic(options);
  }

  /** Whether it is the session's, which settings of higher precedence may override. */
  static boolean isOfSession(ResolvedOptions options) {
    return options.origin(TrilinkOptions.PARTITION) == Origin.SESSION;
  }

  /**
   * For people, that a strategy of the session is not used: {@code partition=modulo (session)...}.
   */
  static String withoutEffect(ResolvedOptions options, String reason) {
    return options.describe(TrilinkOptions.PARTITION) + " has no effect here: " + reason;
  }

  /**
   * The strategy for columns of a table. Refused if a hint asks for one that cannot partition by
   * them.
   */
  Decision<KeyPlacementSpec> of(List<String> columns, KafkaTable table) {
    String obstacle = obstacle(columns, table);
    if (obstacle != null && !isOfSession(options)) {
      return Decision.refuse(obstacle);
    }
    return Decision.accept(obstacle == null ? asked : hash());
  }

  /**
   * The strategy for columns of a table while other statements may still reduce the columns: a
   * hint's strategy that cannot partition by all of them is not refused yet.
   */
  KeyPlacementSpec soFar(List<String> columns, KafkaTable table) {
    return isOfSession(options) && obstacle(columns, table) != null ? hash() : asked;
  }

  private KeyPlacementSpec hash() {
    return new KeyPlacementSpec(
        PlacementStrategy.of(PlacementStrategy.Kind.HASH),
        null,
        options.get(TrilinkOptions.PARTITION_WEIGHT_DRAW),
        null);
  }

  /**
   * Why a strategy that is no function of the key cannot partition a topic.
   *
   * @param name of the strategy, for messages
   */
  static String notAFunctionOfKey(KeyPlacementSpec strategy, String name) {
    return strategy.isCoordinated()
        ? "partition="
            + name
            + " places a key depending on the keys that were placed before, which a reader of the"
            + " topic cannot know"
        : "partition=auto moves keys while the job runs, but a key cannot move to another partition"
            + " of the topic";
  }

  /** Why what is asked for cannot partition by the columns, null if it can. */
  @Nullable
  String obstacle(List<String> columns, KafkaTable table) {
    if (!asked.isFunctionOfKey()) {
      return notAFunctionOfKey(asked, options.get(TrilinkOptions.PARTITION).toString());
    }
    try {
      new SinkPartitioningSpec(columns, asked).check(table.physicalType());
      return null;
    } catch (IllegalArgumentException cannotPartition) {
      return cannotPartition.getMessage();
    }
  }
}
