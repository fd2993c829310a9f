/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.planner.flink;

import java.util.Arrays;
import java.util.stream.Collectors;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.annotation.JsonCreator;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.annotation.JsonValue;
import org.apache.flink.table.planner.expressions.PlannerNamedWindowProperty;
import org.apache.flink.table.planner.expressions.PlannerRowtimeAttribute;
import org.apache.flink.table.planner.expressions.PlannerWindowEnd;
import org.apache.flink.table.planner.expressions.PlannerWindowProperty;
import org.apache.flink.table.planner.expressions.PlannerWindowStart;
import org.apache.flink.table.planner.utils.JavaScalaConversionUtil;
import org.apache.flink.table.types.logical.LogicalType;
import scala.collection.Seq;

/**
 * The times of its window that an aggregate appends to each result, in the order of the columns.
 * Versions of Flink have other classes for them.
 */
public final class WindowProperties {

  private final PlannerNamedWindowProperty[] named;

  @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
  private WindowProperties(PlannerNamedWindowProperty[] named) {
    this.named = named;
  }

  /** Returns those that a node of Flink has. */
  public static WindowProperties of(Seq<PlannerNamedWindowProperty> named) {
    return new WindowProperties(
        JavaScalaConversionUtil.toJava(named).toArray(new PlannerNamedWindowProperty[0]));
  }

  /** Returns those of an aggregate without windows. */
  public static WindowProperties none() {
    return new WindowProperties(new PlannerNamedWindowProperty[0]);
  }

  /** Returns them as Flink's nodes of the execution plan take them, and as a JSON plan has them. */
  @JsonValue
  PlannerNamedWindowProperty[] named() {
    return named;
  }

  /** Returns them without their names, as Flink's generator of aggregate functions takes them. */
  public Seq<PlannerWindowProperty> unnamed() {
    return JavaScalaConversionUtil.toScala(
        Arrays.stream(named)
            .map(PlannerNamedWindowProperty::getProperty)
            .collect(Collectors.toList()));
  }

  /** Returns the types of their columns. */
  public LogicalType[] types() {
    return Arrays.stream(named)
        .map(property -> property.getProperty().getResultType())
        .toArray(LogicalType[]::new);
  }

  /** Returns how many there are. */
  public int size() {
    return named.length;
  }

  /** Whether one of them, counted from 0, is the start of the window. */
  public boolean isStart(int index) {
    return named[index].getProperty() instanceof PlannerWindowStart;
  }

  /** Whether one of them, counted from 0, is the end of the window, or its last instant. */
  public boolean isEnd(int index) {
    PlannerWindowProperty property = named[index].getProperty();
    return property instanceof PlannerWindowEnd || property instanceof PlannerRowtimeAttribute;
  }
}
