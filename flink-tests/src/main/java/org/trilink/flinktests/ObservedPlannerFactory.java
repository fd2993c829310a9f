package org.trilink.flinktests;

import java.util.Set;
import org.apache.flink.configuration.ConfigOption;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.table.api.TableConfig;
import org.apache.flink.table.delegation.Planner;
import org.apache.flink.table.delegation.PlannerFactory;
import org.apache.flink.table.planner.calcite.CalciteConfig;
import org.apache.flink.table.planner.delegation.DefaultPlannerFactory;
import org.trilink.planner.delegation.TrilinkPlannerFactory;

/** Trilink's planner factory, which also records what its planners plan. */
public abstract class ObservedPlannerFactory implements PlannerFactory {

  private final DefaultPlannerFactory flink = new DefaultPlannerFactory();

  /** Sets the session's defaults that a test has not set itself. */
  abstract void setDefaults(Configuration session);

  @Override
  public Planner create(Context context) {
    TableConfig config = context.getTableConfig();
    setDefaults(config.getConfiguration());
    if (!(config.getPlannerConfig() instanceof ObservedCalciteConfig)) {
      TrilinkPlannerFactory.install(config);
      config.setPlannerConfig(new ObservedCalciteConfig((CalciteConfig) config.getPlannerConfig()));
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

  /** With nothing set. */
  public static final class Unhinted extends ObservedPlannerFactory {

    @Override
    void setDefaults(Configuration session) {}
  }

  /** With key-level watermarks as the session's default. */
  public static final class KeyWatermark extends ObservedPlannerFactory {

    private static final String OPTION = "table.optimizer.trilink.watermark";

    @Override
    void setDefaults(Configuration session) {
      if (!session.containsKey(OPTION)) {
        session.setString(OPTION, "key");
      }
    }
  }
}
