package org.trilink.planner.node.exec;

import java.util.UUID;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.dag.Transformation;
import org.apache.flink.api.java.functions.KeySelector;
import org.apache.flink.streaming.api.transformations.OneInputTransformation;
import org.apache.flink.streaming.api.transformations.PartitionTransformation;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.runtime.keyselector.RowDataKeySelector;
import org.apache.flink.table.runtime.typeutils.InternalTypeInfo;
import org.apache.flink.table.types.logical.RowType;
import org.trilink.runtime.merge.MergedRowTypeInfo;
import org.trilink.runtime.placement.CarriedKeySelector;
import org.trilink.runtime.placement.CarriedPartitioner;
import org.trilink.runtime.placement.CoordinatedPlacement;
import org.trilink.runtime.placement.PlacedKeyTypeInfo;
import org.trilink.runtime.placement.PlacedRowTypeInfo;
import org.trilink.runtime.placement.PlacingOperatorFactory;

/**
 * By the word of a coordinator: an operator before the exchange asks for the place of each new key,
 * and the row carries it through the exchange. The inputs of a join share one map of keys.
 */
final class CoordinatedRouting implements KeyRouting {

  private final CoordinatedPlacement strategy;
  private final int maxParallelism;
  private final int parallelism;
  private final boolean sharesMap;
  private final String sharedId = UUID.randomUUID().toString();
  private boolean hasOwner;

  /**
   * Creates it.
   *
   * @param parallelism of the operator behind the exchange
   * @param sharesMap whether the operator has several inputs
   */
  CoordinatedRouting(
      CoordinatedPlacement strategy, int maxParallelism, int parallelism, boolean sharesMap) {
    this.strategy = strategy;
    this.maxParallelism = maxParallelism;
    this.parallelism = parallelism;
    this.sharesMap = sharesMap;
  }

  @Override
  @SuppressWarnings("unchecked")
  public Transformation<RowData> exchange(
      PartitionTransformation<RowData> stock, RowDataKeySelector keys) {
    Transformation<RowData> input = (Transformation<RowData>) stock.getInputs().get(0);
    RowType rowType = rowType(stock.getOutputType());
    boolean isOwner = !hasOwner;
    hasOwner = true;
    OneInputTransformation<RowData, RowData> placing =
        new OneInputTransformation<>(
            UncopiedRows.of(input, rowType), // rows that have to wait are copied
            "KeyPlacement(partition=[" + strategy + "])",
            new PlacingOperatorFactory(
                keys,
                rowType,
                strategy,
                maxParallelism,
                parallelism,
                sharesMap ? sharedId : null,
                isOwner),
            new PlacedRowTypeInfo(rowType),
            input.getParallelism());
    PartitionTransformation<RowData> placed =
        new PartitionTransformation<>(
            placing,
            new CarriedPartitioner(strategy.toString(), maxParallelism),
            stock.getExchangeMode());
    placed.setParallelism(stock.getParallelism());
    return placed;
  }

  private static RowType rowType(TypeInformation<RowData> type) {
    return type instanceof MergedRowTypeInfo
        ? ((MergedRowTypeInfo) type).toRowType()
        : ((InternalTypeInfo<RowData>) type).toRowType();
  }

  @Override
  public KeySelector<RowData, RowData> stateKeys(RowDataKeySelector keys) {
    return new CarriedKeySelector(keys, strategy.toString(), maxParallelism);
  }

  @Override
  public TypeInformation<RowData> stateKeyType(RowDataKeySelector keys) {
    return new PlacedKeyTypeInfo(
        keys.getProducedType().toRowType(), strategy.toString(), maxParallelism);
  }
}
