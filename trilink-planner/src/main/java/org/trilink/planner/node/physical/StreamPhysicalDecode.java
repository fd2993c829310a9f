package org.trilink.planner.node.physical;

import java.util.List;
import java.util.stream.Collectors;
import org.apache.calcite.rel.RelNode;
import org.apache.flink.table.planner.calcite.FlinkTypeFactory;
import org.apache.flink.table.planner.plan.nodes.exec.ExecNode;
import org.apache.flink.table.planner.plan.nodes.exec.InputProperty;
import org.trilink.planner.node.exec.StreamExecDecode;

/**
 * Stands above the scan of a table, whose messages are decoded only for the columns that are read.
 */
public final class StreamPhysicalDecode extends StreamPhysicalPassThrough {

  private final List<List<String>> columns;
  private final String option;

  /**
   * Creates it.
   *
   * @param columns those that are read, as paths of names
   * @param option for EXPLAIN: {@code decode=projected (default)}
   */
  public StreamPhysicalDecode(RelNode input, List<List<String>> columns, String option) {
    super(input);
    this.columns = columns;
    this.option = option;
  }

  @Override
  Object text() {
    return columns.isEmpty()
        ? option + ": no column"
        : columns.stream()
            .map(path -> String.join(".", path))
            .collect(Collectors.joining(", ", option + ": ", ""));
  }

  @Override
  StreamPhysicalPassThrough above(RelNode input) {
    return new StreamPhysicalDecode(input, columns, option);
  }

  @Override
  public ExecNode<?> translateToExecNode() {
    return new StreamExecDecode(
        columns,
        InputProperty.DEFAULT,
        FlinkTypeFactory.toLogicalRowType(getRowType()),
        getRelDetailedDescription());
  }
}
