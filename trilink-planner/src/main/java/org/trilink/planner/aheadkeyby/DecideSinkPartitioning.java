/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.planner.aheadkeyby;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import javax.annotation.Nullable;
import org.apache.calcite.rel.RelNode;
import org.apache.flink.table.api.ValidationException;
import org.apache.flink.table.planner.plan.nodes.physical.stream.StreamPhysicalSink;
import org.apache.flink.table.types.logical.RowType;
import org.trilink.planner.decision.Advice;
import org.trilink.planner.decision.Decision;
import org.trilink.planner.decision.GoverningHints;
import org.trilink.planner.decision.HintRequest;
import org.trilink.planner.decision.HintScope;
import org.trilink.planner.decision.HintSubject;
import org.trilink.planner.decision.Refusal;
import org.trilink.planner.decision.StrictHints;
import org.trilink.planner.decision.UnresolvedHints;
import org.trilink.planner.hint.ExchangeStrategy;
import org.trilink.planner.hint.HintOptions;
import org.trilink.planner.hint.Origin;
import org.trilink.planner.hint.ResolvedOptions;
import org.trilink.planner.hint.TrilinkOptions;
import org.trilink.planner.kafka.KafkaTable;
import org.trilink.planner.placement.MonitorOptions;

/**
 * Decides by which columns a Kafka table is partitioned that a statement writes: those that the
 * statement's SELECT names; those by which another statement of the set reads it; or those of its
 * record key.
 */
public final class DecideSinkPartitioning {

  private final HintScope scope;
  private final AheadKeyByTopics topics;
  private final HintOptions session;
  private final UnresolvedHints open;

  public DecideSinkPartitioning(
      HintScope scope, AheadKeyByTopics topics, HintOptions session, UnresolvedHints open) {
    this.scope = scope;
    this.topics = topics;
    this.session = session;
    this.open = open;
  }

  /**
   * The plan, with its sink partitioned if a hint or another statement asks for it.
   *
   * @throws ValidationException if what is asked for contradicts the table's options
   */
  public RelNode decide(RelNode root) {
    ResolvedOptions options =
        new ResolvedOptions(GoverningHints.merge(scope.hintsOfSink()), HintOptions.EMPTY, session);
    List<String> keys = keysOfSelect(options);
    if (!(root instanceof StreamPhysicalSink)) {
      return root;
    }
    StreamPhysicalSink sink = (StreamPhysicalSink) root;
    KafkaTable table = new KafkaTable(sink.tableIdentifier(), sink.catalogTable());
    try {
      if (!keys.isEmpty()) {
        open.markHandled(scope.hintsOfSink(), HintSubject.EXCHANGE);
        return partition(sink, table, asked(table, keys, options, "query hint"));
      }
      if (!table.isKafka()) {
        return root;
      }
      Partitioning needed = topics.neededOf(table.name());
      if (needed != null) {
        return partition(sink, table, new Asked(needed, "required by its reader"));
      }
      if (isLeftToSink(options) && !table.keyFields().isEmpty()) {
        open.markHandled(scope.hintsOfSink(), HintSubject.EXCHANGE);
        return partition(sink, table, asked(table, table.keyFields(), options, "key.fields"));
      }
      return root;
    } catch (Refusal refusal) {
      Decision<RelNode> refused =
          StrictHints.refuse("ahead-keyby.keys", refusal.getMessage(), options);
      return Advice.above(root, refused.refusal());
    }
  }

  /** The columns that the SELECT names; empty if it names none for its sink. */
  private static List<String> keysOfSelect(ResolvedOptions options) {
    boolean isAhead = options.get(TrilinkOptions.EXCHANGE) == ExchangeStrategy.AHEAD_KEYBY;
    List<String> keys = options.get(TrilinkOptions.AHEAD_KEYBY_KEYS);
    return isAhead && options.origin(TrilinkOptions.AHEAD_KEYBY_KEYS) == Origin.QUERY_HINT
        ? keys
        : Collections.emptyList();
  }

  /** Whether the SELECT asks for it, and none of its operators has handled the request. */
  private boolean isLeftToSink(ResolvedOptions options) {
    return options.get(TrilinkOptions.EXCHANGE) == ExchangeStrategy.AHEAD_KEYBY
        && options.origin(TrilinkOptions.EXCHANGE) == Origin.QUERY_HINT
        && scope.hintsOfSink().stream()
            .anyMatch(use -> open.unhandled().contains(new HintRequest(use, HintSubject.EXCHANGE)));
  }

  private static Asked asked(
      KafkaTable table, List<String> columns, ResolvedOptions options, String origin)
      throws Refusal {
    if (!table.isKafka()) {
      throw new Refusal("the sink " + table + " is not a Kafka table");
    }
    requireColumns(table, columns);
    TopicStrategy strategies = new TopicStrategy(options);
    String obstacle = strategies.obstacle(columns, table);
    return new Asked(
        new Partitioning(columns, strategies.of(columns, table)),
        options,
        origin,
        obstacle == null ? "" : ", " + TopicStrategy.withoutEffect(options, obstacle));
  }

  private RelNode partition(StreamPhysicalSink sink, KafkaTable table, Asked asked) throws Refusal {
    Partitioning partitioning = asked.partitioning;
    requireColumns(table, partitioning.columns());
    requireNoOtherPartitioner(table, asked);
    if (!partitioning.strategy().isFunctionOfKey()) {
      throw new Refusal(
          TopicStrategy.notAFunctionOfKey(
              partitioning.strategy(), partitioning.strategy().placement()));
    }
    String refusalOfMonitor = refusalOfMonitor(asked);
    if (asked.options != null) {
      open.markHandled(scope.hintsOfSink(), HintSubject.PARTITION);
    }
    SinkPartitioningSpec spec =
        new SinkPartitioningSpec(partitioning.columns(), partitioning.strategy());
    try {
      spec.check(table.physicalType());
      PartitionedKafkaSink.of(sink.tableSink(), spec, table.physicalType());
      RelNode partitioned =
          StreamPhysicalAheadKeyBySink.of(
              sink, new SinkPartitioning(spec, describe(partitioning, asked)));
      topics.write(table.name(), partitioning);
      return refusalOfMonitor == null ? partitioned : Advice.above(partitioned, refusalOfMonitor);
    } catch (IllegalArgumentException cannotPartition) {
      throw new Refusal(cannotPartition.getMessage());
    }
  }

  /**
   * Why the sink's keys cannot be monitored; null if no hint asks for a monitor, or an operator of
   * the statement has handled it.
   */
  @Nullable
  private String refusalOfMonitor(Asked asked) {
    boolean isLeft =
        asked.options != null
            && MonitorOptions.isOfHint(asked.options)
            && scope.hintsOfSink().stream()
                .anyMatch(
                    use -> open.unhandled().contains(new HintRequest(use, HintSubject.PARTITION)));
    return isLeft
        ? StrictHints.advice(
            MonitorOptions.name(asked.options),
            MonitorOptions.obstacleOfTopic("its records"),
            asked.options)
        : null;
  }

  private static String describe(Partitioning partitioning, Asked asked) {
    return String.format(
        "exchange=ahead-keyby, ahead-keyby.keys=%s (%s), partition=%s%s",
        String.join(",", partitioning.columns()),
        asked.origin,
        partitioning.strategy().placement(),
        asked.mootPartition);
  }

  private static void requireColumns(KafkaTable table, List<String> columns) throws Refusal {
    RowType type = table.physicalType();
    for (String column : columns) {
      if (!type.getFieldNames().contains(column)) {
        throw new ValidationException(
            String.format(
                "TRILINK hint: 'ahead-keyby.keys' names the column '%s', which table %s does not"
                    + " have; its columns are %s.",
                column, table, String.join(", ", type.getFieldNames())));
      }
    }
    List<String> others = new ArrayList<>(columns);
    others.removeAll(table.primaryKey());
    if (table.isUpsert() && !others.isEmpty()) {
      throw new Refusal(
          String.format(
              "%s is not part of the primary key of the upsert-kafka table %s, so changes of one"
                  + " row could be written to different partitions",
              String.join(", ", others), table));
    }
  }

  private static void requireNoOtherPartitioner(KafkaTable table, Asked asked) {
    if (table.option("sink.partitioner").isPresent()) {
      throw new ValidationException(
          String.format(
              "Table %s has 'sink.partitioner'='%s', and 'exchange'='ahead-keyby' (%s) would"
                  + " partition it by %s. Leave one of the two out.",
              table, table.option("sink.partitioner").get(), asked.origin, asked.partitioning));
    }
  }

  /** A partitioning, and who asks for it. */
  private static final class Asked {

    final Partitioning partitioning;
    @Nullable final ResolvedOptions options;
    final String origin;

    /** That a strategy of the session is not used; empty if it is. */
    final String mootPartition;

    Asked(
        Partitioning partitioning,
        @Nullable ResolvedOptions options,
        String origin,
        String mootPartition) {
      this.partitioning = partitioning;
      this.options = options;
      this.origin = origin;
      this.mootPartition = mootPartition;
    }

    Asked(Partitioning partitioning, String origin) {
      this(partitioning, null, origin, "");
    }
  }
}
