/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.planner.delegation;

import java.util.function.BooleanSupplier;
import org.apache.calcite.tools.RelBuilder;

/**
 * Keeps Calcite from merging a projection with the one below, as it does by itself, if the
 * statement may have hints: that would mix the hints of two queries. The optimizer merges
 * projections later. Asked anew for each projection, since the first hint may be in the body of a
 * view, which is read while the query upon it is converted.
 */
final class ProjectionMerging implements RelBuilder.Config {

  private static final int NEVER = -1;

  private final RelBuilder.Config config;
  private final BooleanSupplier mayHaveHints;

  ProjectionMerging(RelBuilder.Config config, BooleanSupplier mayHaveHints) {
    this.config = config;
    this.mayHaveHints = mayHaveHints;
  }

  @Override
  public int bloat() {
    return mayHaveHints.getAsBoolean() ? NEVER : config.bloat();
  }

  @Override
  public RelBuilder.Config withBloat(int bloat) {
    return with(config.withBloat(bloat));
  }

  @Override
  public boolean dedupAggregateCalls() {
    return config.dedupAggregateCalls();
  }

  @Override
  public RelBuilder.Config withDedupAggregateCalls(boolean dedup) {
    return with(config.withDedupAggregateCalls(dedup));
  }

  @Override
  public boolean pruneInputOfAggregate() {
    return config.pruneInputOfAggregate();
  }

  @Override
  public RelBuilder.Config withPruneInputOfAggregate(boolean prune) {
    return with(config.withPruneInputOfAggregate(prune));
  }

  @Override
  public boolean pushJoinCondition() {
    return config.pushJoinCondition();
  }

  @Override
  public RelBuilder.Config withPushJoinCondition(boolean push) {
    return with(config.withPushJoinCondition(push));
  }

  @Override
  public boolean simplify() {
    return config.simplify();
  }

  @Override
  public RelBuilder.Config withSimplify(boolean simplify) {
    return with(config.withSimplify(simplify));
  }

  @Override
  public boolean simplifyLimit() {
    return config.simplifyLimit();
  }

  @Override
  public RelBuilder.Config withSimplifyLimit(boolean simplify) {
    return with(config.withSimplifyLimit(simplify));
  }

  @Override
  public boolean aggregateUnique() {
    return config.aggregateUnique();
  }

  @Override
  public RelBuilder.Config withAggregateUnique(boolean unique) {
    return with(config.withAggregateUnique(unique));
  }

  private RelBuilder.Config with(RelBuilder.Config changed) {
    return new ProjectionMerging(changed, mayHaveHints);
  }
}
