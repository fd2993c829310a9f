package org.trilink.planner.rule;

import org.apache.calcite.plan.RelOptRule;
import org.apache.calcite.plan.RelOptRuleCall;
import org.apache.calcite.plan.RelRule;
import org.apache.flink.table.planner.plan.logical.TimeAttributeWindowingStrategy;
import org.apache.flink.table.planner.plan.nodes.physical.stream.StreamPhysicalWindowAggregate;
import org.apache.flink.table.planner.utils.JavaScalaConversionUtil;
import org.trilink.planner.node.physical.StreamPhysicalKeyWatermarkRequest;
import org.trilink.planner.node.physical.StreamPhysicalKeyWatermarkWindowAggregate;

/**
 * Gives a window aggregate of one phase a watermark per key.
 *
 * <pre>
 * KeyWatermarkRequest                    KeyWatermarkWindowAggregate
 * +- WindowAggregate              =>     +- Exchange(hash[keys])
 *    +- Exchange(hash[keys])
 * </pre>
 */
public final class ReplaceWindowAggregateByKeyWatermark
    extends RelRule<ReplaceWindowAggregateByKeyWatermark.Config> {

  public static final RelOptRule INSTANCE = Config.DEFAULT.toRule();

  private ReplaceWindowAggregateByKeyWatermark(Config config) {
    super(config);
  }

  @Override
  public void onMatch(RelOptRuleCall call) {
    StreamPhysicalKeyWatermarkRequest request = call.rel(0);
    StreamPhysicalWindowAggregate stock = call.rel(1);
    call.transformTo(
        new StreamPhysicalKeyWatermarkWindowAggregate(
            stock.getCluster(),
            stock.getTraitSet(),
            stock.getInput(),
            stock.grouping(),
            JavaScalaConversionUtil.toJava(stock.aggCalls()),
            (TimeAttributeWindowingStrategy) stock.windowing(),
            JavaScalaConversionUtil.toJava(stock.namedWindowProperties()),
            request.watermark()));
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
                            aggregate ->
                                aggregate.operand(StreamPhysicalWindowAggregate.class).anyInputs()))
            .as(Config.class);

    @Override
    default RelOptRule toRule() {
      return new ReplaceWindowAggregateByKeyWatermark(this);
    }
  }
}
