/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.benchmark.embedded;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import org.apache.flink.api.connector.source.SplitEnumerator;
import org.apache.flink.api.connector.source.SplitEnumeratorContext;
import org.apache.flink.api.connector.source.lib.NumberSequenceSource;

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
  private static final class OnePartEach
      implements SplitEnumerator<NumberSequenceSplit, Collection<NumberSequenceSplit>> {

    private final SplitEnumeratorContext<NumberSequenceSplit> context;
    private final List<NumberSequenceSplit> parts;
    private final boolean[] given;

    OnePartEach(
        SplitEnumeratorContext<NumberSequenceSplit> context, List<NumberSequenceSplit> parts) {
      this.context = context;
      this.parts = parts;
      this.given = new boolean[parts.size()];
    }

    @Override
    public void start() {
      // Parts are given when they are asked for.
    }

    @Override
    public void handleSplitRequest(int subtask, String host) {
      if (given[subtask]) {
        context.signalNoMoreSplits(subtask);
      } else {
        given[subtask] = true;
        context.assignSplit(parts.get(subtask), subtask);
      }
    }

    @Override
    public void addSplitsBack(List<NumberSequenceSplit> splits, int subtask) {
      given[subtask] = false;
    }

    @Override
    public void addReader(int subtask) {
      // A reader asks when it is ready.
    }

    @Override
    public Collection<NumberSequenceSplit> snapshotState(long checkpoint) {
      List<NumberSequenceSplit> left = new ArrayList<>();
      for (int subtask = 0; subtask < given.length; subtask++) {
        if (!given[subtask]) {
          left.add(parts.get(subtask));
        }
      }
      return left;
    }

    @Override
    public void close() {
      // Nothing is open.
    }
  }
}
