/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.planner.delegation;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.function.BooleanSupplier;
import org.apache.calcite.tools.RelBuilder;

/**
 * Keeps Calcite from merging a projection with the one below, as it does by itself, if Flink keeps
 * it from that, or if the statement may have hints: that would mix the hints of two queries. The
 * optimizer merges projections later. Asked anew for each projection, since the first hint may be
 * in the body of a view, which is read while the query upon it is converted.
 *
 * <p>All other settings are Flink's; they differ between versions of Calcite.
 */
final class ProjectionMerging implements InvocationHandler {

  private static final int NEVER = -1;

  private final RelBuilder.Config config;
  private final BooleanSupplier keepsThem;

  private ProjectionMerging(RelBuilder.Config config, BooleanSupplier keepsThem) {
    this.config = config;
    this.keepsThem = keepsThem;
  }

  /** Returns these settings, but for the merging of projections. */
  static RelBuilder.Config of(RelBuilder.Config config, BooleanSupplier keepsThem) {
    return (RelBuilder.Config)
        Proxy.newProxyInstance(
            RelBuilder.Config.class.getClassLoader(),
            new Class<?>[] {RelBuilder.Config.class},
            new ProjectionMerging(config, keepsThem));
  }

  @Override
  public Object invoke(Object proxy, Method setting, Object[] arguments) throws Throwable {
    if (setting.getName().equals("bloat") && keepsThem.getAsBoolean()) {
      return NEVER;
    }
    try {
      Object result = setting.invoke(config, arguments);
      return result instanceof RelBuilder.Config
          ? of((RelBuilder.Config) result, keepsThem)
          : result;
    } catch (InvocationTargetException e) {
      throw e.getCause();
    }
  }
}
