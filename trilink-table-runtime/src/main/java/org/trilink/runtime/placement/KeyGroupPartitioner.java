/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.placement;

import java.util.Objects;
import org.apache.flink.runtime.io.network.api.writer.SubtaskStateMapper;
import org.apache.flink.runtime.plugable.SerializationDelegate;
import org.apache.flink.runtime.state.KeyGroupRangeAssignment;
import org.apache.flink.streaming.runtime.partitioner.ConfigurableStreamPartitioner;
import org.apache.flink.streaming.runtime.partitioner.StreamPartitioner;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.apache.flink.table.data.RowData;

/**
 * Sends each row to the subtask that owns its key group, as Flink's own partitioner does, but takes
 * the key group directly and needs no hash code.
 */
abstract class KeyGroupPartitioner extends StreamPartitioner<RowData>
    implements ConfigurableStreamPartitioner {

  private static final long serialVersionUID = 1L;

  private final String placement;
  private final int maxParallelism;

  /**
   * @param placement the strategy's name, for display
   * @param maxParallelism of the operator behind the exchange: its number of key groups
   */
  KeyGroupPartitioner(String placement, int maxParallelism) {
    this.placement = placement;
    this.maxParallelism = maxParallelism;
  }

  /** The row's key group, 0 to {@code maxParallelism - 1}. */
  abstract int keyGroupOf(RowData row) throws Exception;

  @Override
  public final int selectChannel(SerializationDelegate<StreamRecord<RowData>> record) {
    int keyGroup;
    try {
      keyGroup = keyGroupOf(record.getInstance().getValue());
    } catch (RuntimeException e) {
      throw e;
    } catch (Exception e) {
      throw new IllegalStateException("The row's key can't be read.", e);
    }
    return KeyGroupRangeAssignment.computeOperatorIndexForKeyGroup(
        maxParallelism, numberOfChannels, keyGroup);
  }

  /**
   * Called by Flink on the sending subtask, with the operator's max parallelism.
   *
   * @throws IllegalStateException if keys are placed for another one
   */
  @Override
  public final void configure(int newMaxParallelism) {
    if (newMaxParallelism != maxParallelism) {
      throw new IllegalStateException(
          String.format(
              "Keys are placed by partition=%s for max parallelism %d, but the operator behind the"
                  + " exchange has %d. Set the max parallelism only for the whole job, with"
                  + " 'pipeline.max-parallelism'.",
              placement, maxParallelism, newMaxParallelism));
    }
  }

  @Override
  public final SubtaskStateMapper getDownstreamSubtaskStateMapper() {
    return SubtaskStateMapper.RANGE;
  }

  @Override
  public final StreamPartitioner<RowData> copy() {
    return this;
  }

  @Override
  public final boolean isPointwise() {
    return false;
  }

  /** Returns the text that the web UI shows between two operators. */
  @Override
  public final String toString() {
    return "HASH[partition=" + placement + "]";
  }

  @Override
  public boolean equals(Object other) {
    if (!super.equals(other)) {
      return false;
    }
    KeyGroupPartitioner that = (KeyGroupPartitioner) other;
    return maxParallelism == that.maxParallelism && placement.equals(that.placement);
  }

  @Override
  public int hashCode() {
    return Objects.hash(super.hashCode(), placement, maxParallelism);
  }
}
