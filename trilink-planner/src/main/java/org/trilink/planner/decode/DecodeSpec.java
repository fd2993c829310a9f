/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.planner.decode;

import java.util.ArrayList;
import java.util.List;
import javax.annotation.Nullable;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexShuttle;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.annotation.JsonCreator;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.annotation.JsonProperty;
import org.apache.flink.table.api.TableConfig;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.table.types.logical.RowType;
import org.trilink.planner.flink.FlinkCode;
import org.trilink.runtime.decode.ReadFields;
import org.trilink.runtime.decode.RowFilter;

/** The part of a message that is decoded, as stored in a plan. Columns are paths of names. */
@JsonIgnoreProperties(ignoreUnknown = true)
final class DecodeSpec {

  private static final String FIELD_NAME_COLUMNS = "columns";
  private static final String FIELD_NAME_OF_DROPPED = "columnsOfDroppedRows";
  private static final String FIELD_NAME_FILTER = "filter";
  private static final String FIELD_NAME_DROPS_ROWS = "dropsRows";

  @JsonProperty(FIELD_NAME_COLUMNS)
  private final List<List<String>> columns;

  @JsonProperty(FIELD_NAME_OF_DROPPED)
  private final List<List<String>> ofDropped;

  @Nullable
  @JsonProperty(FIELD_NAME_FILTER)
  private final RexNode filter;

  @JsonProperty(FIELD_NAME_DROPS_ROWS)
  private final boolean dropsRows;

  /**
   * Creates it.
   *
   * @param columns those that are read
   * @param ofDropped those of them that are read also of rows that the filter drops
   * @param filter on a row of the scan, true if the query has a use for it, else false; null for
   *     none
   * @param dropsRows whether rows that the filter drops are not even emitted
   */
  @JsonCreator
  public DecodeSpec(
      @JsonProperty(FIELD_NAME_COLUMNS) List<List<String>> columns,
      @JsonProperty(FIELD_NAME_OF_DROPPED) List<List<String>> ofDropped,
      @Nullable @JsonProperty(FIELD_NAME_FILTER) RexNode filter,
      @JsonProperty(FIELD_NAME_DROPS_ROWS) boolean dropsRows) {
    this.columns = new ArrayList<>(columns);
    this.ofDropped = new ArrayList<>(ofDropped);
    this.filter = filter;
    this.dropsRows = dropsRows;
  }

  /** The columns that are read. */
  public List<List<String>> columns() {
    return columns;
  }

  /** The columns that are read only of rows that the filter lets pass. */
  public List<List<String>> ofPassing() {
    List<List<String>> others = new ArrayList<>(columns);
    others.removeAll(ofDropped);
    return others;
  }

  /** On a row of the scan; null for none. */
  @Nullable
  public RexNode filter() {
    return filter;
  }

  /** Whether rows that the filter drops are not even emitted. */
  public boolean dropsRows() {
    return dropsRows;
  }

  /**
   * The fields of a message that are read.
   *
   * @param messageType the columns that are decoded of it, of all those of the table
   */
  ReadFields read(RowType messageType) {
    return fields(columns, messageType);
  }

  /**
   * The filter for a decoder; null if there is none.
   *
   * @param scanType the columns of the table, as the query sees them
   */
  @Nullable
  RowFilter rowFilter(TableConfig config, RowType scanType, RowType messageType) {
    if (filter == null) {
      return null;
    }
    ReadFields[] tested = {ReadFields.none(messageType)};
    RexNode onMessage =
        filter.accept(
            new RexShuttle() {
              @Override
              public RexNode visitInputRef(RexInputRef column) {
                int field =
                    messageType.getFieldIndex(scanType.getFieldNames().get(column.getIndex()));
                tested[0] = tested[0].and(messageType, field);
                return new RexInputRef(field, column.getType());
              }
            });
    return RowFilter.of(
        FlinkCode.condition(config, onMessage, asSeen(messageType, scanType)),
        tested[0],
        fields(ofDropped, messageType),
        !dropsRows);
  }

  /** A time attribute, for one, is no plain timestamp to the query. */
  private static RowType asSeen(RowType messageType, RowType scanType) {
    List<String> names = messageType.getFieldNames();
    return RowType.of(
        names.stream()
            .map(name -> scanType.getTypeAt(scanType.getFieldIndex(name)))
            .toArray(LogicalType[]::new),
        names.toArray(new String[0]));
  }

  /** Columns of the record key, and metadata, are none of the message's. */
  private static ReadFields fields(List<List<String>> columns, RowType messageType) {
    ReadFields read = ReadFields.none(messageType);
    for (List<String> path : columns) {
      if (messageType.getFieldNames().contains(path.get(0))) {
        read = read.and(messageType, indices(messageType, path));
      }
    }
    return read;
  }

  private static int[] indices(RowType type, List<String> path) {
    int[] indices = new int[path.size()];
    RowType row = type;
    for (int i = 0; i < indices.length; i++) {
      indices[i] = row.getFieldIndex(path.get(i));
      if (i + 1 < indices.length) {
        row = (RowType) row.getTypeAt(indices[i]);
      }
    }
    return indices;
  }
}
