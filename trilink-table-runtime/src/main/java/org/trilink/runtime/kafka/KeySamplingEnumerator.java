/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.kafka;

import java.util.ArrayList;
import java.util.List;
import org.apache.flink.api.connector.source.SourceEvent;
import org.apache.flink.api.connector.source.SourceSplit;
import org.apache.flink.api.connector.source.SplitEnumerator;
import org.apache.flink.api.connector.source.SplitEnumeratorContext;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Merges the readers' samples, and logs a warning, once per operator, about keys whose records are
 * in more than one partition. Nothing is stored in checkpoints: readers report again after a
 * restart.
 */
final class KeySamplingEnumerator<SplitT extends SourceSplit, StateT>
    extends DelegatingEnumerator<SplitT, StateT> {

  /** The subtask that shows the counts. */
  static final int READER_WITH_METRICS = 0;

  private static final Logger LOG = LoggerFactory.getLogger(KeySamplingEnumerator.class);

  private final SplitEnumeratorContext<SplitT> context;
  private final List<SampledKeys> keys;
  private final List<KeyPartitions> partitions = new ArrayList<>();
  private final boolean[] warned;

  KeySamplingEnumerator(
      SplitEnumerator<SplitT, StateT> enumerator,
      SplitEnumeratorContext<SplitT> context,
      List<SampledKeys> keys) {
    super(enumerator);
    this.context = context;
    this.keys = keys;
    this.warned = new boolean[keys.size()];
    keys.forEach(unused -> partitions.add(new KeyPartitions()));
  }

  @Override
  public void addReader(int reader) {
    super.addReader(reader);
    if (reader == READER_WITH_METRICS) {
      tellCounts();
    }
  }

  @Override
  public void handleSourceEvent(int reader, SourceEvent event) {
    if (!(event instanceof FoundPartitions)) {
      super.handleSourceEvent(reader, event);
      return;
    }
    boolean isNew = false;
    for (FoundPartitions.Pair pair : ((FoundPartitions) event).pairs()) {
      isNew |= partitions.get(pair.keys).add(pair.hash, pair.partition);
    }
    if (isNew) {
      warn();
      tellCounts();
    }
  }

  private void warn() {
    for (int i = 0; i < warned.length; i++) {
      if (!warned[i] && partitions.get(i).ofSeveral() > 0) {
        warned[i] = true;
        LOG.warn(
            "Key-level watermarks, {}: of {} keys sampled so far, {} have records in more than one"
                + " Kafka partition (NULL counts as a key). Partitions are read at different"
                + " speeds. If one of them is read ahead of the others, the key's records in the"
                + " others may be late and are dropped. Set 'watermark.delay' in the hint to how"
                + " far the records of a key may be out of order, or write the topic with record"
                + " keys. The metric {} of the source's first subtask shows the current number of"
                + " such keys.",
            keys.get(i),
            partitions.get(i).keys(),
            partitions.get(i).ofSeveral(),
            KeySamplingReader.KEYS_OF_SEVERAL_PARTITIONS);
      }
    }
  }

  private void tellCounts() {
    if (context.registeredReaders().containsKey(READER_WITH_METRICS)) {
      context.sendEventToSourceReader(
          READER_WITH_METRICS,
          new SampledKeyCounts(
              partitions.stream().mapToInt(KeyPartitions::keys).sum(),
              partitions.stream().mapToInt(KeyPartitions::ofSeveral).sum()));
    }
  }
}
