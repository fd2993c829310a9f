package org.trilink.examples.kafka;

import java.util.ArrayList;
import java.util.List;
import org.apache.flink.api.common.state.ListState;
import org.apache.flink.api.common.state.ListStateDescriptor;
import org.apache.flink.runtime.state.FunctionInitializationContext;
import org.apache.flink.runtime.state.FunctionSnapshotContext;
import org.apache.flink.streaming.api.checkpoint.CheckpointedFunction;
import org.apache.flink.streaming.api.functions.sink.SinkFunction;
import org.apache.flink.types.Row;

/**
 * Keeps what a job yields in the job's own state, so that after a crash, or from a savepoint on, it
 * is what the job has yielded in all. One job runs at a time, in this JVM.
 */
final class Results implements SinkFunction<Row>, CheckpointedFunction {

  private static final long serialVersionUID = 1L;

  private static volatile List<String> atTheEnd = List.of();

  private final List<String> rows = new ArrayList<>();
  private transient ListState<String> state;

  static void clear() {
    atTheEnd = List.of();
  }

  /** All changes, as text, of a job that got to its end. */
  static List<String> changes() {
    return atTheEnd;
  }

  /** The rows that the changes leave, in order. */
  static List<String> rows() {
    List<String> left = new ArrayList<>();
    List<String> retracted = new ArrayList<>();
    for (String change : atTheEnd) {
      (change.startsWith("+") ? left : retracted).add(change.substring(2));
    }
    for (String row : retracted) {
      if (!left.remove(row)) {
        throw new IllegalStateException("Taken back, but never inserted: " + row);
      }
    }
    left.sort(null);
    return left;
  }

  @Override
  public void invoke(Row row, Context context) {
    rows.add(row.toString());
  }

  @Override
  public void finish() {
    atTheEnd = List.copyOf(rows);
  }

  @Override
  public void snapshotState(FunctionSnapshotContext context) throws Exception {
    state.update(rows);
  }

  @Override
  public void initializeState(FunctionInitializationContext context) throws Exception {
    state =
        context
            .getOperatorStateStore()
            .getListState(new ListStateDescriptor<>("rows", String.class));
    state.get().forEach(rows::add);
  }
}
