/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
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
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads only what the enumerator assigns. Flink distributes the partitions of a restored job over
 * its subtasks in any order, without the enumerator. This reader sends its restored partitions to
 * the enumerator, which then assigns the partitions to the right readers.
 */
final class AheadKeyByReader<SplitT extends SourceSplit> extends CheckingReader<SplitT> {

  private static final Logger LOG = LoggerFactory.getLogger(AheadKeyByReader.class);

  private final SimpleVersionedSerializer<SplitT> splitSerializer;
  private final PartitionCheck check;
  private final SourceReaderContext context;
  private final String source;
  private final List<SplitT> restored = new ArrayList<>();
  private boolean started;

  /**
   * @param source name of the source, for logs
   */
  AheadKeyByReader(
      SourceReader<RowData, SplitT> reader,
      SimpleVersionedSerializer<SplitT> splitSerializer,
      PartitionCheck check,
      SourceReaderContext context,
      String source) {
    super(reader, check);
    this.splitSerializer = splitSerializer;
    this.check = check;
    this.context = context;
    this.source = source;
  }

  /** Before the start, splits are from restored state; later, from the enumerator. */
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
    LOG.info(
        "{}, subtask {}: starts with {} restored partitions, and reads what the enumerator assigns;"
            + " checks that records are in their keys' partitions: {}.",
        source,
        context.getIndexOfSubtask(),
        restored.size(),
        check);
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
