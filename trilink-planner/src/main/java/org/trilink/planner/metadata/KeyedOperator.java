/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.planner.metadata;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import org.apache.calcite.rel.RelDistribution;
import org.apache.calcite.rel.RelNode;
import org.apache.flink.table.planner.calcite.FlinkTypeFactory;
import org.apache.flink.table.planner.plan.nodes.physical.common.CommonPhysicalLookupJoin;
import org.apache.flink.table.planner.plan.nodes.physical.stream.StreamPhysicalChangelogNormalize;
import org.apache.flink.table.planner.plan.nodes.physical.stream.StreamPhysicalDeduplicate;
import org.apache.flink.table.planner.plan.nodes.physical.stream.StreamPhysicalExchange;
import org.apache.flink.table.planner.plan.nodes.physical.stream.StreamPhysicalGlobalGroupAggregate;
import org.apache.flink.table.planner.plan.nodes.physical.stream.StreamPhysicalGlobalWindowAggregate;
import org.apache.flink.table.planner.plan.nodes.physical.stream.StreamPhysicalGroupAggregate;
import org.apache.flink.table.planner.plan.nodes.physical.stream.StreamPhysicalGroupWindowAggregate;
import org.apache.flink.table.planner.plan.nodes.physical.stream.StreamPhysicalIncrementalGroupAggregate;
import org.apache.flink.table.planner.plan.nodes.physical.stream.StreamPhysicalIntervalJoin;
import org.apache.flink.table.planner.plan.nodes.physical.stream.StreamPhysicalJoin;
import org.apache.flink.table.planner.plan.nodes.physical.stream.StreamPhysicalMatch;
import org.apache.flink.table.planner.plan.nodes.physical.stream.StreamPhysicalOverAggregate;
import org.apache.flink.table.planner.plan.nodes.physical.stream.StreamPhysicalRank;
import org.apache.flink.table.planner.plan.nodes.physical.stream.StreamPhysicalRel;
import org.apache.flink.table.planner.plan.nodes.physical.stream.StreamPhysicalSink;
import org.apache.flink.table.planner.plan.nodes.physical.stream.StreamPhysicalTemporalJoin;
import org.apache.flink.table.planner.plan.nodes.physical.stream.StreamPhysicalWindowAggregate;
import org.apache.flink.table.planner.plan.nodes.physical.stream.StreamPhysicalWindowJoin;
import org.apache.flink.table.planner.plan.nodes.physical.stream.StreamPhysicalWindowRank;
import org.apache.flink.table.planner.plan.utils.ChangelogPlanUtils;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.table.types.logical.RowType;
import org.apache.flink.types.RowKind;
import org.trilink.planner.decision.Decision;

/** An operator that gets its rows by key through exchanges, and the types of its keys. */
public final class KeyedOperator {

  private static final List<Class<? extends RelNode>> PLACEABLE =
      Arrays.asList(
          StreamPhysicalWindowAggregate.class,
          StreamPhysicalGlobalWindowAggregate.class,
          StreamPhysicalGroupWindowAggregate.class,
          StreamPhysicalGroupAggregate.class,
          StreamPhysicalGlobalGroupAggregate.class,
          StreamPhysicalIncrementalGroupAggregate.class,
          StreamPhysicalOverAggregate.class,
          StreamPhysicalMatch.class,
          StreamPhysicalDeduplicate.class,
          StreamPhysicalRank.class,
          StreamPhysicalWindowRank.class,
          StreamPhysicalJoin.class,
          StreamPhysicalIntervalJoin.class,
          StreamPhysicalWindowJoin.class,
          StreamPhysicalTemporalJoin.class,
          StreamPhysicalChangelogNormalize.class);

  private final List<RowType> keyTypes;
  private final boolean emitsUpdates;

  private KeyedOperator(List<RowType> keyTypes, boolean emitsUpdates) {
    this.keyTypes = Collections.unmodifiableList(keyTypes);
    this.emitsUpdates = emitsUpdates;
  }

  /**
   * Reads it from a node of a physical plan as Flink made it.
   *
   * @param mayHaveKeys whether the query could have given the operator keys
   * @return refused if its keys cannot be placed; none if it neither has nor could have keys
   */
  public static Decision<KeyedOperator> of(RelNode rel, boolean mayHaveKeys) {
    if (rel instanceof StreamPhysicalSink) {
      return isUpsertMaterialize((StreamPhysicalSink) rel)
          ? Decision.refuse(
              "Sink materializes upserts behind an exchange of its own, which cannot be changed"
                  + " (table.exec.sink.upsert-materialize)")
          : Decision.none();
    }
    if (rel instanceof CommonPhysicalLookupJoin) {
      return Decision.refuse(
          "a lookup join has no exchange, so its rows are not distributed by key");
    }
    List<RowType> keyTypes = new ArrayList<>();
    for (RelNode input : rel.getInputs()) {
      if (isHashExchange(input)) {
        keyTypes.add(keyType((StreamPhysicalExchange) input));
      }
    }
    if (keyTypes.isEmpty()) {
      return mayHaveKeys
          ? Decision.refuse(
              PlanNames.operator(rel) + " has no keys, so all its rows go to one subtask")
          : Decision.none();
    }
    if (keyTypes.size() != rel.getInputs().size()
        || PLACEABLE.stream().noneMatch(kind -> kind.isInstance(rel))) {
      return Decision.refuse(PlanNames.operator(rel) + " is not supported yet");
    }
    if (rel instanceof StreamPhysicalWindowAggregate
        && !AlignedWindows.are(((StreamPhysicalWindowAggregate) rel).windowing().getWindow())) {
      return Decision.refuse(AlignedWindows.OTHERS);
    }
    if (rel instanceof StreamPhysicalIntervalJoin
        && IntervalJoins.isEmpty((StreamPhysicalIntervalJoin) rel)) {
      return Decision.refuse(
          "the join's interval is empty, so no rows match and Flink runs no join operator with"
              + " keys");
    }
    return Decision.accept(new KeyedOperator(keyTypes, emitsUpdates((StreamPhysicalRel) rel)));
  }

  private static boolean emitsUpdates(StreamPhysicalRel rel) {
    return !ChangelogPlanUtils.getChangelogMode(rel).get().containsOnly(RowKind.INSERT);
  }

  /** The node has no accessor for this. */
  private static boolean isUpsertMaterialize(StreamPhysicalSink sink) {
    return sink.translateToExecNode().getDescription().contains("upsertMaterialize=[true]");
  }

  private static boolean isHashExchange(RelNode rel) {
    return rel instanceof StreamPhysicalExchange
        && ((StreamPhysicalExchange) rel).getDistribution().getType()
            == RelDistribution.Type.HASH_DISTRIBUTED;
  }

  private static RowType keyType(StreamPhysicalExchange exchange) {
    RowType rowType = FlinkTypeFactory.toLogicalRowType(exchange.getRowType());
    List<Integer> keys = exchange.getDistribution().getKeys();
    LogicalType[] types = keys.stream().map(rowType::getTypeAt).toArray(LogicalType[]::new);
    String[] names =
        keys.stream().map(key -> PlanNames.column(exchange, key)).toArray(String[]::new);
    // a join may compare a column with several
    return Arrays.stream(names).distinct().count() == names.length
        ? RowType.of(types, names)
        : RowType.of(types);
  }

  /** The type of the keys in each input. */
  public List<RowType> keyTypes() {
    return keyTypes;
  }

  /** Whether its results are not inserts only, so that their order counts. */
  public boolean emitsUpdates() {
    return emitsUpdates;
  }
}
