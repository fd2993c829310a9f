package org.trilink.functions.key;

import org.apache.flink.table.functions.AggregateFunction;
import org.apache.flink.table.functions.FunctionContext;

/** {@code SUBTASK_SEEN(1)}: the index of the subtask that aggregates. */
public class SubtaskSeen extends AggregateFunction<Integer, SubtaskSeen.Seen> {

  private transient int subtask;

  /** Nothing is kept. */
  public static class Seen {
    public boolean any;
  }

  @Override
  public void open(FunctionContext context) {
    subtask = Integer.parseInt(context.getMetricGroup().getAllVariables().get("<subtask_index>"));
  }

  @Override
  public Seen createAccumulator() {
    return new Seen();
  }

  public void accumulate(Seen seen, Integer value) {
    seen.any = true;
  }

  @Override
  public Integer getValue(Seen seen) {
    return subtask;
  }
}
