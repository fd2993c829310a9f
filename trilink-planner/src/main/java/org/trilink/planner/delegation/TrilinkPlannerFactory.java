package org.trilink.planner.delegation;

import java.util.Set;
import org.apache.flink.configuration.ConfigOption;
import org.apache.flink.table.api.PlannerConfig;
import org.apache.flink.table.api.TableConfig;
import org.apache.flink.table.api.TableException;
import org.apache.flink.table.delegation.Planner;
import org.apache.flink.table.delegation.PlannerFactory;
import org.apache.flink.table.planner.calcite.CalciteConfig;
import org.apache.flink.table.planner.delegation.DefaultPlannerFactory;

/**
 * Flink's planner factory, with Trilink plugged into every planner that it makes.
 *
 * <p>It goes by Flink's own identifier, and two of those on a class path clash: therefore it has no
 * service file. The SQL Client's launcher puts it in Flink's place.
 */
public final class TrilinkPlannerFactory implements PlannerFactory {

  private final DefaultPlannerFactory flink = new DefaultPlannerFactory();

  @Override
  public Planner create(Context context) {
    install(context.getTableConfig());
    return flink.create(context);
  }

  /** Plugs Trilink into a table configuration, once. */
  public static void install(TableConfig tableConfig) {
    PlannerConfig configured = tableConfig.getPlannerConfig();
    if (configured instanceof TrilinkCalciteConfig) {
      return;
    }
    if (configured != PlannerConfig.EMPTY_CONFIG && !(configured instanceof CalciteConfig)) {
      throw new TableException(
          "Trilink extends a CalciteConfig, but the planner is configured by "
              + configured.getClass().getName()
              + ".");
    }
    CalciteConfig base =
        configured instanceof CalciteConfig
            ? (CalciteConfig) configured
            : CalciteConfig.createBuilder().build();
    tableConfig.setPlannerConfig(new TrilinkCalciteConfig(tableConfig, base));
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
}
