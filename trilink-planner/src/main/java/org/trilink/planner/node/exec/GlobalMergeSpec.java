package org.trilink.planner.node.exec;

import javax.annotation.Nullable;
import org.apache.calcite.rex.RexNode;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.annotation.JsonCreator;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.annotation.JsonProperty;
import org.apache.flink.table.api.TableConfig;
import org.apache.flink.table.planner.plan.utils.JoinUtil;
import org.apache.flink.table.runtime.generated.GeneratedJoinCondition;
import org.apache.flink.table.types.logical.RowType;
import org.trilink.runtime.merge.EmitTriggers;
import org.trilink.runtime.merge.store.StoreAddress;

/** Where and when a global merge sends its increments, as a plan holds it. */
@JsonIgnoreProperties(ignoreUnknown = true)
public final class GlobalMergeSpec {

  private static final String FIELD_NAME_STORE = "store";
  private static final String FIELD_NAME_DELAY = "delayMillis";
  private static final String FIELD_NAME_RECORDS = "records";
  private static final String FIELD_NAME_WINDOW_END = "atWindowEnd";
  private static final String FIELD_NAME_CONDITION = "condition";

  @JsonProperty(FIELD_NAME_STORE)
  private final String store;

  @Nullable
  @JsonProperty(FIELD_NAME_DELAY)
  private final Long delay;

  @Nullable
  @JsonProperty(FIELD_NAME_RECORDS)
  private final Long records;

  @JsonProperty(FIELD_NAME_WINDOW_END)
  private final boolean atWindowEnd;

  @Nullable
  @JsonProperty(FIELD_NAME_CONDITION)
  private final RexNode condition;

  /**
   * Creates it.
   *
   * @param store its address, with the password
   * @param delay processing time in ms that an increment may wait, null for any
   * @param records that may be put together, null for any number
   * @param atWindowEnd whether to send when a window has ended
   * @param condition on a row of the input after which to send, null for none
   */
  @JsonCreator
  public GlobalMergeSpec(
      @JsonProperty(FIELD_NAME_STORE) String store,
      @Nullable @JsonProperty(FIELD_NAME_DELAY) Long delay,
      @Nullable @JsonProperty(FIELD_NAME_RECORDS) Long records,
      @JsonProperty(FIELD_NAME_WINDOW_END) boolean atWindowEnd,
      @Nullable @JsonProperty(FIELD_NAME_CONDITION) RexNode condition) {
    this.store = store;
    this.delay = delay;
    this.records = records;
    this.atWindowEnd = atWindowEnd;
    this.condition = condition;
  }

  StoreAddress address() {
    return StoreAddress.of(store);
  }

  EmitTriggers triggers(TableConfig config, RowType inputType) {
    GeneratedJoinCondition generated =
        condition == null
            ? null
            : JoinUtil.generateConditionFunction(config, condition, inputType, RowType.of());
    return new EmitTriggers(delay, records, atWindowEnd, generated);
  }
}
