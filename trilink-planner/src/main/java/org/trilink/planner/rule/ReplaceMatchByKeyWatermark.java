package org.trilink.planner.rule;

import org.apache.calcite.plan.RelOptRule;
import org.apache.calcite.plan.RelOptRuleCall;
import org.apache.calcite.plan.RelRule;
import org.apache.flink.table.planner.plan.nodes.physical.stream.StreamPhysicalMatch;
import org.trilink.planner.node.physical.StreamPhysicalKeyWatermarkMatch;
import org.trilink.planner.node.physical.StreamPhysicalKeyWatermarkRequest;

/**
 * Gives a MATCH_RECOGNIZE a watermark per key.
 *
 * <pre>
 * KeyWatermarkRequest                    KeyWatermarkMatch
 * +- Match                        =>     +- Exchange(hash[keys])
 *    +- Exchange(hash[keys])
 * </pre>
 */
public final class ReplaceMatchByKeyWatermark extends RelRule<ReplaceMatchByKeyWatermark.Config> {

  public static final RelOptRule INSTANCE = Config.DEFAULT.toRule();

  private ReplaceMatchByKeyWatermark(Config config) {
    super(config);
  }

  @Override
  public void onMatch(RelOptRuleCall call) {
    StreamPhysicalKeyWatermarkRequest request = call.rel(0);
    StreamPhysicalMatch stock = call.rel(1);
    call.transformTo(new StreamPhysicalKeyWatermarkMatch(stock, request.watermark()));
  }

  /** The pattern. */
  public interface Config extends RelRule.Config {
    Config DEFAULT =
        EMPTY
            .withOperandSupplier(
                request ->
                    request
                        .operand(StreamPhysicalKeyWatermarkRequest.class)
                        .oneInput(stock -> stock.operand(StreamPhysicalMatch.class).anyInputs()))
            .as(Config.class);

    @Override
    default RelOptRule toRule() {
      return new ReplaceMatchByKeyWatermark(this);
    }
  }
}
