/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.planner.placement;

import java.io.DataInputStream;
import java.io.IOException;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;
import javax.annotation.Nullable;
import org.apache.flink.api.common.typeutils.TypeSerializerSnapshot;
import org.apache.flink.core.fs.FSDataInputStream;
import org.apache.flink.core.memory.DataInputViewStreamWrapper;
import org.apache.flink.runtime.checkpoint.Checkpoints;
import org.apache.flink.runtime.checkpoint.OperatorState;
import org.apache.flink.runtime.checkpoint.OperatorSubtaskState;
import org.apache.flink.runtime.checkpoint.metadata.CheckpointMetadata;
import org.apache.flink.runtime.state.CompletedCheckpointStorageLocation;
import org.apache.flink.runtime.state.IncrementalRemoteKeyedStateHandle;
import org.apache.flink.runtime.state.KeyGroupsStateHandle;
import org.apache.flink.runtime.state.KeyedBackendSerializationProxy;
import org.apache.flink.runtime.state.KeyedStateHandle;
import org.apache.flink.runtime.state.StreamStateHandle;
import org.apache.flink.runtime.state.filesystem.AbstractFsCheckpointStorageAccess;
import org.apache.flink.table.api.ValidationException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.trilink.planner.flink.FlinkStateHandles;
import org.trilink.runtime.key.PlacedKeySerializerSnapshot;

/** How the keys in a savepoint or checkpoint were placed, by which max parallelism. Read once. */
final class SavepointKeys {

  private static final Logger LOG = LoggerFactory.getLogger(SavepointKeys.class);

  /** How stock Flink places keys, and the strategy of that name does. */
  private static final String HASH = "hash";

  private final String path;

  /** By placement: the max parallelisms of the operators with such keys. */
  private final Map<String, SortedSet<Integer>> byPlacement = new LinkedHashMap<>();

  @Nullable private Exception obstacle;

  SavepointKeys(String path) {
    this.path = path;
    try {
      read();
    } catch (IOException | RuntimeException e) {
      LOG.warn("Savepoint '{}' cannot be read by the planner.", path, e);
      obstacle = e;
    }
  }

  String path() {
    return path;
  }

  /** It need not be: the cluster may know file systems that the planner does not. */
  boolean isReadable() {
    return obstacle == null;
  }

  /**
   * The max parallelisms of the operators whose keys are placed in this way; empty if the savepoint
   * has no keys at all.
   *
   * @throws ValidationException if it has keys, but all are placed in other ways; if it is not
   *     readable
   */
  SortedSet<Integer> maxParallelisms(String placement) {
    if (obstacle != null) {
      throw new ValidationException(
          String.format(
              "The max parallelism of savepoint '%s' cannot be read: %s. Set"
                  + " 'pipeline.max-parallelism' to the value that the savepoint was taken with.",
              path, obstacle.getMessage()),
          obstacle);
    }
    if (!byPlacement.isEmpty() && !byPlacement.containsKey(placement)) {
      throw new ValidationException(
          String.format(
              "Keys in savepoint '%s' are placed by '%s', and this statement places them by '%s':"
                  + " the state of a key can be restored only where the key was placed. %s, or"
                  + " start without the savepoint.",
              path, String.join("' and '", byPlacement.keySet()), placement, remedy(placement)));
    }
    return byPlacement.getOrDefault(placement, new TreeSet<>());
  }

  private String remedy(String placement) {
    if (placement.startsWith("ahead-keyby")) {
      return "Keep the topic's number of partitions and the hint (partitions that were added to a"
          + " topic cannot be removed: write to a new topic)";
    }
    return byPlacement.keySet().stream().anyMatch(MonitoredPlacement::is)
            == MonitoredPlacement.is(placement)
        ? "Keep the former value of 'partition'"
        : "Keep the former values of 'partition' and 'partition.monitor'";
  }

  private void read() throws IOException {
    CompletedCheckpointStorageLocation location =
        AbstractFsCheckpointStorageAccess.resolveCheckpointPointer(path);
    try (DataInputStream metadata =
        new DataInputStream(location.getMetadataHandle().openInputStream())) {
      CheckpointMetadata checkpoint =
          Checkpoints.loadCheckpointMetadata(
              metadata,
              Thread.currentThread().getContextClassLoader(),
              location.getExternalPointer());
      for (OperatorState operator : checkpoint.getOperatorStates()) {
        Optional<StreamStateHandle> keys = keyedState(operator.getStates());
        if (keys.isPresent()) {
          byPlacement
              .computeIfAbsent(placement(keys.get()), any -> new TreeSet<>())
              .add(operator.getMaxParallelism());
        }
      }
    }
  }

  /** A file that starts with what the operator's keyed state is made of. */
  private static Optional<StreamStateHandle> keyedState(Collection<OperatorSubtaskState> subtasks) {
    for (OperatorSubtaskState subtask : subtasks) {
      for (KeyedStateHandle handle : subtask.getManagedKeyedState()) {
        if (handle instanceof KeyGroupsStateHandle) {
          return Optional.of(((KeyGroupsStateHandle) handle).getDelegateStateHandle());
        }
        if (handle instanceof IncrementalRemoteKeyedStateHandle) {
          return Optional.of(
              FlinkStateHandles.description((IncrementalRemoteKeyedStateHandle) handle));
        }
      }
    }
    return Optional.empty();
  }

  private static String placement(StreamStateHandle state) throws IOException {
    try (FSDataInputStream file = state.openInputStream()) {
      KeyedBackendSerializationProxy<?> header =
          new KeyedBackendSerializationProxy<>(Thread.currentThread().getContextClassLoader());
      header.read(new DataInputViewStreamWrapper(file));
      TypeSerializerSnapshot<?> keys = header.getKeySerializerSnapshot();
      return keys instanceof PlacedKeySerializerSnapshot
          ? ((PlacedKeySerializerSnapshot) keys).placement()
          : HASH;
    }
  }
}
