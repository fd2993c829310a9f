/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.planner.flink;

import java.lang.reflect.Constructor;
import org.apache.flink.table.api.TableException;
import org.apache.flink.table.planner.plan.utils.ExecNodeMetadataUtil;
import org.apache.flink.table.planner.plan.utils.ExecNodeMetadataUtil.ExecNodeNameVersion;
import org.trilink.runtime.flink.SupportedFlink;

/** Makes Trilink's nodes known to JSON plans, which this version of Flink reads by a table. */
public final class PlanTypes {

  /** The name of all of Trilink's nodes in Flink's table. */
  static final String NAME = "trilink-exec";

  private PlanTypes() {}

  /** Adds Trilink's nodes to the table; again is no error. */
  public static synchronized void register() {
    try {
      Constructor<ExecNodeNameVersion> key =
          ExecNodeNameVersion.class.getDeclaredConstructor(String.class, int.class);
      key.setAccessible(true);
      ExecNodeMetadataUtil.getVersionedExecNodes()
          .putIfAbsent(key.newInstance(NAME, 1), NodeOfPlan.Any.class);
    } catch (ReflectiveOperationException e) {
      throw new TableException("Trilink needs " + SupportedFlink.NAME + ": " + e, e);
    }
  }
}
