/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.planner.node;

import java.time.ZoneId;
import java.util.Arrays;
import java.util.List;
import javax.annotation.Nullable;
import org.apache.calcite.rel.core.AggregateCall;
import org.apache.flink.table.planner.codegen.agg.AggsHandlerCodeGenerator;
import org.apache.flink.table.planner.delegation.PlannerBase;
import org.apache.flink.table.planner.plan.logical.WindowSpec;
import org.apache.flink.table.planner.plan.utils.AggregateInfo;
import org.apache.flink.table.planner.plan.utils.AggregateInfoList;
import org.apache.flink.table.runtime.generated.GeneratedAggsHandleFunction;
import org.apache.flink.table.runtime.generated.GeneratedNamespaceAggsHandleFunction;
import org.apache.flink.table.runtime.operators.window.TimeWindow;
import org.apache.flink.table.types.DataType;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.table.types.logical.RowType;
import org.trilink.planner.flink.FlinkAggregates;
import org.trilink.planner.flink.FlinkCode;
import org.trilink.planner.flink.SliceHandlers;
import org.trilink.planner.flink.WindowProperties;
import org.trilink.runtime.merge.GeneratedMergingAggsHandler;
import org.trilink.runtime.merge.GeneratedMergingWindowAggsHandler;

/**
 * The aggregates of an operator behind an exchange that gets merged rows: keys, accumulators, time.
 * Its accumulators differ from those below the exchange where values are kept in Flink's state, by
 * DISTINCT for example, and not on the heap.
 */
public final class MergedAggregates {

  private final PlannerBase planner;
  private final RowType inputType;
  private final int keys;
  private final AggregateInfoList onHeap;
  private final AggregateInfoList inState;

  /**
   * @param inputType of the records that were merged
   * @param keys how many columns stand before the accumulators
   * @param window of a window table-valued function, else null
   */
  public MergedAggregates(
      PlannerBase planner,
      RowType inputType,
      int keys,
      AggregateCall[] calls,
      @Nullable WindowSpec window) {
    this.planner = planner;
    this.inputType = inputType;
    this.keys = keys;
    this.onHeap = infos(inputType, Arrays.asList(calls), window, false);
    this.inState = infos(inputType, Arrays.asList(calls), window, true);
  }

  /**
   * The aggregates as Flink's code generation takes them.
   *
   * @param inputType of the records
   * @param window of a window table-valued function, else null
   * @param inState whether values that need a collection are kept in state, or on the heap
   */
  public static AggregateInfoList infos(
      RowType inputType, List<AggregateCall> calls, @Nullable WindowSpec window, boolean inState) {
    return window == null
        ? FlinkAggregates.infos(inputType, calls, inState)
        : FlinkAggregates.infos(inputType, calls, window, inState);
  }

  /** Whether all functions are expressions, and none is an object. */
  public static boolean areExpressions(AggregateInfoList infos) {
    return Arrays.stream(infos.aggInfos()).allMatch(FlinkAggregates::isExpression);
  }

  /** Converts types to those that Flink's runtime takes. */
  @SuppressWarnings("deprecation") // a user's function may have an accumulator of a legacy type
  public static LogicalType[] types(DataType[] types) {
    return Arrays.stream(types)
        .map(
            org.apache.flink.table.runtime.types.LogicalTypeDataTypeConverter
                ::fromDataTypeToLogicalType)
        .toArray(LogicalType[]::new);
  }

  public AggregateInfoList inState() {
    return inState;
  }

  public LogicalType[] stateTypes() {
    return types(inState.getAccTypes());
  }

  public LogicalType[] valueTypes() {
    return types(inState.getActualValueTypes());
  }

  /** Where the time stands in a merged row. */
  public int timeColumn() {
    return keys + onHeap.getAccTypes().length;
  }

  /** Where the number of records stands in a merged row that tells it. */
  public int recordsColumn() {
    return timeColumn() + 1;
  }

  /** For an operator without windows. */
  public GeneratedAggsHandleFunction handler() {
    return new GeneratedMergingAggsHandler(
        onHeapHandler(), rowGenerator().generateAggsHandler("MergedAggsHandler", inState));
  }

  /** For an operator whose windows are made of slices. */
  public GeneratedNamespaceAggsHandleFunction<Long> handler(
      WindowProperties properties, WindowSpec window, ZoneId zone) {
    AggsHandlerCodeGenerator sliceGenerator = generator();
    if (WindowSlices.of(window).areShared()) {
      sliceGenerator.needMerge(0, false, null);
    }
    return new GeneratedMergingWindowAggsHandler<>(
        onHeapHandler(),
        SliceHandlers.generate(
            rowGenerator(), "MergedWindowAggsHandler", inState, properties.unnamed(), window, zone),
        SliceHandlers.generate(
            sliceGenerator, "SliceAggsHandler", inState, properties.unnamed(), window, zone));
  }

  /**
   * For an operator whose windows are made of panes, or of nothing.
   *
   * @param panes whether it merges windows
   */
  public GeneratedNamespaceAggsHandleFunction<TimeWindow> handler(
      WindowProperties properties, boolean panes, ZoneId zone) {
    AggsHandlerCodeGenerator paneGenerator = generator();
    if (panes) {
      paneGenerator.needMerge(0, false, null);
    }
    return new GeneratedMergingWindowAggsHandler<>(
        onHeapHandler(),
        rowGenerator()
            .generateNamespaceAggsHandler(
                "MergedGroupWindowAggsHandler",
                inState,
                properties.unnamed(),
                TimeWindow.class,
                zone),
        paneGenerator.generateNamespaceAggsHandler(
            "PaneAggsHandler", inState, properties.unnamed(), TimeWindow.class, zone));
  }

  /**
   * The handler that merges accumulators on the heap first; null if they can be merged into state
   * right out of the row.
   */
  @Nullable
  private GeneratedAggsHandleFunction onHeapHandler() {
    return hasCollections()
        ? generator()
            .needMerge(keys, true, onHeap.getAccTypes())
            .generateAggsHandler("MergedOnHeapAggsHandler", onHeap)
        : null;
  }

  /** Merges rows, or what the handler for the heap makes of them, into state. */
  private AggsHandlerCodeGenerator rowGenerator() {
    return generator().needMerge(hasCollections() ? 0 : keys, true, onHeap.getAccTypes());
  }

  /** A collection in state has another serializer than on the way through the exchange. */
  private boolean hasCollections() {
    return hasCollections(inState);
  }

  /** Whether some of the values need a collection, as those of DISTINCT do. */
  public static boolean hasCollections(AggregateInfoList infos) {
    return infos.distinctInfos().length > 0
        || Arrays.stream(infos.aggInfos()).anyMatch(MergedAggregates::hasViews);
  }

  private static boolean hasViews(AggregateInfo info) {
    return info.viewSpecs().length > 0;
  }

  private AggsHandlerCodeGenerator generator() {
    return FlinkCode.aggregates(planner, inputType);
  }
}
