package org.trilink.runtime.watermark;

import org.apache.flink.api.common.TaskInfo;
import org.apache.flink.metrics.Counter;
import org.apache.flink.metrics.groups.OperatorMetricGroup;
import org.apache.flink.runtime.checkpoint.CheckpointOptions;
import org.apache.flink.runtime.jobgraph.OperatorID;
import org.apache.flink.runtime.state.CheckpointStreamFactory;
import org.apache.flink.streaming.api.operators.BoundedOneInput;
import org.apache.flink.streaming.api.operators.OneInputStreamOperator;
import org.apache.flink.streaming.api.operators.OperatorSnapshotFutures;
import org.apache.flink.streaming.api.operators.StreamTaskStateInitializer;
import org.apache.flink.streaming.api.watermark.Watermark;
import org.apache.flink.streaming.runtime.streamrecord.LatencyMarker;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.apache.flink.streaming.runtime.watermarkstatus.WatermarkStatus;
import org.apache.flink.table.data.RowData;

/**
 * A stock operator whose timer services show it the watermark of the current key.
 *
 * <p>Only three things are not passed on as they come: the state context gets a time service
 * manager of our own ({@link KeyTimeServiceManager}); after each record the key's watermark moves
 * and its timers fire; and the subtask's watermark is replaced by the bound that it sets for all
 * keys ({@link KeyWatermarkPolicy#lowerBound}), which is also what goes downstream.
 */
final class KeyWatermarkOperator
    implements OneInputStreamOperator<RowData, RowData>, BoundedOneInput {

  private static final long serialVersionUID = 1L;

  /** Records at or behind their key's effective watermark; the operator may still take them. */
  static final String BEHIND_KEY_WATERMARK = "numRecordsBehindKeyWatermark";

  /** Records at or behind the subtask's watermark: behind, had there been but that one. */
  static final String BEHIND_SUBTASK_WATERMARK = "numRecordsBehindSubtaskWatermark";

  private final OneInputStreamOperator<RowData, RowData> stock;
  private final Rowtime rowtime;
  private final KeyWatermarkPolicy policy;

  private final transient TaskInfo task;
  private transient KeyTimeServiceManager<?> keyTime;
  private transient long subtaskWatermark;
  private transient Counter behindKeyWatermark;
  private transient Counter behindSubtaskWatermark;

  KeyWatermarkOperator(
      OneInputStreamOperator<RowData, RowData> stock,
      Rowtime rowtime,
      KeyWatermarkPolicy policy,
      TaskInfo task) {
    this.stock = stock;
    this.rowtime = rowtime;
    this.policy = policy;
    this.task = task;
  }

  // ------------------------------------------------------------------------------ event time

  @Override
  public void initializeState(StreamTaskStateInitializer initializer) throws Exception {
    stock.initializeState(
        (id, name, processingTime, keyContext, keySerializer, registry, metrics, memory, raw) -> {
          KeyTimeStateContext context =
              KeyTimeStateContext.of(
                  initializer.streamOperatorStateContext(
                      id,
                      name,
                      processingTime,
                      keyContext,
                      keySerializer,
                      registry,
                      metrics,
                      memory,
                      raw),
                  task);
          keyTime = context.internalTimerServiceManager();
          return context;
        });
    subtaskWatermark = Long.MIN_VALUE;
  }

  @Override
  public void open() throws Exception {
    behindKeyWatermark = stock.getMetricGroup().counter(BEHIND_KEY_WATERMARK);
    behindSubtaskWatermark = stock.getMetricGroup().counter(BEHIND_SUBTASK_WATERMARK);
    stock.open();
  }

  @Override
  public void processElement(StreamRecord<RowData> record) throws Exception {
    long time = rowtime.of(record); // first: the operator may change the record
    if (time <= keyTime.selectedKeysWatermark()) {
      behindKeyWatermark.inc();
    }
    if (time <= subtaskWatermark) {
      behindSubtaskWatermark.inc();
    }
    stock.processElement(record);
    keyTime.advanceSelectedKey(time - policy.delay());
  }

  @Override
  public void processWatermark(Watermark mark) throws Exception {
    subtaskWatermark = mark.getTimestamp();
    long bound = policy.lowerBound(subtaskWatermark);
    if (keyTime.moveBound(bound)) {
      stock.processWatermark(new Watermark(bound)); // fires what is due, then forwards the bound
    }
  }

  @Override
  public OperatorSnapshotFutures snapshotState(
      long checkpointId, long timestamp, CheckpointOptions options, CheckpointStreamFactory storage)
      throws Exception {
    keyTime.prepareSnapshot();
    return stock.snapshotState(checkpointId, timestamp, options, storage);
  }

  KeyTimeServiceManager<?> keyTime() {
    return keyTime;
  }

  // ------------------------------------------------------------------------------- passed on

  @Override
  public void processWatermarkStatus(WatermarkStatus status) throws Exception {
    stock.processWatermarkStatus(status);
  }

  @Override
  public void processLatencyMarker(LatencyMarker marker) throws Exception {
    stock.processLatencyMarker(marker);
  }

  @Override
  public void endInput() throws Exception {
    if (stock instanceof BoundedOneInput) {
      ((BoundedOneInput) stock).endInput();
    }
  }

  @Override
  public void finish() throws Exception {
    stock.finish();
  }

  @Override
  public void close() throws Exception {
    stock.close();
  }

  @Override
  public void prepareSnapshotPreBarrier(long checkpointId) throws Exception {
    stock.prepareSnapshotPreBarrier(checkpointId);
  }

  @Override
  public void notifyCheckpointComplete(long checkpointId) throws Exception {
    stock.notifyCheckpointComplete(checkpointId);
  }

  @Override
  public void notifyCheckpointAborted(long checkpointId) throws Exception {
    stock.notifyCheckpointAborted(checkpointId);
  }

  @Override
  public void setKeyContextElement1(StreamRecord<?> record) throws Exception {
    stock.setKeyContextElement1(record);
  }

  @Override
  public void setKeyContextElement2(StreamRecord<?> record) throws Exception {
    stock.setKeyContextElement2(record);
  }

  @Override
  public void setCurrentKey(Object key) {
    stock.setCurrentKey(key);
  }

  @Override
  public Object getCurrentKey() {
    return stock.getCurrentKey();
  }

  @Override
  public OperatorMetricGroup getMetricGroup() {
    return stock.getMetricGroup();
  }

  @Override
  public OperatorID getOperatorID() {
    return stock.getOperatorID();
  }
}
