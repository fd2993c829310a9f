/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.state;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.function.Supplier;
import org.apache.flink.cep.nfa.ComputationState;
import org.apache.flink.cep.nfa.DeweyNumber;
import org.apache.flink.cep.nfa.NFAState;
import org.apache.flink.cep.nfa.sharedbuffer.EventId;
import org.apache.flink.cep.nfa.sharedbuffer.Lockable;
import org.apache.flink.cep.nfa.sharedbuffer.NodeId;
import org.apache.flink.cep.nfa.sharedbuffer.SharedBufferEdge;
import org.apache.flink.cep.nfa.sharedbuffer.SharedBufferNode;
import org.apache.flink.table.data.GenericArrayData;
import org.apache.flink.table.data.GenericRowData;
import org.apache.flink.table.data.binary.BinaryRowData;
import org.apache.flink.table.runtime.typeutils.RowDataSerializer;
import org.apache.flink.table.types.logical.BigIntType;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.trilink.runtime.flink.PartialMatch;

class MatchSizeTest {

  private static final DeweyNumber FIRST = new DeweyNumber(1);

  private final MatchSize size = new MatchSize();

  @Test
  void keysHaveAllOfTheirObjects() {
    assertHasAll(() -> new EventId(1, 2));
    assertHasAll(MatchSizeTest::node);
  }

  @Test
  void rowsHaveAllOfTheirObjects() {
    BinaryRowData row = new RowDataSerializer(new BigIntType()).toBinaryRow(GenericRowData.of(7L));

    assertHasAll(() -> new Lockable<>(row.copy(), 1));
  }

  @Test
  void theSizeOfARowMayBeUnknown() {
    GenericRowData row = GenericRowData.of(new GenericArrayData(new long[100]));

    assertThat(size.of(new Lockable<>(row, 1))).isEqualTo(ObjectSize.UNKNOWN);
  }

  /** In a long match versions are most of it. */
  @ParameterizedTest
  @ValueSource(ints = {1, 2, 20, 1_000})
  void versionsCountByTheirLength(int length) {
    DeweyNumber version = version(length);

    assertHasAll(
        () -> {
          SharedBufferNode entry = new SharedBufferNode();
          entry.addEdge(new SharedBufferEdge(node(), new DeweyNumber(version)));
          return new Lockable<>(entry, 1);
        });
    assertHasAll(
        () ->
            new NFAState(
                List.of(
                    ComputationState.createStartState(newText()),
                    PartialMatch.of(
                        newText(), node(), new DeweyNumber(version), new EventId(1, 2)))));
  }

  private void assertHasAll(Supplier<?> object) {
    assertThat(size.of(object.get()))
        .isBetween(ObjectSizeTest.allocated(object), 4 * ObjectSizeTest.allocated(object));
  }

  private static DeweyNumber version(int length) {
    DeweyNumber version = FIRST;
    for (int i = 1; i < length; i++) {
      version = version.addStage();
    }
    return version;
  }

  private static NodeId node() {
    return new NodeId(new EventId(1, 2), newText());
  }

  /** As read from RocksDB: each has its own. */
  @SuppressWarnings("StringCopy")
  private static String newText() {
    return new String(new char[] {'L', 'O', 'W'});
  }
}
