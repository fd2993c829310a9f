/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.planner.placement;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import javax.annotation.Nullable;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.annotation.JsonCreator;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.annotation.JsonIgnore;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.annotation.JsonProperty;
import org.apache.flink.table.planner.delegation.PlannerBase;
import org.apache.flink.table.types.logical.RowType;
import org.trilink.planner.hint.PlacementStrategy;
import org.trilink.planner.hint.TrilinkOptions;
import org.trilink.planner.hint.WeightDraw;
import org.trilink.runtime.move.balance.MonitorSettings;
import org.trilink.runtime.placement.CoordinatedPlacement;
import org.trilink.runtime.placement.HashPlacement;
import org.trilink.runtime.placement.KeyPlacementStrategy;
import org.trilink.runtime.placement.ModuloPlacement;
import org.trilink.runtime.placement.PlacementSettings;
import org.trilink.runtime.placement.WeightPlacement;

/** The placement of an operator's keys, as stored in a plan. */
@JsonIgnoreProperties(ignoreUnknown = true)
public final class KeyPlacementSpec {

  private static final String FIELD_NAME_STRATEGY = "strategy";
  private static final String FIELD_NAME_WEIGHTS = "weights";
  private static final String FIELD_NAME_WEIGHT_DRAW = "weightDraw";
  private static final String FIELD_NAME_HISTORY = "history";
  private static final String FIELD_NAME_MAX_PARALLELISM = "maxParallelism";
  private static final String FIELD_NAME_MONITOR = "monitor";

  /** Draws need not differ from job to job. */
  private static final long WEIGHT_SEED = 4210;

  /** As it is written in a hint. */
  @JsonProperty(FIELD_NAME_STRATEGY)
  private final String strategy;

  @Nullable
  @JsonProperty(FIELD_NAME_WEIGHTS)
  private final List<Integer> weights;

  @JsonProperty(FIELD_NAME_WEIGHT_DRAW)
  private final WeightDraw weightDraw;

  @Nullable
  @JsonProperty(FIELD_NAME_HISTORY)
  private final String history;

  @JsonProperty(FIELD_NAME_MAX_PARALLELISM)
  private final int maxParallelism;

  @Nullable
  @JsonProperty(FIELD_NAME_MONITOR)
  private final MonitorSettings monitor;

  /** For a JSON plan; one of an earlier version has no monitor. */
  @JsonCreator
  KeyPlacementSpec(
      @JsonProperty(FIELD_NAME_STRATEGY) String strategy,
      @Nullable @JsonProperty(FIELD_NAME_WEIGHTS) List<Integer> weights,
      @JsonProperty(FIELD_NAME_WEIGHT_DRAW) WeightDraw weightDraw,
      @Nullable @JsonProperty(FIELD_NAME_HISTORY) String history,
      @JsonProperty(FIELD_NAME_MAX_PARALLELISM) int maxParallelism,
      @Nullable @JsonProperty(FIELD_NAME_MONITOR) MonitorSettings monitor) {
    this.strategy = strategy;
    this.weights = weights == null ? null : new ArrayList<>(weights);
    this.weightDraw = weightDraw;
    this.history = history;
    this.maxParallelism = maxParallelism;
    this.monitor = monitor;
  }

  /**
   * Creates it without max parallelism and monitor.
   *
   * @param weights in percent, null unless the strategy is to weigh
   * @param history a table or file, null for none
   */
  public KeyPlacementSpec(
      PlacementStrategy strategy,
      @Nullable List<Integer> weights,
      WeightDraw weightDraw,
      @Nullable String history) {
    this(strategy.toString(), weights, weightDraw, history, 0, null);
  }

  /** Returns this placement with a max parallelism. */
  public KeyPlacementSpec withMaxParallelism(int max) {
    return new KeyPlacementSpec(strategy, weights, weightDraw, history, max, monitor);
  }

  /** Returns this placement with keys moved while the job runs; null for keys that stay. */
  public KeyPlacementSpec withMonitor(@Nullable MonitorSettings newMonitor) {
    return new KeyPlacementSpec(strategy, weights, weightDraw, history, maxParallelism, newMonitor);
  }

  /** Whether keys are moved while the job runs. */
  public boolean movesKeys() {
    return monitor != null;
  }

  /**
   * The text by which state is bound to how its keys are placed: {@code modulo}, {@code weight
   * 60,40}, {@code custom org.x.MyStrategy}, {@code modulo (monitored)}.
   */
  public String placement() {
    return monitor == null ? base() : MonitoredPlacement.of(base());
  }

  /** Where a key is unless it was moved. */
  private String base() {
    switch (kind()) {
      case WEIGHT:
        return isCoordinated()
            ? coordinatedStrategy().toString()
            : strategy
                + " "
                + weights.stream().map(String::valueOf).collect(Collectors.joining(","));
      case CUSTOM:
        return "custom " + strategy;
      case LEAST_KEY:
      case LEAST_COUNT:
        return coordinatedStrategy().toString();
      case AUTO:
        return PlacementStrategy.of(PlacementStrategy.Kind.HASH).toString();
      case HASH:
      case MODULO:
        return strategy;
    }
    throw new IllegalStateException("No such strategy: " + strategy);
  }

  /**
   * Whether keys of this type can be placed so.
   *
   * @throws IllegalArgumentException with the reason, if not
   * @throws org.apache.flink.table.api.ValidationException if the user's strategy cannot be used
   *     for any key
   */
  public void check(RowType keyType) {
    if (!isCoordinated() && !isHash()) {
      localStrategy().open(keyType);
    }
  }

  /**
   * Whether keys can be placed in so many partitions of a topic.
   *
   * @throws IllegalArgumentException with the reason, if not
   */
  public void checkPartitions(int partitions) {
    if (kind() == PlacementStrategy.Kind.WEIGHT && weights.size() > partitions) {
      throw new IllegalArgumentException(
          String.format(
              "'partition.weights' has %d weights, and the topic only %d partitions; give at most"
                  + " one for each",
              weights.size(), partitions));
    }
  }

  /**
   * How rows get to their keys' subtasks, in one operator. Not to be used for another.
   *
   * @param inputs how many the operator has
   */
  KeyRouting routing(int inputs, RowType keyType, PlannerBase planner) {
    if (monitor == null && isHash()) {
      return new HashRouting();
    }
    if (monitor == null && !isCoordinated()) {
      return new LocalRouting(localStrategy(), placement(), maxParallelism);
    }
    int subtasks = JobSettings.of(planner).parallelism();
    PlacementSettings settings =
        isCoordinated()
            ? new PlacementSettings(
                coordinatedStrategy(keyType, planner), keyType, maxParallelism, subtasks)
            : new PlacementSettings(base(), functionOfKey(), keyType, maxParallelism, subtasks);
    return new CoordinatedRouting(
        settings, placement(), maxParallelism, inputs, monitor == null ? null : monitorSettings());
  }

  /**
   * The strategy as a function of the key, which it remains for keys that were not moved.
   *
   * @throws org.apache.flink.table.api.ValidationException if the user's strategy cannot be used
   * @throws IllegalStateException if a coordinator decides
   */
  public KeyPlacementStrategy functionOfKey() {
    return isHash() ? new HashPlacement() : localStrategy();
  }

  private KeyPlacementStrategy localStrategy() {
    switch (kind()) {
      case MODULO:
        return new ModuloPlacement();
      case WEIGHT:
        return new WeightPlacement(weightArray());
      case CUSTOM:
        return StrategyClass.newInstance(strategy);
      case HASH:
      case LEAST_KEY:
      case LEAST_COUNT:
      case AUTO:
        break;
    }
    throw new IllegalStateException("Not a function of the key: " + strategy);
  }

  /** With what is known of keys of this type. */
  private CoordinatedPlacement coordinatedStrategy(RowType keyType, PlannerBase planner) {
    return history == null
        ? coordinatedStrategy()
        : CoordinatedPlacement.leastCount(HistorySource.read(history, keyType, planner));
  }

  private CoordinatedPlacement coordinatedStrategy() {
    switch (kind()) {
      case LEAST_KEY:
        return CoordinatedPlacement.leastKey();
      case LEAST_COUNT:
        return CoordinatedPlacement.leastCount();
      case WEIGHT:
        return CoordinatedPlacement.weight(weightArray(), WEIGHT_SEED);
      case HASH:
      case MODULO:
      case AUTO:
      case CUSTOM:
        break;
    }
    throw new IllegalStateException("Not decided by a coordinator: " + strategy);
  }

  private int[] weightArray() {
    return weights.stream().mapToInt(Integer::intValue).toArray();
  }

  /** Whether a coordinator decides, by what was decided before. */
  public boolean isCoordinated() {
    PlacementStrategy.Kind kind = kind();
    return kind == PlacementStrategy.Kind.LEAST_KEY
        || kind == PlacementStrategy.Kind.LEAST_COUNT
        || (kind == PlacementStrategy.Kind.WEIGHT && weightDraw == WeightDraw.RANDOM);
  }

  /**
   * When keys are moved, and how many; with the weights, where those place them.
   *
   * @throws NullPointerException if keys stay where they are placed
   */
  MonitorSettings monitorSettings() {
    return kind() == PlacementStrategy.Kind.WEIGHT ? monitor.withWeights(weightArray()) : monitor;
  }

  /** Whether the placement of a key is always a function of the key and the strategy alone. */
  @JsonIgnore
  public boolean isFunctionOfKey() {
    return !isCoordinated() && !isAuto();
  }

  /** Whether keys are to be moved whatever else is said. */
  @JsonIgnore
  public boolean isAuto() {
    return kind() == PlacementStrategy.Kind.AUTO;
  }

  /** Whether the hash of a key decides, unless the key was moved. */
  private boolean isHash() {
    return kind() == PlacementStrategy.Kind.HASH || isAuto();
  }

  private PlacementStrategy.Kind kind() {
    return TrilinkOptions.PARTITION.parse(strategy).kind();
  }

  /**
   * How an operator's name tells it: {@code modulo}, {@code modulo (monitored)}; {@code auto} says
   * by itself that keys are moved.
   */
  String mark() {
    boolean isPlain = monitor == null || isAuto();
    return "partition=" + (isPlain ? strategy : MonitoredPlacement.of(strategy));
  }

  int maxParallelism() {
    return maxParallelism;
  }
}
