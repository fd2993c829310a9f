/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.kafka;

import org.apache.flink.api.connector.source.ReaderOutput;
import org.apache.flink.api.connector.source.SourceEvent;
import org.apache.flink.api.connector.source.SourceReader;
import org.apache.flink.api.connector.source.SourceReaderContext;
import org.apache.flink.api.connector.source.SourceSplit;
import org.apache.flink.core.io.InputStatus;
import org.apache.flink.metrics.Gauge;
import org.apache.flink.metrics.MetricGroup;
import org.apache.flink.table.data.RowData;

/**
 * Reports the partitions of sampled keys to the enumerator. Flink 1.14 has no metrics for
 * enumerators, so the first reader shows the merged counts of all readers.
 */
final class KeySamplingReader<SplitT extends SourceSplit> extends CheckingReader<SplitT> {

  static final String KEYS = "numKeysSampled";
  static final String KEYS_OF_SEVERAL_PARTITIONS = "numSampledKeysOfSeveralPartitions";

  private final KeySampling sampling;
  private final SourceReaderContext context;

  /** Read by metric reporters. */
  private volatile SampledKeyCounts counts = SampledKeyCounts.NONE;

  KeySamplingReader(
      SourceReader<RowData, SplitT> reader, KeySampling sampling, SourceReaderContext context) {
    super(reader, sampling);
    this.sampling = sampling;
    this.context = context;
    if (context.getIndexOfSubtask() == KeySamplingEnumerator.READER_WITH_METRICS) {
      MetricGroup metrics = context.metricGroup();
      metrics.<Integer, Gauge<Integer>>gauge(KEYS, () -> counts.keys);
      metrics.<Integer, Gauge<Integer>>gauge(
          KEYS_OF_SEVERAL_PARTITIONS, () -> counts.ofSeveralPartitions);
    }
  }

  @Override
  public InputStatus pollNext(ReaderOutput<RowData> output) throws Exception {
    InputStatus status = super.pollNext(output);
    FoundPartitions found = sampling.take(status != InputStatus.MORE_AVAILABLE);
    if (found != null) {
      context.sendSourceEventToCoordinator(found);
    }
    return status;
  }

  @Override
  public void handleSourceEvents(SourceEvent event) {
    if (event instanceof SampledKeyCounts) {
      counts = (SampledKeyCounts) event;
    } else {
      super.handleSourceEvents(event);
    }
  }
}
