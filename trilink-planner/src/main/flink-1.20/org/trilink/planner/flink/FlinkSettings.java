/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.planner.flink;

import java.time.Duration;
import java.time.ZoneId;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.table.api.TableConfig;
import org.apache.flink.table.api.config.ExecutionConfigOptions;
import org.apache.flink.table.api.config.OptimizerConfigOptions;
import org.apache.flink.table.planner.utils.TableConfigUtils;

/** The settings of a session, which versions of Flink keep in other places. */
public final class FlinkSettings {

  private FlinkSettings() {}

  /** Returns all settings in force, those of the cluster among them; only to be read. */
  public static Configuration of(TableConfig session) {
    // The session's own configuration lacks what is set for the cluster.
    return Configuration.fromMap(session.toMap());
  }

  /** Returns the time zone of a session, in which timestamps without one are. */
  public static ZoneId timeZone(TableConfig session) {
    return TableConfigUtils.getLocalTimeZone(session);
  }

  /** Returns how long a session keeps the state of a key that is not used; zero for ever. */
  public static Duration stateRetention(TableConfig session) {
    return session.get(ExecutionConfigOptions.IDLE_STATE_RETENTION);
  }

  /** Whether a projection is merged with the one below as soon as a query is converted. */
  public static boolean mergesProjections(TableConfig session) {
    return session.get(OptimizerConfigOptions.TABLE_OPTIMIZER_SQL2REL_PROJECT_MERGE_ENABLED);
  }
}
