package org.trilink.runtime.placement;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import javax.annotation.Nullable;
import org.apache.flink.runtime.operators.coordination.OperatorCoordinator;
import org.trilink.runtime.balance.RecordCounts;

/**
 * The one place where the keys of an exchange, or of the two inputs of a join, get their key
 * groups. It serves the coordinators of the placing operators, one per input, which a JobMaster
 * calls from one thread.
 */
final class PlacementAuthority {

  /** Those of joins of which one input's coordinator has come so far, by their shared ids. */
  private static final Map<String, PlacementAuthority> HALVES = new HashMap<>();

  private final PlacementSettings settings;
  private final List<PlacementCoordinator> inputs = new ArrayList<>();

  /** Null before the first key, so that a history is not placed in vain before a restore. */
  @Nullable private KeyPlacements placements;

  /** The checkpoint that held all decisions so far, when it was taken. */
  private long checkpoint = OperatorCoordinator.NO_CHECKPOINT;

  private PlacementAuthority(PlacementSettings settings) {
    this.settings = settings;
  }

  /**
   * The authority that serves a coordinator.
   *
   * @param sharedId what the coordinators of a join's inputs have in common, null for one input
   */
  static PlacementAuthority of(
      PlacementCoordinator input, PlacementSettings settings, @Nullable String sharedId) {
    if (sharedId == null) {
      return new PlacementAuthority(settings).with(input);
    }
    synchronized (HALVES) {
      PlacementAuthority half = HALVES.remove(sharedId);
      if (half == null || half.inputs.get(0).isOwner() == input.isOwner()) {
        // the first of the two; what is there was left by a JobMaster that did not get far
        half = new PlacementAuthority(settings);
        HALVES.put(sharedId, half);
      }
      return half.with(input);
    }
  }

  /** Forgets a join's input whose other one has never come. */
  void leave(String sharedId) {
    synchronized (HALVES) {
      HALVES.remove(sharedId, this);
    }
  }

  private PlacementAuthority with(PlacementCoordinator input) {
    inputs.add(input);
    return this;
  }

  // ---------------------------------------------------------------------------------- decisions

  /** Whether all is known that was decided before a restart. */
  private boolean isComplete() {
    return inputs.stream().noneMatch(PlacementCoordinator::awaitsSubtasks);
  }

  /** The key groups of some keys; null if that can't be said yet. */
  @Nullable
  PlacementAnswer place(KeyBatch keys, RecordCounts counts, boolean withLoads) throws IOException {
    if (!isComplete()) {
      return null;
    }
    counts.forEach(placements()::count);
    short[] keyGroups = new short[keys.size()];
    keys.forEach((index, key) -> keyGroups[index] = (short) placements().place(key));
    return new PlacementAnswer(
        keyGroups, checkpoint, withLoads ? placements().targetLoads() : null);
  }

  /** Takes over what a subtask has restored. */
  PlacementAnswer learn(KeyBatch keys, short[] keyGroups) {
    keys.forEach((index, key) -> placements().learn(key, keyGroups[index]));
    return new PlacementAnswer(keyGroups, checkpoint, null);
  }

  private KeyPlacements placements() {
    if (placements == null) {
      placements = new KeyPlacements(settings);
    }
    return placements;
  }

  // -------------------------------------------------------------------------------- checkpoints

  byte[] snapshot(long checkpointId) throws IOException {
    byte[] snapshot = placements().snapshot();
    checkpoint = checkpointId;
    return snapshot;
  }

  /** Goes back to a snapshot; null for the beginning. */
  void reset(long checkpointId, @Nullable byte[] snapshot) throws IOException {
    placements = snapshot == null ? null : KeyPlacements.restore(snapshot, settings);
    checkpoint = checkpointId;
  }
}
