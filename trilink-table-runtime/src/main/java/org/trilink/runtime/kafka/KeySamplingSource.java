/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.kafka;

import java.util.ArrayList;
import java.util.List;
import org.apache.flink.api.connector.source.Source;
import org.apache.flink.api.connector.source.SourceReader;
import org.apache.flink.api.connector.source.SourceReaderContext;
import org.apache.flink.api.connector.source.SourceSplit;
import org.apache.flink.api.connector.source.SplitEnumerator;
import org.apache.flink.api.connector.source.SplitEnumeratorContext;
import org.apache.flink.table.data.RowData;

/**
 * Flink's Kafka source, which also checks, from a sample, whether all records of a key are in one
 * partition. Operators under key-level watermarks assume that a key's records are in order, which
 * does not hold for records of several partitions.
 */
public final class KeySamplingSource<SplitT extends SourceSplit, StateT>
    extends DelegatingSource<SplitT, StateT> {

  private static final long serialVersionUID = 1L;

  private final Source<RowData, SplitT, StateT> kafka;
  private final List<SampledKeys> keys;

  private KeySamplingSource(Source<RowData, SplitT, StateT> kafka, List<SampledKeys> keys) {
    super(kafka);
    this.kafka = kafka;
    this.keys = keys;
  }

  /** A source that samples these keys, and those that the given source samples. */
  public static <SplitT extends SourceSplit, StateT> KeySamplingSource<SplitT, StateT> sampling(
      Source<RowData, SplitT, StateT> source, SampledKeys more) {
    List<SampledKeys> keys = new ArrayList<>();
    if (source instanceof KeySamplingSource) {
      keys.addAll(((KeySamplingSource<SplitT, StateT>) source).keys);
    }
    keys.add(more);
    return new KeySamplingSource<>(flinks(source), keys);
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
}
