package org.trilink.runtime.kafka;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.flink.api.connector.source.SourceReader;
import org.apache.flink.api.connector.source.SourceReaderContext;
import org.apache.flink.api.connector.source.SourceSplit;
import org.apache.flink.core.io.SimpleVersionedSerializer;
import org.apache.flink.table.data.RowData;

/**
 * Reads only what the enumerator assigns. Flink distributes the partitions of a restored job over
 * its subtasks in any order, without the enumerator. This reader sends its restored partitions to
 * the enumerator, which assigns it those that it is to read.
 */
final class AheadKeyByReader<SplitT extends SourceSplit> extends DelegatingReader<SplitT> {

  private final SimpleVersionedSerializer<SplitT> splitSerializer;
  private final SourceReaderContext context;
  private final List<SplitT> restored = new ArrayList<>();
  private boolean started;

  AheadKeyByReader(
      SourceReader<RowData, SplitT> reader,
      SimpleVersionedSerializer<SplitT> splitSerializer,
      PartitionCheck check,
      SourceReaderContext context) {
    super(reader, check);
    this.splitSerializer = splitSerializer;
    this.context = context;
  }

  /** Before the start: from restored state; later: from the enumerator. */
  @Override
  public void addSplits(List<SplitT> splits) {
    if (started) {
      super.addSplits(splits);
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
    super.start();
  }
}
