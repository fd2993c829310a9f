package org.trilink.planner.rule;

import org.apache.calcite.plan.RelOptRule;
import org.apache.calcite.plan.RelOptRuleCall;
import org.apache.calcite.plan.RelRule;
import org.apache.flink.table.planner.plan.nodes.physical.stream.StreamPhysicalGroupWindowAggregate;
import org.trilink.planner.node.physical.StreamPhysicalKeyWatermarkGroupWindowAggregate;
import org.trilink.planner.node.physical.StreamPhysicalKeyWatermarkRequest;

/**
 * Gives a GROUP BY TUMBLE, HOP or SESSION a watermark per key.
 *
 * <pre>
 * KeyWatermarkRequest                    KeyWatermarkGroupWindowAggregate
 * +- GroupWindowAggregate         =>     +- Exchange(hash[keys])
 *    +- Exchange(hash[keys])
 * </pre>
 */
public final class ReplaceGroupWindowAggregateByKeyWatermark
    extends RelRule<ReplaceGroupWindowAggregateByKeyWatermark.Config> {

  public static final RelOptRule INSTANCE = Config.DEFAULT.toRule();

  private ReplaceGroupWindowAggregateByKeyWatermark(Config config) {
    super(config);
  }

  @Override
  public void onMatch(RelOptRuleCall call) {
    StreamPhysicalKeyWatermarkRequest request = call.rel(0);
    StreamPhysicalGroupWindowAggregate stock = call.rel(1);
    call.transformTo(
        new StreamPhysicalKeyWatermarkGroupWindowAggregate(stock, request.watermark()));
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
                            stock ->
                                stock
                                    .operand(StreamPhysicalGroupWindowAggregate.class)
                                    .anyInputs()))
            .as(Config.class);

    @Override
    default RelOptRule toRule() {
      return new ReplaceGroupWindowAggregateByKeyWatermark(this);
    }
  }
}
