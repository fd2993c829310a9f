/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.advice.operator;

import java.time.Duration;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import javax.annotation.Nullable;
import org.apache.calcite.rel.RelNode;
import org.apache.flink.table.planner.plan.logical.TimeAttributeWindowingStrategy;
import org.apache.flink.table.planner.plan.logical.WindowingStrategy;
import org.apache.flink.table.planner.plan.nodes.exec.spec.IntervalJoinSpec.WindowBounds;
import org.apache.flink.table.planner.plan.nodes.physical.stream.StreamPhysicalExchange;
import org.apache.flink.table.planner.plan.nodes.physical.stream.StreamPhysicalGlobalGroupAggregate;
import org.apache.flink.table.planner.plan.nodes.physical.stream.StreamPhysicalGlobalWindowAggregate;
import org.apache.flink.table.planner.plan.nodes.physical.stream.StreamPhysicalGroupAggregate;
import org.apache.flink.table.planner.plan.nodes.physical.stream.StreamPhysicalGroupWindowAggregate;
import org.apache.flink.table.planner.plan.nodes.physical.stream.StreamPhysicalIntervalJoin;
import org.apache.flink.table.planner.plan.nodes.physical.stream.StreamPhysicalLocalWindowAggregate;
import org.apache.flink.table.planner.plan.nodes.physical.stream.StreamPhysicalMatch;
import org.apache.flink.table.planner.plan.nodes.physical.stream.StreamPhysicalOverAggregate;
import org.apache.flink.table.planner.plan.nodes.physical.stream.StreamPhysicalWindowAggregate;
import org.apache.flink.table.planner.plan.utils.FlinkRelOptUtil;
import org.apache.flink.table.types.logical.RowType;
import org.trilink.advice.measure.Deadline;
import org.trilink.planner.decision.Decision;
import org.trilink.planner.decision.Plans;
import org.trilink.planner.flink.FlinkNodes;
import org.trilink.planner.metadata.EventTimeOperator;
import org.trilink.planner.metadata.GroupWindows;
import org.trilink.planner.metadata.KeyedOperator;
import org.trilink.planner.metadata.PlanNames;
import org.trilink.planner.metadata.ScannedKeys;
import org.trilink.planner.node.CastTypes;

/** A keyed operator of a plan as Flink made it, in one phase or in two. */
public final class ObservedOperator {

  private static final int NO_COLUMN = -1;

  private final RelNode rel;
  private final RowType keyType;
  private final List<ObservedInput> inputs;
  @Nullable private final String obstacle;
  private final Decision<EventTimeOperator> eventTime;
  @Nullable private final EventWindows windows;

  private ObservedOperator(
      RelNode rel,
      RowType keyType,
      List<ObservedInput> inputs,
      @Nullable String obstacle,
      @Nullable EventWindows windows) {
    this.rel = rel;
    this.keyType = keyType;
    this.inputs = Collections.unmodifiableList(inputs);
    this.obstacle = obstacle;
    this.eventTime = EventTimeOperator.of(rel);
    this.windows = windows;
  }

  /** All of a plan, those next to its tables first. */
  public static List<ObservedOperator> in(RelNode root, ZoneId localZone) {
    List<ObservedOperator> operators = new ArrayList<>();
    collect(root, localZone, operators);
    return operators;
  }

  private static void collect(RelNode rel, ZoneId zone, List<ObservedOperator> operators) {
    rel.getInputs().forEach(input -> collect(input, zone, operators));
    ObservedOperator operator = of(rel, zone).accepted();
    if (operator != null) {
      operators.add(operator);
    }
  }

  /**
   * Reads one node.
   *
   * @return refused if the node could have keys, but has none, or cannot be sampled in this form;
   *     none if it could not
   */
  static Decision<ObservedOperator> of(RelNode rel, ZoneId localZone) {
    return KeyedOperator.of(rel, Plans.hintLevel(rel) != null)
        .map(keyed -> of(rel, keyed, localZone));
  }

  private static ObservedOperator of(RelNode rel, KeyedOperator keyed, ZoneId zone) {
    List<ObservedInput> inputs = new ArrayList<>();
    String obstacle = null;
    for (int i = 0; i < rel.getInputs().size(); i++) {
      for (StreamPhysicalExchange each :
          UnionBranches.of((StreamPhysicalExchange) rel.getInput(i))) {
        Decision<ScannedKeys> scanned = ScannedKeys.of(each);
        if (scanned.accepted() == null) {
          obstacle = scanned.refusal();
        } else {
          inputs.add(ObservedInput.of(each, timeColumn(rel, i), scanned.accepted()));
        }
      }
    }
    return new ObservedOperator(rel, keyed.keyTypes().get(0), inputs, obstacle, windows(rel, zone));
  }

  private static int timeColumn(RelNode rel, int input) {
    TimeAttributeWindowingStrategy windowing = windowing(rel);
    if (windowing != null) {
      return windowing.isRowtime() ? windowing.getTimeAttributeIndex() : NO_COLUMN;
    }
    if (EventTimeOperator.of(rel).accepted() == null) {
      return NO_COLUMN;
    }
    if (rel instanceof StreamPhysicalGroupWindowAggregate) { // sessions
      return rel.getInput(0)
          .getRowType()
          .getFieldNames()
          .indexOf(((StreamPhysicalGroupWindowAggregate) rel).window().timeAttribute().getName());
    }
    if (rel instanceof StreamPhysicalOverAggregate) {
      return ((StreamPhysicalOverAggregate) rel)
          .logicWindow()
          .groups
          .get(0)
          .orderKeys
          .getFieldCollations()
          .get(0)
          .getFieldIndex();
    }
    if (rel instanceof StreamPhysicalMatch) {
      return FlinkNodes.clauses((StreamPhysicalMatch) rel)
          .orderKeys()
          .getFieldCollations()
          .get(0)
          .getFieldIndex();
    }
    if (rel instanceof StreamPhysicalIntervalJoin) {
      WindowBounds bounds = FlinkNodes.bounds((StreamPhysicalIntervalJoin) rel);
      return input == 0 ? bounds.getLeftTimeIdx() : bounds.getRightTimeIdx();
    }
    return NO_COLUMN;
  }

  @Nullable
  private static EventWindows windows(RelNode rel, ZoneId zone) {
    TimeAttributeWindowingStrategy windowing = windowing(rel);
    return windowing == null ? null : EventWindows.of(windowing, zone);
  }

  @Nullable
  private static TimeAttributeWindowingStrategy windowing(RelNode rel) {
    if (rel instanceof StreamPhysicalWindowAggregate) {
      return onTime(((StreamPhysicalWindowAggregate) rel).windowing());
    }
    if (rel instanceof StreamPhysicalGlobalWindowAggregate) {
      RelNode local = rel.getInput(0).getInput(0);
      return onTime(((StreamPhysicalLocalWindowAggregate) local).windowing());
    }
    return rel instanceof StreamPhysicalGroupWindowAggregate
        ? GroupWindows.windowing((StreamPhysicalGroupWindowAggregate) rel)
        : null;
  }

  @Nullable
  private static TimeAttributeWindowingStrategy onTime(WindowingStrategy windowing) {
    return windowing instanceof TimeAttributeWindowingStrategy
        ? (TimeAttributeWindowingStrategy) windowing
        : null;
  }

  /** Two that compute the same from the same have the same. */
  public String digest() {
    return FlinkRelOptUtil.getDigest(rel) + CastTypes.of(rel);
  }

  /** The options of the tables that it reads, by which tables of one name are told apart. */
  List<Map<String, String>> tableOptions() {
    return inputs.stream().map(ObservedInput::options).collect(Collectors.toList());
  }

  /** A title such as {@code WindowAggregate by [sensor_id], TUMBLE of 1 min, of table readings}. */
  public String title() {
    String tables =
        inputs.stream().map(ObservedInput::table).distinct().collect(Collectors.joining(", "));
    return PlanNames.operator(rel)
        + " by "
        + keyNames()
        + (windows == null ? "" : ", " + windows)
        + (tables.isEmpty() ? "" : ", of table " + tables);
  }

  /** The names of the key columns, as the query has them. */
  List<String> keyNames() {
    return keyType.getFieldNames();
  }

  RowType keyType() {
    return keyType;
  }

  /** The inputs that can be sampled. */
  public List<ObservedInput> inputs() {
    return inputs;
  }

  /** Why its input cannot be sampled; null if it can. */
  @Nullable
  public String obstacle() {
    return obstacle;
  }

  /** Whether keys can have watermarks of their own. */
  Decision<EventTimeOperator> eventTime() {
    return eventTime;
  }

  /** How far the rows of a key may be out of order by the tables; empty if that is not known. */
  Optional<Duration> delay() {
    return eventTime.accepted() == null
        ? Optional.empty()
        : eventTime.accepted().inputs().stream()
            .map(input -> input.origin().delay())
            .reduce((a, b) -> a.isPresent() && b.isPresent() ? longer(a, b) : Optional.empty())
            .orElse(Optional.empty());
  }

  private static Optional<Duration> longer(Optional<Duration> a, Optional<Duration> b) {
    return a.get().compareTo(b.get()) >= 0 ? a : b;
  }

  /** Its windows on event time; null if it has none, or sessions. */
  @Nullable
  public EventWindows windows() {
    return windows;
  }

  /** When it drops a record; null if that cannot be said of a record by itself. */
  @Nullable
  Deadline deadline() {
    if (windows != null) {
      return windows.deadline();
    }
    return eventTime.accepted() != null
            && (rel instanceof StreamPhysicalOverAggregate || rel instanceof StreamPhysicalMatch)
        ? Deadline.ofRecord()
        : null;
  }

  /** Whether it is a GROUP BY without windows. */
  boolean isGroupAggregate() {
    return rel instanceof StreamPhysicalGroupAggregate
        || rel instanceof StreamPhysicalGlobalGroupAggregate;
  }
}
