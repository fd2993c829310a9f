/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.planner.decode;

import java.util.List;
import java.util.stream.Collectors;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rex.RexNode;
import org.apache.flink.table.planner.plan.nodes.exec.ExecNode;
import org.trilink.planner.node.StreamPhysicalPassThrough;

/**
 * Stands above the scan of a table, whose messages are decoded only for the columns that are read.
 */
public final class StreamPhysicalDecode extends StreamPhysicalPassThrough {

  private final DecodeSpec decode;
  private final String option;

  /**
   * Creates it.
   *
   * @param option for EXPLAIN: {@code decode=projected (default)}
   */
  public StreamPhysicalDecode(RelNode input, DecodeSpec decode, String option) {
    super(input);
    this.decode = decode;
    this.option = option;
  }

  @Override
  protected Object text() {
    String columns = decode.columns().isEmpty() ? "no column" : names(decode.columns());
    String all = option + ": " + columns;
    RexNode filter = decode.filter();
    if (filter == null) {
      return all;
    }
    if (!decode.dropsRows()) {
      return String.format("%s; %s only where %s", all, names(decode.ofPassing()), text(filter));
    }
    String rows = String.format("%s; only rows where %s", all, text(filter));
    return decode.ofPassing().isEmpty()
        ? rows
        : String.format("%s; %s only of these", rows, names(decode.ofPassing()));
  }

  private static String names(List<List<String>> columns) {
    return columns.stream()
        .map(path -> path.stream().map(StreamPhysicalPassThrough::text))
        .map(path -> path.collect(Collectors.joining(".")))
        .collect(Collectors.joining(", "));
  }

  @Override
  protected StreamPhysicalPassThrough above(RelNode input) {
    return new StreamPhysicalDecode(input, decode, option);
  }

  @Override
  public ExecNode<?> translateToExecNode() {
    return translate(
        (id, inputs, type, text) -> new StreamExecDecode(decode, id, inputs, type, text));
  }
}
