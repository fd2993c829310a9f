/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.planner.aheadkeyby;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.Collectors;
import javax.annotation.Nullable;
import org.apache.calcite.rel.RelNode;
import org.apache.flink.table.api.ValidationException;
import org.apache.flink.table.planner.plan.nodes.physical.stream.StreamPhysicalSink;
import org.trilink.planner.decision.Decision;
import org.trilink.planner.decision.GoverningHints;
import org.trilink.planner.decision.HintDetails;
import org.trilink.planner.decision.HintReport;
import org.trilink.planner.decision.HintRequest;
import org.trilink.planner.decision.HintScope;
import org.trilink.planner.decision.HintSubject;
import org.trilink.planner.decision.HintUse;
import org.trilink.planner.decision.SinkTable;
import org.trilink.planner.decision.StrictHints;
import org.trilink.planner.decision.UnresolvedHints;
import org.trilink.planner.flink.FlinkTables;
import org.trilink.planner.hint.ExchangeStrategy;
import org.trilink.planner.hint.HintOptions;
import org.trilink.planner.hint.Origin;
import org.trilink.planner.hint.ResolvedOptions;
import org.trilink.planner.hint.TopicPartitioning;
import org.trilink.planner.hint.TrilinkOptions;
import org.trilink.planner.kafka.KafkaTable;
import org.trilink.planner.placement.MonitorOptions;
import org.trilink.planner.placement.PlacementOptions;

/**
 * Decides by which columns a Kafka table is partitioned that a statement writes: those that the
 * statement's SELECT names; those by which another statement of the set reads it; or those of its
 * record key.
 */
public final class DecideSinkPartitioning {

  private static final String QUERY_HINT = "query hint";

  /** The value of {@code sink.partitioner} that stands for none. */
  private static final String KAFKAS_PARTITIONER = "default";

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
   * Tells the statements that read the table that this one writes it, and by which columns it
   * partitions it, if its SELECT names them. To be called before any decision.
   */
  public void collect(RelNode root) {
    ResolvedOptions options = options();
    List<String> keys = keysOfSelect(options);
    StreamPhysicalSink sink = sinkOfTable(root);
    if (sink == null) {
      return;
    }
    KafkaTable table = table(sink);
    String otherPartitioner = otherPartitioner(table);
    if (otherPartitioner == null) {
      topics.write(table);
    } else {
      topics.write(table, otherPartitioner);
    }
    if (keys.isEmpty()) {
      return;
    }
    Decision<Asked> asked = asked(table, keys, options, QUERY_HINT);
    if (asked.flatMap(accepted -> spec(sink, table, accepted)).accepted() != null) {
      topics.write(table.name(), asked.accepted().partitioning);
    }
  }

  private ResolvedOptions options() {
    return new ResolvedOptions(
        GoverningHints.merge(scope.hintsOfSink()), HintOptions.EMPTY, session);
  }

  /**
   * The plan, with its sink partitioned if a hint or another statement asks for it.
   *
   * @throws ValidationException if what is asked for contradicts the table's options
   */
  public RelNode decide(RelNode root) {
    StreamPhysicalSink sink = sinkOfTable(root);
    RelNode decided = sink == null ? root : partitioned(sink);
    List<HintUse> unused = keysWithoutSink(sink != null);
    return unused.isEmpty() ? decided : HintReport.warn(decided, withoutSink(unused));
  }

  /** The sink that writes to a table; null if the rows are shown, or handed to a program. */
  @Nullable
  private static StreamPhysicalSink sinkOfTable(RelNode root) {
    return root instanceof StreamPhysicalSink
            && table((StreamPhysicalSink) root).option("connector").isPresent()
        ? (StreamPhysicalSink) root
        : null;
  }

  private static KafkaTable table(StreamPhysicalSink sink) {
    return new KafkaTable(FlinkTables.name(sink), SinkTable.of(sink));
  }

  private RelNode partitioned(StreamPhysicalSink sink) {
    ResolvedOptions options = options();
    List<String> keys = keysOfSelect(options);
    KafkaTable table = table(sink);
    Decision<Asked> asked = asked(table, keys, options);
    Decision<SinkPartitioningSpec> spec =
        asked
            .flatMap(accepted -> spec(sink, table, accepted))
            .explained(reason -> StrictHints.refusal("ahead-keyby.keys", reason, options));
    if (spec.refusal() != null) {
      return HintReport.warn(sink, spec.refusal());
    }
    return spec.accepted() == null ? sink : partition(sink, spec.accepted(), asked.accepted());
  }

  /**
   * The hints that name columns for no sink, except those that have no effect at all.
   *
   * @param hasSink whether the rows of the plan are written to a table
   */
  private List<HintUse> keysWithoutSink(boolean hasSink) {
    return scope.uses().stream()
        .filter(use -> use.isOfSelect() && use.options().has(TrilinkOptions.AHEAD_KEYBY_KEYS))
        .filter(use -> !hasSink || !scope.hintsOfSink().contains(use))
        .filter(use -> !open.unhandled().contains(new HintRequest(use, HintSubject.EXCHANGE)))
        .collect(Collectors.toList());
  }

  private String withoutSink(List<HintUse> unused) {
    String advice =
        unused.stream()
                .map(use -> use.options().get(TrilinkOptions.AHEAD_KEYBY_KEYS).get())
                .map(keys -> "ahead-keyby.keys=" + TrilinkOptions.AHEAD_KEYBY_KEYS.format(keys))
                .distinct()
                .collect(Collectors.joining(" and "))
            + " has no effect: behind SELECT it names the columns of a Kafka sink, but none writes"
            + " the rows of this SELECT alone; to name those of a topic that is read, write it"
            + " behind the table in FROM";
    boolean isStrict = unused.stream().anyMatch(use -> isStrict(use.options()));
    if (isStrict) {
      throw StrictHints.error(advice);
    }
    return advice;
  }

  private boolean isStrict(HintOptions hint) {
    return hint.get(TrilinkOptions.STRICT).orElse(session.get(TrilinkOptions.STRICT).orElse(false));
  }

  /** The partitioning that the sink is asked for; none if nobody asks. */
  private Decision<Asked> asked(KafkaTable table, List<String> keys, ResolvedOptions options) {
    if (!keys.isEmpty()) {
      open.markHandled(scope.hintsOfSink(), HintSubject.EXCHANGE);
      return asked(table, keys, options, QUERY_HINT);
    }
    if (!table.isKafka()) {
      return Decision.none();
    }
    Partitioning needed = otherPartitioner(table) == null ? topics.neededOf(table.name()) : null;
    if (needed != null && !needed.columns().isEmpty()) { // else none of its readers can have it
      return Decision.accept(new Asked(needed, "required by its reader"));
    }
    if (isLeftToSink(options) && !table.keyFields().isEmpty()) {
      open.markHandled(scope.hintsOfSink(), HintSubject.EXCHANGE);
      return asked(table, table.keyFields(), options, "key.fields");
    }
    return Decision.none();
  }

  /** The columns that the SELECT names; empty if it names none for its sink. */
  private static List<String> keysOfSelect(ResolvedOptions options) {
    boolean isAhead = options.get(TrilinkOptions.EXCHANGE) == ExchangeStrategy.AHEAD_KEYBY;
    List<String> keys = options.get(TrilinkOptions.AHEAD_KEYBY_KEYS);
    return isAhead && options.origin(TrilinkOptions.AHEAD_KEYBY_KEYS) == Origin.QUERY_HINT
        ? keys
        : Collections.emptyList();
  }

  /**
   * Whether the SELECT asks for it, and none of its operators has handled the request. A topic that
   * is said to be partitioned by the record key is left to Kafka's partitioner.
   */
  private boolean isLeftToSink(ResolvedOptions options) {
    return options.get(TrilinkOptions.EXCHANGE) == ExchangeStrategy.AHEAD_KEYBY
        && options.origin(TrilinkOptions.EXCHANGE) == Origin.QUERY_HINT
        && options.get(TrilinkOptions.AHEAD_KEYBY_PARTITIONED_BY) == TopicPartitioning.TRILINK
        && scope.hintsOfSink().stream()
            .anyMatch(use -> open.unhandled().contains(new HintRequest(use, HintSubject.EXCHANGE)));
  }

  private static Decision<Asked> asked(
      KafkaTable table, List<String> columns, ResolvedOptions options, String origin) {
    if (!table.isKafka()) {
      return Decision.refuse("the sink " + table + " is not a Kafka table");
    }
    String obstacle = obstacleToColumns(table, columns);
    if (obstacle != null) {
      return Decision.refuse(obstacle);
    }
    TopicStrategy strategies = new TopicStrategy(options);
    String moot = strategies.obstacle(columns, table);
    return strategies
        .of(columns, table)
        .map(
            strategy ->
                new Asked(
                    new Partitioning(columns, strategy),
                    options,
                    origin,
                    moot == null ? "" : ", " + TopicStrategy.withoutEffect(options, moot)));
  }

  private RelNode partition(StreamPhysicalSink sink, SinkPartitioningSpec spec, Asked asked) {
    String refusalOfMonitor = refusalOfMonitor(asked);
    if (asked.options != null) {
      HintDetails.checkExchange(asked.options);
      PlacementOptions.checkOfTopic(asked.options);
      open.markHandled(scope.hintsOfSink(), HintSubject.PARTITION);
    }
    RelNode partitioned =
        StreamPhysicalAheadKeyBySink.of(
            sink, new SinkPartitioning(spec, describe(asked.partitioning, asked)));
    return refusalOfMonitor == null ? partitioned : HintReport.warn(partitioned, refusalOfMonitor);
  }

  /** How the sink partitions its rows; refused if it cannot partition them as is asked. */
  private static Decision<SinkPartitioningSpec> spec(
      StreamPhysicalSink sink, KafkaTable table, Asked asked) {
    Partitioning partitioning = asked.partitioning;
    String obstacle = obstacleToColumns(table, partitioning.columns());
    if (obstacle != null) {
      return Decision.refuse(obstacle);
    }
    requireNoOtherPartitioner(table, asked);
    if (!partitioning.strategy().isFunctionOfKey()) {
      return Decision.refuse(
          TopicStrategy.notAFunctionOfKey(
              partitioning.strategy(), partitioning.strategy().placement()));
    }
    SinkPartitioningSpec spec =
        new SinkPartitioningSpec(partitioning.columns(), partitioning.strategy());
    try {
      spec.check(table.physicalType());
      PartitionedKafkaSink.of(sink.tableSink(), spec, table.physicalType());
      return Decision.accept(spec);
    } catch (IllegalArgumentException cannotPartition) {
      return Decision.refuse(cannotPartition.getMessage());
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
        ? StrictHints.refusal(
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

  /**
   * Why the table cannot be partitioned by the columns, null if it can.
   *
   * @throws ValidationException if it does not have them
   */
  @Nullable
  private static String obstacleToColumns(KafkaTable table, List<String> columns) {
    PartitionColumns.requireColumns(table, columns);
    List<String> others = new ArrayList<>(columns);
    others.removeAll(table.primaryKey());
    return table.isUpsert() && !others.isEmpty()
        ? String.format(
            "%s is not part of the primary key of the upsert-kafka table %s, so changes of one"
                + " row could be written to different partitions",
            String.join(", ", others), table)
        : null;
  }

  /** The table's {@code sink.partitioner}; null if it is none but Kafka's own. */
  @Nullable
  private static String otherPartitioner(KafkaTable table) {
    return table
        .option("sink.partitioner")
        .filter(partitioner -> !partitioner.equals(KAFKAS_PARTITIONER))
        .orElse(null);
  }

  private static void requireNoOtherPartitioner(KafkaTable table, Asked asked) {
    String partitioner = otherPartitioner(table);
    if (partitioner != null) {
      throw new ValidationException(
          String.format(
              "Table %s has 'sink.partitioner'='%s', and 'exchange'='ahead-keyby' (%s) would"
                  + " partition it by %s. Leave one of the two out.",
              table, partitioner, asked.origin, asked.partitioning));
    }
  }

  /** A partitioning, and who asks for it. */
  private static final class Asked {

    final Partitioning partitioning;
    @Nullable final ResolvedOptions options;
    final String origin;

    /** Says that a strategy of the session is not used; empty if it is. */
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
