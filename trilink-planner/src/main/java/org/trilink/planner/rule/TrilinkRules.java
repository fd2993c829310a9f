package org.trilink.planner.rule;

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
import org.trilink.planner.node.physical.StreamPhysicalKeyWatermarkGroupWindowAggregate;
import org.trilink.planner.node.physical.StreamPhysicalKeyWatermarkIntervalJoin;
import org.trilink.planner.node.physical.StreamPhysicalKeyWatermarkMatch;
import org.trilink.planner.node.physical.StreamPhysicalKeyWatermarkMergedGroupWindowAggregate;
import org.trilink.planner.node.physical.StreamPhysicalKeyWatermarkMergedWindowAggregate;
import org.trilink.planner.node.physical.StreamPhysicalKeyWatermarkOverAggregate;
import org.trilink.planner.node.physical.StreamPhysicalKeyWatermarkTemporalJoin;
import org.trilink.planner.node.physical.StreamPhysicalKeyWatermarkWindowAggregate;
import org.trilink.planner.node.physical.StreamPhysicalKeyWatermarkWindowJoin;
import org.trilink.planner.node.physical.StreamPhysicalKeyWatermarkWindowRank;
import org.trilink.planner.node.physical.StreamPhysicalMergedGroupAggregate;
import org.trilink.planner.node.physical.StreamPhysicalMergedGroupWindowAggregate;
import org.trilink.planner.node.physical.StreamPhysicalMergedWindowAggregate;

/** All of Trilink's rules. They run last, on the physical plan. */
public final class TrilinkRules {

  public static final RuleSet PHYSICAL =
      RuleSets.ofList(
          ReplaceTwoPhaseWindowAggregateByKeyWatermark.INSTANCE,
          ReplaceByKeyWatermark.of(
              StreamPhysicalWindowAggregate.class, StreamPhysicalKeyWatermarkWindowAggregate::new),
          ReplaceByKeyWatermark.of(
              StreamPhysicalGroupWindowAggregate.class,
              StreamPhysicalKeyWatermarkGroupWindowAggregate::new),
          ReplaceByKeyWatermark.of(
              StreamPhysicalOverAggregate.class, StreamPhysicalKeyWatermarkOverAggregate::new),
          ReplaceByKeyWatermark.of(StreamPhysicalMatch.class, StreamPhysicalKeyWatermarkMatch::new),
          ReplaceByKeyWatermark.of(
              StreamPhysicalWindowRank.class, StreamPhysicalKeyWatermarkWindowRank::new),
          ReplaceByKeyWatermark.of(
              StreamPhysicalWindowJoin.class, StreamPhysicalKeyWatermarkWindowJoin::new),
          ReplaceByKeyWatermark.of(
              StreamPhysicalIntervalJoin.class, StreamPhysicalKeyWatermarkIntervalJoin::new),
          ReplaceByKeyWatermark.of(
              StreamPhysicalTemporalJoin.class, StreamPhysicalKeyWatermarkTemporalJoin::new),
          // behind those: what stands above the exchange is by then what it will be
          ReplaceLocalWindowAggregateByLocalMerge.INSTANCE,
          InsertLocalMerge.of(
              StreamPhysicalKeyWatermarkWindowAggregate.class,
              StreamPhysicalKeyWatermarkMergedWindowAggregate::new),
          InsertLocalMerge.of(
              StreamPhysicalWindowAggregate.class, StreamPhysicalMergedWindowAggregate::inPlaceOf),
          InsertLocalMerge.of(
              StreamPhysicalKeyWatermarkGroupWindowAggregate.class,
              StreamPhysicalKeyWatermarkMergedGroupWindowAggregate::new),
          InsertLocalMerge.of(
              StreamPhysicalGroupWindowAggregate.class,
              StreamPhysicalMergedGroupWindowAggregate::new),
          InsertLocalMerge.of(
              StreamPhysicalGroupAggregate.class, StreamPhysicalMergedGroupAggregate::new),
          RemoveExchangeAheadKeyBy.INSTANCE);

  private TrilinkRules() {}
}
