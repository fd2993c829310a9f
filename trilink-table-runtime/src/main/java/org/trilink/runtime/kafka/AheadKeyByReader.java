package org.trilink.runtime.kafka;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import javax.annotation.Nullable;
import org.apache.flink.api.connector.source.ReaderOutput;
import org.apache.flink.api.connector.source.SourceEvent;
import org.apache.flink.api.connector.source.SourceReader;
import org.apache.flink.api.connector.source.SourceReaderContext;
import org.apache.flink.api.connector.source.SourceSplit;
import org.apache.flink.core.io.InputStatus;
import org.apache.flink.core.io.SimpleVersionedSerializer;
import org.apache.flink.table.data.RowData;

/**
 * Reads only what the enumerator assigns. Flink deals out the partitions of a restored job over its
 * subtasks in any order, past the enumerator: this reader hands on to it what it has got in that
 * way, and gets back what it is to read.
 */
final class AheadKeyByReader<SplitT extends SourceSplit> implements SourceReader<RowData, SplitT> {

  private final SourceReader<RowData, SplitT> reader;
  private final SimpleVersionedSerializer<SplitT> splitSerializer;
  private final PartitionCheck check;
  private final SourceReaderContext context;
  private final List<SplitT> restored = new ArrayList<>();
  private boolean started;
  @Nullable private CheckedOutput checkedOutput;

  AheadKeyByReader(
      SourceReader<RowData, SplitT> reader,
      SimpleVersionedSerializer<SplitT> splitSerializer,
      PartitionCheck check,
      SourceReaderContext context) {
    this.reader = reader;
    this.splitSerializer = splitSerializer;
    this.check = check;
    this.context = context;
  }

  /** Before the start: from restored state; later: from the enumerator. */
  @Override
  public void addSplits(List<SplitT> splits) {
    if (started) {
      reader.addSplits(splits);
    } else {
      restored.addAll(splits);
    }
  }

  @Override
  public void start() {
    try {
      context.sendSourceEventToCoordinator(RestoredSplits.of(restored, splitSerializer));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    restored.clear();
    started = true;
    reader.start();
  }

  @Override
  public InputStatus pollNext(ReaderOutput<RowData> output) throws Exception {
    if (checkedOutput == null || checkedOutput.output() != output) {
      checkedOutput = new CheckedOutput(output, check);
    }
    return reader.pollNext(checkedOutput);
  }

  @Override
  public List<SplitT> snapshotState(long checkpointId) {
    return reader.snapshotState(checkpointId);
  }

  @Override
  public CompletableFuture<Void> isAvailable() {
    return reader.isAvailable();
  }

  @Override
  public void notifyNoMoreSplits() {
    reader.notifyNoMoreSplits();
  }

  @Override
  public void handleSourceEvents(SourceEvent event) {
    reader.handleSourceEvents(event);
  }

  @Override
  public void notifyCheckpointComplete(long checkpointId) throws Exception {
    reader.notifyCheckpointComplete(checkpointId);
  }

  @Override
  public void notifyCheckpointAborted(long checkpointId) throws Exception {
    reader.notifyCheckpointAborted(checkpointId);
  }

  @Override
  public void close() throws Exception {
    reader.close();
  }
}
