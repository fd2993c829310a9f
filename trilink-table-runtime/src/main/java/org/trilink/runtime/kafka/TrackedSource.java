/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.kafka;

import org.apache.flink.api.connector.source.Source;
import org.apache.flink.api.connector.source.SourceReader;
import org.apache.flink.api.connector.source.SourceReaderContext;
import org.apache.flink.api.connector.source.SourceSplit;
import org.apache.flink.table.data.RowData;

/**
 * Flink's Kafka source, which also tells operators in its chain from where each record is ({@link
 * ReadPosition}). For samples, not for jobs.
 *
 * @param <SplitT> a partition, with {@code topic-partition} for its id
 * @param <StateT> the state of Flink's enumerator
 */
public final class TrackedSource<SplitT extends SourceSplit, StateT>
    extends DelegatingSource<SplitT, StateT> {

  private static final long serialVersionUID = 1L;

  public TrackedSource(Source<RowData, SplitT, StateT> kafka) {
    super(kafka);
  }

  @Override
  public SourceReader<RowData, SplitT> createReader(SourceReaderContext context) throws Exception {
    return new TrackedReader<>(kafka.createReader(context));
  }

  private static final class TrackedReader<SplitT extends SourceSplit>
      extends CheckingReader<SplitT> {

    /** The task's thread creates its reader, and closes it. */
    TrackedReader(SourceReader<RowData, SplitT> reader) {
      super(reader, ReadPosition.start());
    }

    @Override
    public void close() throws Exception {
      ReadPosition.end();
      super.close();
    }
  }
}
