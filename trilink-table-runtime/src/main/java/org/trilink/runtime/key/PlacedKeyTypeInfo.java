/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.key;

import java.util.Objects;
import org.apache.flink.api.common.ExecutionConfig;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.types.logical.RowType;

/** The type of {@link PlacedKey}s, with the placement to which their state is bound. */
public final class PlacedKeyTypeInfo extends TypeInformation<RowData> {

  private static final long serialVersionUID = 1L;

  private final RowType keyType;
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
    this.keyType = keyType;
    this.placement = placement;
    this.maxParallelism = maxParallelism;
  }

  @Override
  public boolean isBasicType() {
    return false;
  }

  @Override
  public boolean isTupleType() {
    return false;
  }

  @Override
  public int getArity() {
    return keyType.getFieldCount();
  }

  @Override
  public int getTotalFields() {
    return getArity();
  }

  @Override
  public Class<RowData> getTypeClass() {
    return RowData.class;
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
    return new PlacedKeySerializer(keyType, placement, maxParallelism);
  }

  @Override
  public boolean canEqual(Object other) {
    return other instanceof PlacedKeyTypeInfo;
  }

  @Override
  public boolean equals(Object other) {
    if (!(other instanceof PlacedKeyTypeInfo)) {
      return false;
    }
    PlacedKeyTypeInfo that = (PlacedKeyTypeInfo) other;
    return keyType.equals(that.keyType)
        && placement.equals(that.placement)
        && maxParallelism == that.maxParallelism;
  }

  @Override
  public int hashCode() {
    return Objects.hash(keyType, placement, maxParallelism);
  }

  @Override
  public String toString() {
    return "PlacedKey("
        + keyType.asSummaryString()
        + ", partition="
        + placement
        + ", max-parallelism="
        + maxParallelism
        + ")";
  }
}
