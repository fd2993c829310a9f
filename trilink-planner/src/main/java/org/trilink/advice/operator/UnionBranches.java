/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.advice.operator;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.Exchange;
import org.apache.calcite.rel.core.Union;
import org.apache.flink.table.planner.plan.nodes.physical.stream.StreamPhysicalExchange;

/**
 * An exchange over a UNION ALL as one exchange for each of its tables, so that each is sampled by
 * itself: what is between the union and the exchange is copied to each.
 */
final class UnionBranches {

  private UnionBranches() {}

  /** The exchange itself if there is no union between it and what it reads. */
  static List<StreamPhysicalExchange> of(StreamPhysicalExchange exchange) {
    List<StreamPhysicalExchange> branches = new ArrayList<>();
    for (RelNode input : below(exchange.getInput())) {
      branches.add(
          input == exchange.getInput()
              ? exchange
              : exchange.copy(exchange.getTraitSet(), input, exchange.getDistribution()));
    }
    return branches;
  }

  private static List<RelNode> below(RelNode rel) {
    List<RelNode> branches = new ArrayList<>();
    if (rel instanceof Union) {
      rel.getInputs().forEach(input -> branches.addAll(below(input)));
    } else if (rel instanceof Exchange || rel.getInputs().size() != 1) {
      branches.add(rel);
    } else {
      RelNode input = rel.getInput(0);
      for (RelNode branch : below(input)) {
        branches.add(
            branch == input ? rel : rel.copy(rel.getTraitSet(), Collections.singletonList(branch)));
      }
    }
    return branches;
  }
}
