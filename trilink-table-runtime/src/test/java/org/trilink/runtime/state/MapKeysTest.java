/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.state;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import org.apache.flink.api.common.ExecutionConfig;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.apache.flink.api.common.typeutils.base.LongSerializer;
import org.apache.flink.api.common.typeutils.base.array.BytePrimitiveArraySerializer;
import org.apache.flink.api.java.typeutils.GenericTypeInfo;
import org.apache.flink.table.api.DataTypes;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.data.StringData;
import org.apache.flink.table.runtime.typeutils.ExternalSerializer;
import org.apache.flink.table.runtime.typeutils.StringDataSerializer;
import org.apache.flink.table.types.DataType;
import org.junit.jupiter.api.Test;

class MapKeysTest {

  @Test
  void valuesWithEqualityAreCached() {
    assertThat(MapKeys.canCache(LongSerializer.INSTANCE)).isTrue();
    assertThat(MapKeys.canCache(StringDataSerializer.INSTANCE)).isTrue();
    assertThat(canCache(DataTypes.BIGINT())).isTrue();
    assertThat(canCache(DataTypes.STRING().bridgedTo(StringData.class))).isTrue();
  }

  @Test
  void whatIsEqualInOneWayOnlyIsNot() {
    assertThat(MapKeys.canCache(BytePrimitiveArraySerializer.INSTANCE)).isFalse();
    assertThat(MapKeys.canCache(Types.BIG_DEC.createSerializer(new ExecutionConfig()))).isFalse();
    assertThat(MapKeys.canCache(ofAnyClass())).isFalse();
    assertThat(canCache(DataTypes.BYTES())).isFalse();
    assertThat(canCache(DataTypes.DECIMAL(10, 2).bridgedTo(BigDecimal.class))).isFalse();
    assertThat(
            canCache(DataTypes.ROW(DataTypes.FIELD("a", DataTypes.INT())).bridgedTo(RowData.class)))
        .isFalse();
  }

  private static TypeSerializer<?> ofAnyClass() {
    return new GenericTypeInfo<>(Object.class).createSerializer(new ExecutionConfig());
  }

  private static boolean canCache(DataType keys) {
    return MapKeys.canCache(ExternalSerializer.of(keys));
  }
}
