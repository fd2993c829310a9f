/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.planner.flink;

import java.util.Arrays;
import java.util.stream.Collectors;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.annotation.JsonCreator;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.annotation.JsonValue;
import org.apache.flink.table.planner.utils.JavaScalaConversionUtil;
import org.apache.flink.table.runtime.groupwindow.NamedWindowProperty;
import org.apache.flink.table.runtime.groupwindow.RowtimeAttribute;
import org.apache.flink.table.runtime.groupwindow.WindowEnd;
import org.apache.flink.table.runtime.groupwindow.WindowProperty;
import org.apache.flink.table.runtime.groupwindow.WindowStart;
import org.apache.flink.table.types.logical.LogicalType;
import scala.collection.Seq;

/**
 * The times of its window that an aggregate appends to each result, in the order of the columns.
 * Versions of Flink have other classes for them.
 */
public final class WindowProperties {

  private final NamedWindowProperty[] named;

  @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
  private WindowProperties(NamedWindowProperty[] named) {
    this.named = named;
  }

  /** Returns those that a node of Flink has. */
  public static WindowProperties of(Seq<NamedWindowProperty> named) {
    return new WindowProperties(
        JavaScalaConversionUtil.toJava(named).toArray(new NamedWindowProperty[0]));
  }

  /** Returns those of an aggregate without windows. */
  public static WindowProperties none() {
    return new WindowProperties(new NamedWindowProperty[0]);
  }

  /** Returns them as Flink's nodes of the execution plan take them, and as a JSON plan has them. */
  @JsonValue
  NamedWindowProperty[] named() {
    return named;
  }

  /** Returns them without their names, as Flink's generator of aggregate functions takes them. */
  public Seq<WindowProperty> unnamed() {
    return JavaScalaConversionUtil.toScala(
        Arrays.stream(named).map(NamedWindowProperty::getProperty).collect(Collectors.toList()));
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
    return named[index].getProperty() instanceof WindowStart;
  }

  /** Whether one of them, counted from 0, is the end of the window, or its last instant. */
  public boolean isEnd(int index) {
    WindowProperty property = named[index].getProperty();
    return property instanceof WindowEnd || property instanceof RowtimeAttribute;
  }
}
