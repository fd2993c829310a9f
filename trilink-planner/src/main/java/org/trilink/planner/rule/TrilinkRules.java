package org.trilink.planner.rule;

import org.apache.calcite.tools.RuleSet;
import org.apache.calcite.tools.RuleSets;
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
import org.trilink.planner.node.physical.StreamPhysicalKeyWatermarkOverAggregate;
import org.trilink.planner.node.physical.StreamPhysicalKeyWatermarkTemporalJoin;
import org.trilink.planner.node.physical.StreamPhysicalKeyWatermarkWindowAggregate;
import org.trilink.planner.node.physical.StreamPhysicalKeyWatermarkWindowJoin;
import org.trilink.planner.node.physical.StreamPhysicalKeyWatermarkWindowRank;

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
          RemoveExchangeAheadKeyBy.INSTANCE);

  private TrilinkRules() {}
}
