/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.placement;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;
import javax.annotation.Nullable;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.data.binary.BinaryRowData;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.table.types.logical.RowType;
import org.trilink.runtime.move.balance.MonitorSettings;

/** Says which keys are placed, and how; the same for all inputs of a keyed operator. */
public final class PlacementSettings implements Serializable {

  private static final long serialVersionUID = 1L;

  private final String name;
  @Nullable private final CoordinatedPlacement coordinated;
  @Nullable private final KeyPlacementStrategy local;
  @Nullable private final MonitorSettings monitor;
  private final RowType keyType;
  private final int maxParallelism;
  private final int targetParallelism;
  private final int inputs;
  @Nullable private final String sharedId;

  private PlacementSettings(
      String name,
      @Nullable CoordinatedPlacement coordinated,
      @Nullable KeyPlacementStrategy local,
      @Nullable MonitorSettings monitor,
      RowType keyType,
      int maxParallelism,
      int targetParallelism,
      int inputs,
      @Nullable String sharedId) {
    this.name = name;
    this.coordinated = coordinated;
    this.local = local;
    this.monitor = monitor;
    this.keyType = keyType;
    this.maxParallelism = maxParallelism;
    this.targetParallelism = targetParallelism;
    this.inputs = inputs;
    this.sharedId = sharedId;
  }

  /**
   * Settings for the keys of one input that a coordinator places.
   *
   * @param maxParallelism of the operator behind the exchange: its number of key groups
   * @param targetParallelism of the operator behind the exchange
   */
  public PlacementSettings(
      CoordinatedPlacement placement, RowType keyType, int maxParallelism, int targetParallelism) {
    this(
        placement.toString(),
        placement,
        null,
        null,
        keyType,
        maxParallelism,
        targetParallelism,
        1,
        null);
  }

  /**
   * Settings for the keys of one input that a function of the key places, unless they are moved.
   *
   * @param name the text by which state is bound to the strategy
   */
  public PlacementSettings(
      String name,
      KeyPlacementStrategy local,
      RowType keyType,
      int maxParallelism,
      int targetParallelism) {
    this(name, null, local, null, keyType, maxParallelism, targetParallelism, 1, null);
  }

  /**
   * Returns these settings with a monitor, which moves keys.
   *
   * @param id shared by the coordinators of placing and keyed operator; any text that no other
   *     exchange has
   */
  public PlacementSettings monitored(MonitorSettings settings, String id) {
    return new PlacementSettings(
        name, coordinated, local, settings, keyType, maxParallelism, targetParallelism, inputs, id);
  }

  /**
   * Returns these settings for several inputs, whose keys are placed by one map.
   *
   * @param id shared by their coordinators; any text that no other exchange has
   */
  public PlacementSettings forInputs(int number, String id) {
    return new PlacementSettings(
        name, coordinated, local, monitor, keyType, maxParallelism, targetParallelism, number, id);
  }

  /**
   * The settings that subtasks need, without those of the coordinator alone, which may be large.
   */
  PlacementSettings forSubtasks() {
    return new PlacementSettings(
        name, null, local, monitor, keyType, maxParallelism, targetParallelism, inputs, sharedId);
  }

  /** The text by which state is bound to the strategy that places keys before they are moved. */
  String name() {
    return name;
  }

  /**
   * The strategy that takes earlier decisions into account.
   *
   * @throws IllegalStateException if a function of the key decides
   */
  CoordinatedPlacement placement() {
    if (coordinated == null) {
      throw new IllegalStateException("Keys are not placed by a coordinator, but by " + name + ".");
    }
    return coordinated;
  }

  /** The function of the key that decides; null if a coordinator does. */
  @Nullable
  KeyPlacementStrategy local() {
    return local;
  }

  /** Returns the settings of the monitor; null if keys stay where they are. */
  @Nullable
  MonitorSettings monitor() {
    return monitor;
  }

  RowType keyType() {
    return keyType;
  }

  /** Returns the max parallelism of the operator behind the exchange. */
  int maxParallelism() {
    return maxParallelism;
  }

  /** Returns the parallelism of the operator behind the exchange. */
  int targetParallelism() {
    return targetParallelism;
  }

  /** Returns the number of inputs of the operator behind the exchange. */
  int inputs() {
    return inputs;
  }

  /**
   * The id that the coordinators of an exchange, or of a join's exchanges, share; null if there is
   * only one.
   */
  @Nullable
  String sharedId() {
    return sharedId;
  }

  /** The number of coordinators: one per input, and the keyed operator's if keys are moved. */
  int coordinators() {
    return monitor == null ? inputs : inputs + 1;
  }

  /** A key with readable columns, from one of which only the bytes are known. */
  BinaryRowData readable(BinaryRowData key) {
    BinaryRowData row = new BinaryRowData(keyType.getFieldCount());
    row.pointTo(key.getSegments(), key.getOffset(), key.getSizeInBytes());
    return row;
  }

  /** A key's values as text. */
  String describe(BinaryRowData key) {
    BinaryRowData row = readable(key);
    List<String> values = new ArrayList<>();
    for (int i = 0; i < keyType.getFieldCount(); i++) {
      LogicalType type = keyType.getTypeAt(i);
      values.add(String.valueOf(RowData.createFieldGetter(type, i).getFieldOrNull(row)));
    }
    return values.toString();
  }
}
