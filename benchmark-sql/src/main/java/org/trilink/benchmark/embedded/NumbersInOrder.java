/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.benchmark.embedded;

import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.apache.flink.api.connector.source.SplitEnumerator;
import org.apache.flink.api.connector.source.SplitEnumeratorContext;
import org.apache.flink.api.connector.source.lib.NumberSequenceSource;
import org.apache.flink.api.connector.source.lib.util.IteratorSourceEnumerator;

/**
 * Numbers from 0, in as many parts as there are subtasks, one part each. Flink's own source gives a
 * second part to a subtask that is done early, and rows of it would be late there.
 */
public final class NumbersInOrder extends NumberSequenceSource {

  private static final long serialVersionUID = 1L;

  /**
   * @param count how many
   */
  public NumbersInOrder(long count) {
    super(0, count - 1);
  }

  @Override
  public SplitEnumerator<NumberSequenceSplit, Collection<NumberSequenceSplit>> createEnumerator(
      SplitEnumeratorContext<NumberSequenceSplit> context) {
    return new OnePartEach(
        context, splitNumberRange(getFrom(), getTo(), context.currentParallelism()));
  }

  /** Never restored: a run that fails is not repeated. */
  private static final class OnePartEach extends IteratorSourceEnumerator<NumberSequenceSplit> {

    private final SplitEnumeratorContext<NumberSequenceSplit> context;
    private final Set<Integer> served = new HashSet<>();

    OnePartEach(
        SplitEnumeratorContext<NumberSequenceSplit> context, List<NumberSequenceSplit> parts) {
      super(context, parts);
      this.context = context;
    }

    @Override
    public void handleSplitRequest(int subtask, String host) {
      if (served.add(subtask)) {
        super.handleSplitRequest(subtask, host);
      } else {
        context.signalNoMoreSplits(subtask);
      }
    }
  }
}
