/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.flinktests;

import java.util.Map;
import java.util.Set;
import org.apache.calcite.rel.RelNode;
import org.apache.flink.configuration.ConfigOption;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.table.api.TableConfig;
import org.apache.flink.table.delegation.Planner;
import org.apache.flink.table.delegation.PlannerFactory;
import org.apache.flink.table.planner.calcite.CalciteConfig;
import org.apache.flink.table.planner.delegation.DefaultPlannerFactory;
import org.trilink.planner.delegation.TrilinkPlannerFactory;
import org.trilink.planner.keywatermark.KeyWatermarkRel;
import org.trilink.planner.localmerge.StreamPhysicalLocalMerge;
import org.trilink.planner.placement.StreamPhysicalKeyPlacement;

/** Trilink's planner factory, which also records what its planners plan. */
public abstract class ObservedPlannerFactory implements PlannerFactory {

  private static final Set<Class<? extends RelNode>> ALL_KINDS =
      Set.of(
          KeyWatermarkRel.class, StreamPhysicalKeyPlacement.class, StreamPhysicalLocalMerge.class);

  private final DefaultPlannerFactory flink = new DefaultPlannerFactory();

  private final Map<String, String> defaults;
  private final Set<Class<? extends RelNode>> counted;

  /**
   * Creates it.
   *
   * @param defaults what is set in each session in which the test has not set it itself
   * @param counted the kinds of operators that are expected of it
   */
  ObservedPlannerFactory(Map<String, String> defaults, Set<Class<? extends RelNode>> counted) {
    this.defaults = defaults;
    this.counted = counted;
  }

  @Override
  public Planner create(Context context) {
    TableConfig config = context.getTableConfig();
    setDefaults(config.getConfiguration());
    if (!(config.getPlannerConfig() instanceof ObservedCalciteConfig)) {
      TrilinkPlannerFactory.install(config);
      config.setPlannerConfig(
          new ObservedCalciteConfig((CalciteConfig) config.getPlannerConfig(), counted));
    }
    return flink.create(context);
  }

  @Override
  public String factoryIdentifier() {
    return flink.factoryIdentifier();
  }

  @Override
  public Set<ConfigOption<?>> requiredOptions() {
    return flink.requiredOptions();
  }

  @Override
  public Set<ConfigOption<?>> optionalOptions() {
    return flink.optionalOptions();
  }

  private void setDefaults(Configuration session) {
    defaults.forEach(
        (name, value) -> {
          if (!session.containsKey(name)) {
            session.setString(name, value);
          }
        });
  }

  /** With nothing set. */
  public static final class Unhinted extends ObservedPlannerFactory {

    public Unhinted() {
      super(Map.of(), ALL_KINDS);
    }
  }

  /** With key-level watermarks as the session's default. */
  public static final class KeyWatermark extends ObservedPlannerFactory {

    public KeyWatermark() {
      super(Map.of("table.optimizer.trilink.watermark", "key"), Set.of(KeyWatermarkRel.class));
    }
  }

  /**
   * With key-level watermarks also where a delay or a bound on the skew must be set for them. The
   * delay is that of the tests' own WATERMARK clauses; where they have none, event times are
   * milliseconds apart.
   */
  public static final class BoundedKeyWatermark extends ObservedPlannerFactory {

    public BoundedKeyWatermark() {
      super(
          Map.of(
              "table.optimizer.trilink.watermark", "key",
              "table.optimizer.trilink.watermark.delay", "1 s",
              "table.optimizer.trilink.watermark.max-skew", "1 h"),
          Set.of(KeyWatermarkRel.class));
    }
  }

  /** With each new key on the subtask with the fewest records. */
  public static final class LeastCount extends ObservedPlannerFactory {

    public LeastCount() {
      super(
          Map.of("table.optimizer.trilink.partition", "least-count"),
          Set.of(StreamPhysicalKeyPlacement.class));
    }
  }

  /** With records that are merged before the exchange. */
  public static final class LocalMerge extends ObservedPlannerFactory {

    public LocalMerge() {
      super(
          Map.of("table.optimizer.trilink.exchange", "local-merge"),
          Set.of(StreamPhysicalLocalMerge.class));
    }
  }

  /** With all techniques at once that need no server. */
  public static final class All extends ObservedPlannerFactory {

    public All() {
      super(
          Map.of(
              "table.optimizer.trilink.watermark", "key",
              "table.optimizer.trilink.partition", "least-count",
              "table.optimizer.trilink.exchange", "local-merge",
              "table.optimizer.trilink.decode", "projected"),
          ALL_KINDS);
    }
  }
}
