package org.trilink.planner.rule;

import org.apache.calcite.plan.RelOptRule;
import org.apache.calcite.plan.RelOptRuleCall;
import org.apache.calcite.plan.RelRule;
import org.apache.flink.table.planner.plan.nodes.physical.stream.StreamPhysicalOverAggregate;
import org.trilink.planner.node.physical.StreamPhysicalKeyWatermarkOverAggregate;
import org.trilink.planner.node.physical.StreamPhysicalKeyWatermarkRequest;

/**
 * Gives an OVER aggregate a watermark per key.
 *
 * <pre>
 * KeyWatermarkRequest                    KeyWatermarkOverAggregate
 * +- OverAggregate                =>     +- Exchange(hash[keys])
 *    +- Exchange(hash[keys])
 * </pre>
 */
public final class ReplaceOverAggregateByKeyWatermark
    extends RelRule<ReplaceOverAggregateByKeyWatermark.Config> {

  public static final RelOptRule INSTANCE = Config.DEFAULT.toRule();

  private ReplaceOverAggregateByKeyWatermark(Config config) {
    super(config);
  }

  @Override
  public void onMatch(RelOptRuleCall call) {
    StreamPhysicalKeyWatermarkRequest request = call.rel(0);
    StreamPhysicalOverAggregate stock = call.rel(1);
    call.transformTo(new StreamPhysicalKeyWatermarkOverAggregate(stock, request.watermark()));
  }

  /** The pattern. */
  public interface Config extends RelRule.Config {
    Config DEFAULT =
        EMPTY
            .withOperandSupplier(
                request ->
                    request
                        .operand(StreamPhysicalKeyWatermarkRequest.class)
                        .oneInput(
                            stock -> stock.operand(StreamPhysicalOverAggregate.class).anyInputs()))
            .as(Config.class);

    @Override
    default RelOptRule toRule() {
      return new ReplaceOverAggregateByKeyWatermark(this);
    }
  }
}
