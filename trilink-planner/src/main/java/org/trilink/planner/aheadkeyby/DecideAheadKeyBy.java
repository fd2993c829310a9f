/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.planner.aheadkeyby;

import java.util.ArrayList;
import java.util.List;
import javax.annotation.Nullable;
import org.apache.calcite.rel.RelNode;
import org.apache.flink.table.planner.plan.nodes.physical.stream.StreamPhysicalExchange;
import org.trilink.planner.decision.Decision;
import org.trilink.planner.decision.ExchangeRewrite;
import org.trilink.planner.decision.GoverningHints;
import org.trilink.planner.decision.HintDetails;
import org.trilink.planner.decision.HintSubject;
import org.trilink.planner.decision.Plans;
import org.trilink.planner.decision.StrictHints;
import org.trilink.planner.decision.UnresolvedHints;
import org.trilink.planner.hint.HintOption;
import org.trilink.planner.hint.HintOptions;
import org.trilink.planner.hint.ResolvedOptions;
import org.trilink.planner.hint.TopicPartitioning;
import org.trilink.planner.hint.TrilinkOptions;
import org.trilink.planner.metadata.KeyedOperator;
import org.trilink.planner.metadata.ScannedKeys;
import org.trilink.planner.node.StreamPhysicalRequest;
import org.trilink.planner.placement.JobSettings;
import org.trilink.planner.placement.MaxParallelism;
import org.trilink.planner.placement.MonitorOptions;
import org.trilink.planner.placement.PlacementOptions;

/**
 * Decides whether an operator's exchanges can be removed because the Kafka topics that it reads are
 * partitioned by its keys, or by some of them.
 */
public final class DecideAheadKeyBy {

  private final AheadKeyByTopics topics;
  private final JobSettings job;
  private final UnresolvedHints open;

  public DecideAheadKeyBy(AheadKeyByTopics topics, JobSettings job, UnresolvedHints open) {
    this.topics = topics;
    this.job = job;
    this.open = open;
  }

  /**
   * Tells the other statements how an operator that hints ask it for needs its topics to be
   * partitioned. To be called for all operators before any decision.
   */
  public void collect(RelNode rel, GoverningHints governing, ResolvedOptions options) {
    List<ScannedKeys> inputs = scannedKeys(rel).accepted();
    if (inputs != null && !isByRecordKeys(options)) {
      TopicStrategy strategies = new TopicStrategy(options);
      PartitionColumns.collect(inputs, governing.ofTables(), strategies, topics);
    }
  }

  /**
   * Decides for an operator that hints ask it for.
   *
   * @throws org.apache.flink.table.api.ValidationException if options contradict each other, or a
   *     topic's partitions cannot be read from the broker, or differ from those of the savepoint's
   *     state
   */
  public Decision<ExchangeRewrite> decide(
      RelNode rel, GoverningHints governing, ResolvedOptions options) {
    Decision<AheadKeyBy> decision =
        isByRecordKeys(options)
            ? byRecordKeys(rel, options)
            : bySink(rel, governing.ofTables(), options);
    if (decision.accepted() == null) {
      return StrictHints.refuse("exchange=ahead-keyby", decision.refusal(), options);
    }
    HintDetails.checkExchange(options);
    PlacementOptions.checkOfTopic(options);
    open.markHandled(governing.uses(), HintSubject.PARTITION);
    Rewrite rewrite = new Rewrite(decision.accepted());
    List<String> refused = refusedBeside(governing.ofTables(), options);
    return refused.isEmpty()
        ? Decision.accept(rewrite)
        : Decision.acceptInPart(rewrite, String.join("; ", refused));
  }

  /**
   * Refuses what hints ask for that does not go together with the removal of the exchange; returns
   * a text for each refusal.
   */
  private static List<String> refusedBeside(HintOptions ofTables, ResolvedOptions options) {
    List<String> refused = new ArrayList<>();
    if (MonitorOptions.isOfHint(options)) {
      refused.add(
          StrictHints.refusal(
              MonitorOptions.name(options),
              MonitorOptions.obstacleOfTopic("this operator"),
              options));
    }
    if (isByRecordKeys(options) && ofTables.has(TrilinkOptions.AHEAD_KEYBY_KEYS)) {
      refused.add(
          StrictHints.refusal(
              TrilinkOptions.AHEAD_KEYBY_KEYS.name(),
              "behind a table it needs ahead-keyby.partitioned-by=trilink, and "
                  + options.describe(TrilinkOptions.AHEAD_KEYBY_PARTITIONED_BY)
                  + " is in force, which takes the columns of 'key.fields'; leave one of the two"
                  + " out",
              options));
    }
    return refused;
  }

  /** Whether topics are partitioned by record key, which leaves no choice of a strategy. */
  private static boolean isByRecordKeys(ResolvedOptions options) {
    return options.get(TrilinkOptions.AHEAD_KEYBY_PARTITIONED_BY) == TopicPartitioning.KAFKA_KEY;
  }

  private Decision<AheadKeyBy> byRecordKeys(RelNode rel, ResolvedOptions options) {
    if (!PlacementOptions.isHash(options) && !TopicStrategy.isOfSession(options)) {
      return Decision.refuse(
          "ahead-keyby.partitioned-by=kafka-key determines the partition of a key, so it cannot be"
              + " combined with partition="
              + options.get(TrilinkOptions.PARTITION));
    }
    return scannedKeys(rel)
        .flatMap(inputs -> PartitionColumns.ofRecordKeys(inputs, topics))
        .flatMap(columns -> removal(columns, null, options));
  }

  private Decision<AheadKeyBy> bySink(RelNode rel, HintOptions ofTables, ResolvedOptions options) {
    TopicStrategy strategies = new TopicStrategy(options);
    Decision<List<ScannedKeys>> scanned = scannedKeys(rel);
    if (scanned.accepted() != null) {
      PartitionColumns.checkNames(scanned.accepted(), ofTables);
    }
    return scanned
        .flatMap(inputs -> PartitionColumns.ofSink(inputs, ofTables, strategies, topics))
        .flatMap(columns -> removal(columns, strategies, options));
  }

  private Decision<AheadKeyBy> removal(
      PartitionColumns columns, @Nullable TopicStrategy strategies, ResolvedOptions options) {
    return columns
        .partitionings()
        .flatMap(partitionings -> removal(columns, partitionings, strategies, options));
  }

  private Decision<AheadKeyBy> removal(
      PartitionColumns columns,
      List<TopicPartitioningSpec> partitionings,
      @Nullable TopicStrategy strategies,
      ResolvedOptions options) {
    TopicPartitioningSpec first = partitionings.get(0);
    int maxParallelism;
    try {
      maxParallelism = MaxParallelism.ofPartitions(job, first.placement(), first.partitions());
    } catch (IllegalArgumentException tooFewGroups) {
      return Decision.refuse(tooFewGroups.getMessage());
    }
    String mootPartition = mootPartition(options, strategies, columns, first);
    return Decision.accept(
        new AheadKeyBy(
            partitionings,
            columns.positions(),
            maxParallelism,
            describe(options, first, maxParallelism, mootPartition)));
  }

  /** Why the strategy of the session is not used, null if it is. */
  @Nullable
  private static String mootPartition(
      ResolvedOptions options,
      @Nullable TopicStrategy strategies,
      PartitionColumns columns,
      TopicPartitioningSpec topic) {
    if (!TopicStrategy.isOfSession(options) || PlacementOptions.isHash(options)) {
      return null;
    }
    return strategies == null
        ? "ahead-keyby.partitioned-by=kafka-key determines the partition of a key"
        : strategies.obstacle(topic.columns(), columns.firstTable());
  }

  private static Decision<List<ScannedKeys>> scannedKeys(RelNode rel) {
    return KeyedOperator.of(rel, Plans.hintLevel(rel) != null)
        .flatMap(
            operator -> {
              List<ScannedKeys> inputs = new ArrayList<>();
              for (RelNode input : rel.getInputs()) {
                Decision<ScannedKeys> keys = ScannedKeys.of((StreamPhysicalExchange) input);
                if (keys.accepted() == null) {
                  return Decision.refuse(keys.refusal());
                }
                inputs.add(keys.accepted());
              }
              return Decision.accept(inputs);
            });
  }

  private static String describe(
      ResolvedOptions options,
      TopicPartitioningSpec topic,
      int maxParallelism,
      @Nullable String mootPartition) {
    List<String> settings = new ArrayList<>();
    settings.add(options.describe(TrilinkOptions.EXCHANGE));
    settings.add(options.describe(TrilinkOptions.AHEAD_KEYBY_PARTITIONED_BY));
    for (HintOption<?> option : options.explicit()) {
      boolean isOfStrategy = PlacementOptions.detailsOf(options).contains(option);
      if (mootPartition == null && (option == TrilinkOptions.PARTITION || isOfStrategy)) {
        settings.add(options.describe(option));
      }
    }
    settings.add("partitions=" + topic.partitions() + " by " + topic.columns());
    settings.add("max-parallelism=" + maxParallelism);
    if (mootPartition != null) {
      settings.add(TopicStrategy.withoutEffect(options, mootPartition));
    }
    if (MonitorOptions.isOfSession(options)) {
      settings.add(
          options.describe(TrilinkOptions.PARTITION_MONITOR)
              + " has no effect here: the topic's partitions determine the subtasks of the keys");
    }
    return String.join(", ", settings);
  }

  private static final class Rewrite implements ExchangeRewrite {

    private final AheadKeyBy aheadKeyBy;

    Rewrite(AheadKeyBy aheadKeyBy) {
      this.aheadKeyBy = aheadKeyBy;
    }

    @Override
    public RelNode request(RelNode operator) {
      return new StreamPhysicalRequest<>(operator, aheadKeyBy);
    }

    @Override
    public boolean placesKeys() {
      return true;
    }
  }
}
