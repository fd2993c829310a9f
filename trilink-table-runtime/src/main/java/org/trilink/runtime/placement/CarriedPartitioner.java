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
 * Sends each row to the subtask that owns the key group which the row carries, as Flink's own
 * partitioner does with the one that it computes.
 */
public final class CarriedPartitioner extends StreamPartitioner<RowData>
    implements ConfigurableStreamPartitioner {

  private static final long serialVersionUID = 1L;

  private final String placement;
  private final int maxParallelism;

  /**
   * @param placement the strategy's name, as it is to be shown
   * @param maxParallelism of the operator behind the exchange: its number of key groups
   */
  public CarriedPartitioner(String placement, int maxParallelism) {
    this.placement = placement;
    this.maxParallelism = maxParallelism;
  }

  /** The number of key groups. */
  public int getMaxParallelism() {
    return maxParallelism;
  }

  /**
   * @throws IllegalStateException if the row carries no key group
   */
  @Override
  public int selectChannel(SerializationDelegate<StreamRecord<RowData>> record) {
    int keyHash = PlacedRow.keyHashOf(record.getInstance().getValue());
    return KeyGroupRangeAssignment.computeOperatorIndexForKeyGroup(
        maxParallelism, numberOfChannels, PlacedRow.keyGroupOf(keyHash, maxParallelism));
  }

  /**
   * Called by Flink when it makes the job graph.
   *
   * @throws IllegalStateException if the operator behind the exchange has another max parallelism
   *     than the keys are placed for
   */
  @Override
  public void configure(int newMaxParallelism) {
    if (newMaxParallelism != maxParallelism) {
      throw new IllegalStateException(
          "Keys are placed by '"
              + placement
              + "' for max parallelism "
              + maxParallelism
              + ", but the operator behind the exchange has "
              + newMaxParallelism
              + ".");
    }
  }

  @Override
  public SubtaskStateMapper getDownstreamSubtaskStateMapper() {
    return SubtaskStateMapper.RANGE;
  }

  @Override
  public StreamPartitioner<RowData> copy() {
    return this;
  }

  @Override
  public boolean isPointwise() {
    return false;
  }

  /** What the web UI shows between two operators. */
  @Override
  public String toString() {
    return "HASH[partition=" + placement + "]";
  }

  @Override
  public boolean equals(Object other) {
    if (!(other instanceof CarriedPartitioner) || !super.equals(other)) {
      return false;
    }
    CarriedPartitioner that = (CarriedPartitioner) other;
    return maxParallelism == that.maxParallelism && placement.equals(that.placement);
  }

  @Override
  public int hashCode() {
    return Objects.hash(super.hashCode(), placement, maxParallelism);
  }
}
