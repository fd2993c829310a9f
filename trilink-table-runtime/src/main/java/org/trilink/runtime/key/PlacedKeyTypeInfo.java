/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.key;

import java.util.Objects;
import org.apache.flink.api.common.ExecutionConfig;
import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.types.logical.RowType;
import org.trilink.runtime.operator.RowDataTypeInfo;

/** The type of {@link PlacedKey}s, with the placement to which their state is bound. */
public final class PlacedKeyTypeInfo extends RowDataTypeInfo {

  private static final long serialVersionUID = 1L;

  private final String placement;
  private final int maxParallelism;

  /**
   * @param keyType the key's columns
   * @param placement names the strategy, with all settings that determine a key's group, in the
   *     user's terms: "modulo", "weight 60,40", "custom org.example.ByDistrict". State that was
   *     written with another placement is refused.
   * @param maxParallelism the number of key groups, 1 to 32768
   */
  public PlacedKeyTypeInfo(RowType keyType, String placement, int maxParallelism) {
    super(keyType);
    this.placement = placement;
    this.maxParallelism = maxParallelism;
  }

  @Override
  public boolean isKeyType() {
    return true;
  }

  @Override
  public TypeSerializer<RowData> createSerializer(ExecutionConfig config) {
    return toSerializer();
  }

  /** The serializer, with the methods that Flink's window buffers need. */
  public PlacedKeySerializer toSerializer() {
    return new PlacedKeySerializer(toRowType(), placement, maxParallelism);
  }

  @Override
  public boolean equals(Object other) {
    return super.equals(other)
        && placement.equals(((PlacedKeyTypeInfo) other).placement)
        && maxParallelism == ((PlacedKeyTypeInfo) other).maxParallelism;
  }

  @Override
  public int hashCode() {
    return Objects.hash(super.hashCode(), placement, maxParallelism);
  }

  @Override
  public String toString() {
    return "PlacedKey("
        + toRowType().asSummaryString()
        + ", partition="
        + placement
        + ", max-parallelism="
        + maxParallelism
        + ")";
  }
}
