/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.planner.rewrite;

import org.apache.calcite.tools.RuleSet;
import org.apache.calcite.tools.RuleSets;
import org.apache.flink.table.planner.plan.nodes.physical.stream.StreamPhysicalGroupAggregate;
import org.apache.flink.table.planner.plan.nodes.physical.stream.StreamPhysicalGroupWindowAggregate;
import org.apache.flink.table.planner.plan.nodes.physical.stream.StreamPhysicalIntervalJoin;
import org.apache.flink.table.planner.plan.nodes.physical.stream.StreamPhysicalMatch;
import org.apache.flink.table.planner.plan.nodes.physical.stream.StreamPhysicalOverAggregate;
import org.apache.flink.table.planner.plan.nodes.physical.stream.StreamPhysicalTemporalJoin;
import org.apache.flink.table.planner.plan.nodes.physical.stream.StreamPhysicalWindowAggregate;
import org.apache.flink.table.planner.plan.nodes.physical.stream.StreamPhysicalWindowJoin;
import org.apache.flink.table.planner.plan.nodes.physical.stream.StreamPhysicalWindowRank;
import org.trilink.planner.aheadkeyby.RemoveExchangeAheadKeyBy;
import org.trilink.planner.globalmerge.ReplaceWithGlobalMerge;
import org.trilink.planner.keywatermark.ReplaceWithKeyWatermark;
import org.trilink.planner.keywatermark.StreamPhysicalKeyWatermarkGroupWindowAggregate;
import org.trilink.planner.keywatermark.StreamPhysicalKeyWatermarkIntervalJoin;
import org.trilink.planner.keywatermark.StreamPhysicalKeyWatermarkMatch;
import org.trilink.planner.keywatermark.StreamPhysicalKeyWatermarkOverAggregate;
import org.trilink.planner.keywatermark.StreamPhysicalKeyWatermarkTemporalJoin;
import org.trilink.planner.keywatermark.StreamPhysicalKeyWatermarkWindowAggregate;
import org.trilink.planner.keywatermark.StreamPhysicalKeyWatermarkWindowJoin;
import org.trilink.planner.keywatermark.StreamPhysicalKeyWatermarkWindowRank;
import org.trilink.planner.localmerge.InsertLocalMerge;
import org.trilink.planner.localmerge.StreamPhysicalKeyWatermarkMergedGroupWindowAggregate;
import org.trilink.planner.localmerge.StreamPhysicalKeyWatermarkMergedWindowAggregate;
import org.trilink.planner.localmerge.StreamPhysicalMergedGroupAggregate;
import org.trilink.planner.localmerge.StreamPhysicalMergedGroupWindowAggregate;
import org.trilink.planner.localmerge.StreamPhysicalMergedWindowAggregate;

/** All of Trilink's rules. They run last, on the physical plan. */
final class TrilinkRules {

  public static final RuleSet PHYSICAL =
      RuleSets.ofList(
          ReplaceTwoPhasesByOne.OF_WINDOWS,
          ReplaceTwoPhasesByOne.OF_GROUPS,
          ReplaceWithKeyWatermark.of(
              StreamPhysicalWindowAggregate.class, StreamPhysicalKeyWatermarkWindowAggregate::new),
          ReplaceWithKeyWatermark.of(
              StreamPhysicalGroupWindowAggregate.class,
              StreamPhysicalKeyWatermarkGroupWindowAggregate::new),
          ReplaceWithKeyWatermark.of(
              StreamPhysicalOverAggregate.class, StreamPhysicalKeyWatermarkOverAggregate::new),
          ReplaceWithKeyWatermark.of(
              StreamPhysicalMatch.class, StreamPhysicalKeyWatermarkMatch::new),
          ReplaceWithKeyWatermark.of(
              StreamPhysicalWindowRank.class, StreamPhysicalKeyWatermarkWindowRank::new),
          ReplaceWithKeyWatermark.of(
              StreamPhysicalWindowJoin.class, StreamPhysicalKeyWatermarkWindowJoin::new),
          ReplaceWithKeyWatermark.of(
              StreamPhysicalIntervalJoin.class, StreamPhysicalKeyWatermarkIntervalJoin::new),
          ReplaceWithKeyWatermark.of(
              StreamPhysicalTemporalJoin.class, StreamPhysicalKeyWatermarkTemporalJoin::new),
          // after those: the operator above the exchange is final by then
          InsertLocalMerge.of(
              StreamPhysicalKeyWatermarkWindowAggregate.class,
              StreamPhysicalKeyWatermarkMergedWindowAggregate::new),
          InsertLocalMerge.of(
              StreamPhysicalWindowAggregate.class, StreamPhysicalMergedWindowAggregate::new),
          InsertLocalMerge.of(
              StreamPhysicalKeyWatermarkGroupWindowAggregate.class,
              StreamPhysicalKeyWatermarkMergedGroupWindowAggregate::new),
          InsertLocalMerge.of(
              StreamPhysicalGroupWindowAggregate.class,
              StreamPhysicalMergedGroupWindowAggregate::new),
          InsertLocalMerge.of(
              StreamPhysicalGroupAggregate.class, StreamPhysicalMergedGroupAggregate::new),
          ReplaceWithGlobalMerge.OF_WINDOWS,
          ReplaceWithGlobalMerge.OF_GROUP_WINDOWS,
          ReplaceWithGlobalMerge.OF_GROUPS,
          RemoveExchangeAheadKeyBy.INSTANCE);

  private TrilinkRules() {}
}
