/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.operator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.apache.flink.core.memory.DataInputDeserializer;
import org.apache.flink.core.memory.DataOutputSerializer;
import org.apache.flink.table.data.GenericRowData;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.data.StringData;
import org.apache.flink.table.runtime.typeutils.RowDataSerializer;
import org.apache.flink.table.types.logical.BigIntType;
import org.apache.flink.table.types.logical.RowType;
import org.apache.flink.table.types.logical.VarCharType;
import org.apache.flink.util.InstantiationUtil;
import org.junit.jupiter.api.Test;

/** A row's copy is the row itself; everything else is delegated to the other serializer. */
class UncopiedRowSerializerTest {

  private final RowDataSerializer rows =
      new RowDataSerializer(RowType.of(new BigIntType(), new VarCharType(VarCharType.MAX_LENGTH)));
  private final TypeSerializer<RowData> uncopied = new UncopiedRowSerializer(rows);
  private final RowData row = GenericRowData.of(7L, StringData.fromString("seven"));

  @Test
  void copiesNoRow() {
    assertThat(uncopied.copy(row)).isSameAs(row);
    assertThat(uncopied.copy(row, uncopied.createInstance())).isSameAs(row);
    assertThat(uncopied.duplicate().copy(row)).isSameAs(row);
  }

  @Test
  void writesWhatTheOtherReads() throws IOException {
    DataInputDeserializer source = written(uncopied, row);

    assertThat(rows.deserialize(source)).isEqualTo(rows.toBinaryRow(row));
    assertThat(source.available()).isZero();
  }

  @Test
  void readsWhatTheOtherWrites() throws IOException {
    assertThat(uncopied.deserialize(written(rows, row))).isEqualTo(rows.toBinaryRow(row));
    assertThat(uncopied.deserialize(uncopied.createInstance(), written(rows, row)))
        .isEqualTo(rows.toBinaryRow(row));
  }

  @Test
  void copiesWhatIsWritten() throws IOException {
    DataOutputSerializer target = new DataOutputSerializer(64);
    uncopied.copy(written(rows, row), target);

    assertThat(rows.deserialize(new DataInputDeserializer(target.getCopyOfBuffer())))
        .isEqualTo(rows.toBinaryRow(row));
  }

  @Test
  void goesToTheCluster() throws Exception {
    assertThat(InstantiationUtil.clone(uncopied)).isEqualTo(uncopied).hasSameHashCodeAs(uncopied);
    assertThat(uncopied.duplicate()).isEqualTo(uncopied);
    assertThat(uncopied).isNotEqualTo(rows);
  }

  @Test
  void isForNoState() {
    assertThatThrownBy(uncopied::snapshotConfiguration)
        .isInstanceOf(UnsupportedOperationException.class)
        .hasMessageContaining("never for state");
  }

  private static DataInputDeserializer written(TypeSerializer<RowData> serializer, RowData row)
      throws IOException {
    DataOutputSerializer target = new DataOutputSerializer(64);
    serializer.serialize(row, target);
    return new DataInputDeserializer(target.getCopyOfBuffer());
  }
}
