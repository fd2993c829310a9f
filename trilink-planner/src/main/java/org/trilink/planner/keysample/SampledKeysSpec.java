/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.planner.keysample;

import java.util.ArrayList;
import java.util.List;
import javax.annotation.Nullable;
import org.apache.calcite.rex.RexNode;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.annotation.JsonCreator;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.annotation.JsonProperty;
import org.apache.flink.table.api.TableConfig;
import org.apache.flink.table.planner.plan.utils.JoinUtil;
import org.apache.flink.table.planner.plan.utils.KeySelectorUtil;
import org.apache.flink.table.runtime.typeutils.InternalTypeInfo;
import org.apache.flink.table.types.logical.RowType;
import org.trilink.runtime.kafka.SampledKeys;

/** Whose keys are sampled of the rows of a table, as stored in a plan. */
@JsonIgnoreProperties(ignoreUnknown = true)
final class SampledKeysSpec {

  private static final String FIELD_NAME_OPERATOR = "operator";
  private static final String FIELD_NAME_TABLE = "table";
  private static final String FIELD_NAME_COLUMNS = "columns";
  private static final String FIELD_NAME_FILTER = "filter";

  @JsonProperty(FIELD_NAME_OPERATOR)
  private final String operator;

  @JsonProperty(FIELD_NAME_TABLE)
  private final String table;

  @JsonProperty(FIELD_NAME_COLUMNS)
  private final List<String> columns;

  @Nullable
  @JsonProperty(FIELD_NAME_FILTER)
  private final RexNode filter;

  /**
   * Creates it.
   *
   * @param operator its name
   * @param table its name
   * @param columns of the table, which are the operator's key
   * @param filter on a row of the table; where it is not true the operator does not get the row.
   *     Null for none.
   */
  @JsonCreator
  public SampledKeysSpec(
      @JsonProperty(FIELD_NAME_OPERATOR) String operator,
      @JsonProperty(FIELD_NAME_TABLE) String table,
      @JsonProperty(FIELD_NAME_COLUMNS) List<String> columns,
      @Nullable @JsonProperty(FIELD_NAME_FILTER) RexNode filter) {
    this.operator = operator;
    this.table = table;
    this.columns = new ArrayList<>(columns);
    this.filter = filter;
  }

  public String operator() {
    return operator;
  }

  /** The names of those that are the key. */
  public List<String> columns() {
    return columns;
  }

  /** On a row of the table; null for none. */
  @Nullable
  public RexNode filter() {
    return filter;
  }

  SampledKeys sampledKeys(TableConfig config, RowType rowType) {
    int[] positions = columns.stream().mapToInt(rowType::getFieldIndex).toArray();
    return new SampledKeys(
        operator,
        table,
        String.join(", ", columns),
        KeySelectorUtil.getRowDataSelector(positions, InternalTypeInfo.of(rowType)),
        filter == null
            ? null
            : JoinUtil.generateConditionFunction(config, filter, rowType, RowType.of()));
  }
}
