/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.kafka;

import java.util.ArrayList;
import java.util.List;
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
 * Flink's Kafka source, which also checks, from a sample, whether all records of a key are in one
 * partition. Operators under key-level watermarks assume that a key's records are in order, which
 * does not hold for records of several partitions. Rows, splits and what is stored in checkpoints
 * are those of Flink's source.
 *
 * @param <SplitT> a partition, with {@code topic-partition} for its id
 * @param <StateT> the state of Flink's enumerator
 */
public final class KeySamplingSource<SplitT extends SourceSplit, StateT>
    implements Source<RowData, SplitT, StateT> {

  private static final long serialVersionUID = 1L;

  private final Source<RowData, SplitT, StateT> kafka;
  private final List<SampledKeys> keys;

  private KeySamplingSource(Source<RowData, SplitT, StateT> kafka, List<SampledKeys> keys) {
    this.kafka = kafka;
    this.keys = keys;
  }

  /**
   * Returns a source that also samples these keys; wraps the given source, or replaces it if it
   * already samples.
   */
  public static <SplitT extends SourceSplit, StateT> KeySamplingSource<SplitT, StateT> sampling(
      Source<RowData, SplitT, StateT> source, SampledKeys more) {
    List<SampledKeys> keys = new ArrayList<>();
    if (source instanceof KeySamplingSource) {
      keys.addAll(((KeySamplingSource<SplitT, StateT>) source).keys);
    }
    keys.add(more);
    return new KeySamplingSource<>(withoutSampling(source), keys);
  }

  /** Flink's own source. */
  public static <SplitT extends SourceSplit, StateT>
      Source<RowData, SplitT, StateT> withoutSampling(Source<RowData, SplitT, StateT> source) {
    return source instanceof KeySamplingSource
        ? ((KeySamplingSource<SplitT, StateT>) source).kafka
        : source;
  }

  @Override
  public Boundedness getBoundedness() {
    return kafka.getBoundedness();
  }

  @Override
  public SourceReader<RowData, SplitT> createReader(SourceReaderContext context) throws Exception {
    for (SampledKeys each : keys) {
      each.open(context.getUserCodeClassLoader().asClassLoader());
    }
    return new KeySamplingReader<>(kafka.createReader(context), new KeySampling(keys), context);
  }

  @Override
  public SplitEnumerator<SplitT, StateT> createEnumerator(SplitEnumeratorContext<SplitT> context)
      throws Exception {
    return new KeySamplingEnumerator<>(kafka.createEnumerator(context), context, keys);
  }

  @Override
  public SplitEnumerator<SplitT, StateT> restoreEnumerator(
      SplitEnumeratorContext<SplitT> context, StateT state) throws Exception {
    return new KeySamplingEnumerator<>(kafka.restoreEnumerator(context, state), context, keys);
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
