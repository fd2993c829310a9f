/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.placement.synced;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.apache.flink.api.common.TaskInfo;
import org.apache.flink.api.common.eventtime.IndexedCombinedWatermarkStatus;
import org.apache.flink.core.memory.DataInputDeserializer;
import org.apache.flink.core.memory.DataOutputSerializer;
import org.apache.flink.runtime.operators.coordination.OperatorEventGateway;
import org.apache.flink.runtime.state.KeyGroupRangeAssignment;
import org.apache.flink.streaming.api.operators.OneInputStreamOperator;
import org.apache.flink.streaming.api.operators.StreamOperator;
import org.apache.flink.streaming.api.operators.TwoInputStreamOperator;
import org.apache.flink.streaming.api.watermark.Watermark;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.apache.flink.streaming.runtime.watermarkstatus.WatermarkStatus;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.data.binary.BinaryRowData;
import org.apache.flink.table.types.logical.RowType;
import org.apache.flink.util.FlinkRuntimeException;
import org.trilink.runtime.key.PlacedKey;
import org.trilink.runtime.move.protocol.MovingKeys;
import org.trilink.runtime.move.protocol.SyncMessage;
import org.trilink.runtime.move.protocol.SyncReceiver;
import org.trilink.runtime.move.protocol.SyncStates;
import org.trilink.runtime.move.state.KeyedStateMover;
import org.trilink.runtime.move.transport.MessagePieces;

/** The keyed operator in Syncs: passes input to it, and takes keys out of it and puts them in. */
final class SyncedKeys
    implements SyncReceiver.Operator<StreamRecord<RowData>>, SyncReceiver.Effects {

  /**
   * Passed to operators so that they flush their buffers as before a barrier; not the id of a
   * checkpoint.
   */
  private static final long NO_CHECKPOINT = -1;

  private final StreamOperator<RowData> operator;
  private final RowType keyType;
  private final TaskInfo task;
  private final OperatorEventGateway coordinator;
  private final SyncMetrics metrics;
  private final IndexedCombinedWatermarkStatus eventTime;

  /** Moves keys into and out of the operator; null before the operator is open. */
  private KeyedStateMover<RowData> mover;

  /**
   * @param operator with one or two inputs
   * @param keyType of its keys
   * @param coordinator sends messages to the coordinator
   * @param metrics counts the keys that are moved away and received
   */
  SyncedKeys(
      StreamOperator<RowData> operator,
      RowType keyType,
      TaskInfo task,
      OperatorEventGateway coordinator,
      SyncMetrics metrics) {
    this.operator = operator;
    this.keyType = keyType;
    this.task = task;
    this.coordinator = coordinator;
    this.metrics = metrics;
    eventTime =
        IndexedCombinedWatermarkStatus.forInputsCount(
            operator instanceof TwoInputStreamOperator ? 2 : 1);
  }

  // ---------------------------------------------------------------------------------------- input

  @Override
  public void processRecord(int input, StreamRecord<RowData> record) throws Exception {
    if (operator instanceof OneInputStreamOperator) {
      OneInputStreamOperator<RowData, RowData> one = one();
      one.setKeyContextElement(record);
      one.processElement(record);
    } else if (input == 0) {
      two().setKeyContextElement1(record);
      two().processElement1(record);
    } else {
      two().setKeyContextElement2(record);
      two().processElement2(record);
    }
  }

  @Override
  public void processWatermark(int input, long timestamp) throws Exception {
    eventTime.updateWatermark(input, timestamp);
    Watermark watermark = new Watermark(timestamp);
    if (operator instanceof OneInputStreamOperator) {
      one().processWatermark(watermark);
    } else if (input == 0) {
      two().processWatermark1(watermark);
    } else {
      two().processWatermark2(watermark);
    }
  }

  @Override
  public void processStatus(int input, boolean idle) throws Exception {
    eventTime.updateStatus(input, idle);
    WatermarkStatus status = idle ? WatermarkStatus.IDLE : WatermarkStatus.ACTIVE;
    if (operator instanceof OneInputStreamOperator) {
      one().processWatermarkStatus(status);
    } else if (input == 0) {
      two().processWatermarkStatus1(status);
    } else {
      two().processWatermarkStatus2(status);
    }
  }

  @SuppressWarnings("unchecked") // as created by the factory
  private OneInputStreamOperator<RowData, RowData> one() {
    return (OneInputStreamOperator<RowData, RowData>) operator;
  }

  @SuppressWarnings("unchecked") // as created by the factory
  private TwoInputStreamOperator<RowData, RowData, RowData> two() {
    return (TwoInputStreamOperator<RowData, RowData, RowData>) operator;
  }

  @Override
  public long eventTime() {
    return eventTime.getCombinedWatermark();
  }

  // ------------------------------------------------------------------------------ keys that move

  /**
   * To be called once the operator is open. A job whose keys cannot be moved fails here, and not at
   * its first Sync, after which it would come to the same Sync again and again.
   *
   * @throws UnsupportedOperationException if keys of the operator, or in its state backend, cannot
   *     be moved
   * @throws IllegalStateException if this is another version of Flink than Trilink is made for
   */
  void open() {
    mover = KeyedStateMover.of(operator);
  }

  @Override
  public boolean canHandOver() {
    return mover.obstacleToMoving() == null;
  }

  @Override
  public long[] stateBytes(MovingKeys moves, int[] leaving) {
    try {
      return mover.estimatedBytes(keys(moves, leaving));
    } catch (Exception e) {
      throw new FlinkRuntimeException("The size of the keys' state could not be determined.", e);
    }
  }

  @Override
  public void takeOut(MovingKeys moves, int[] leaving, Consumer<SyncStates> out) throws Exception {
    operator.prepareSnapshotPreBarrier(NO_CHECKPOINT);
    DataOutputSerializer layout = new DataOutputSerializer(256);
    mover.describe(layout);
    StateParts parts = new StateParts(task.getIndexOfThisSubtask(), layout.getCopyOfBuffer(), out);
    mover.takeOut(
        keys(moves, leaving),
        (index, bytes) -> {
          parts.add(leaving[index], bytes);
          metrics.tookOut(bytes);
        });
    parts.end();
  }

  private List<RowData> keys(MovingKeys moves, int[] leaving) {
    List<RowData> keys = new ArrayList<>(leaving.length);
    Arrays.stream(leaving).forEach(index -> keys.add(key(moves.key(index), moves.from(index))));
    return keys;
  }

  @Override
  public void putIn(MovingKeys moves, SyncStates states) throws Exception {
    for (Map.Entry<Integer, byte[]> state : states.asMap().entrySet()) {
      int index = state.getKey();
      byte[] layout = states.layout(subtaskOf(moves.from(index)));
      mover
          .receive(new DataInputDeserializer(layout))
          .putIn(key(moves.key(index), moves.to(index)), state.getValue());
      metrics.putIn(state.getValue());
    }
  }

  private int subtaskOf(int keyGroup) {
    return KeyGroupRangeAssignment.computeOperatorIndexForKeyGroup(
        task.getMaxNumberOfParallelSubtasks(), task.getNumberOfParallelSubtasks(), keyGroup);
  }

  /** The key in a key group, as in rows that carry this key group. */
  private PlacedKey key(BinaryRowData bytes, int keyGroup) {
    BinaryRowData key = new BinaryRowData(keyType.getFieldCount());
    key.pointTo(bytes.getSegments(), bytes.getOffset(), bytes.getSizeInBytes());
    return PlacedKey.carried(key, keyGroup, task.getMaxNumberOfParallelSubtasks());
  }

  @Override
  public void tell(SyncMessage.FromReceiver message) {
    MessagePieces.cut(message).forEach(coordinator::sendEventToCoordinator);
  }

  @Override
  public long nanoTime() {
    return System.nanoTime();
  }
}
