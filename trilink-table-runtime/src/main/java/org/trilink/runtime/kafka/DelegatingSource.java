/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.kafka;

import org.apache.flink.api.connector.source.Boundedness;
import org.apache.flink.api.connector.source.Source;
import org.apache.flink.api.connector.source.SourceReader;
import org.apache.flink.api.connector.source.SourceReaderContext;
import org.apache.flink.api.connector.source.SourceSplit;
import org.apache.flink.api.connector.source.SplitEnumerator;
import org.apache.flink.api.connector.source.SplitEnumeratorContext;
import org.apache.flink.core.io.SimpleVersionedSerializer;
import org.apache.flink.table.data.RowData;

/**
 * Flink's Kafka source, whose restored partitions hold back the watermark until their first records
 * have been read ({@link DelegatingReader}). Rows, splits and what is stored in checkpoints are
 * those of Flink's source.
 *
 * @param <SplitT> a partition, with {@code topic-partition} for its id
 * @param <StateT> the state of Flink's enumerator
 */
public class DelegatingSource<SplitT extends SourceSplit, StateT>
    implements Source<RowData, SplitT, StateT> {

  private static final long serialVersionUID = 1L;

  /** Flink's own source. */
  final Source<RowData, SplitT, StateT> kafka;

  /** Delegates to Flink's source. */
  DelegatingSource(Source<RowData, SplitT, StateT> kafka) {
    this.kafka = kafka;
  }

  /** Returns a source that delegates to a source: the source itself if it delegates already. */
  public static <SplitT extends SourceSplit, StateT> DelegatingSource<SplitT, StateT> to(
      Source<RowData, SplitT, StateT> source) {
    return source instanceof DelegatingSource
        ? (DelegatingSource<SplitT, StateT>) source
        : new DelegatingSource<>(source);
  }

  /** Flink's own source. */
  public static <SplitT extends SourceSplit, StateT> Source<RowData, SplitT, StateT> flinks(
      Source<RowData, SplitT, StateT> source) {
    return source instanceof DelegatingSource
        ? ((DelegatingSource<SplitT, StateT>) source).kafka
        : source;
  }

  @Override
  public Boundedness getBoundedness() {
    return kafka.getBoundedness();
  }

  @Override
  public SourceReader<RowData, SplitT> createReader(SourceReaderContext context) throws Exception {
    return new DelegatingReader<>(kafka.createReader(context));
  }

  @Override
  public SplitEnumerator<SplitT, StateT> createEnumerator(SplitEnumeratorContext<SplitT> context)
      throws Exception {
    return kafka.createEnumerator(context);
  }

  @Override
  public SplitEnumerator<SplitT, StateT> restoreEnumerator(
      SplitEnumeratorContext<SplitT> context, StateT state) throws Exception {
    return kafka.restoreEnumerator(context, state);
  }

  @Override
  public SimpleVersionedSerializer<SplitT> getSplitSerializer() {
    return kafka.getSplitSerializer();
  }

  @Override
  public SimpleVersionedSerializer<StateT> getEnumeratorCheckpointSerializer() {
    return kafka.getEnumeratorCheckpointSerializer();
  }
}
