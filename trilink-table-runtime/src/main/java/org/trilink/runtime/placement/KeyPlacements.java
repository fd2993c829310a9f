/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.placement;

import static org.apache.flink.runtime.state.KeyGroupRangeAssignment.computeKeyGroupRangeForOperatorIndex;
import static org.apache.flink.runtime.state.KeyGroupRangeAssignment.computeOperatorIndexForKeyGroup;

import java.io.IOException;
import java.util.Arrays;
import javax.annotation.Nullable;
import org.apache.flink.core.memory.DataInputDeserializer;
import org.apache.flink.core.memory.DataInputView;
import org.apache.flink.core.memory.DataOutputSerializer;
import org.apache.flink.runtime.state.KeyGroupRange;
import org.apache.flink.table.data.binary.BinaryRowData;

/**
 * Assigns key groups to new keys and keeps the key groups of all known keys. The strategy chooses
 * the subtask; of the subtask's key groups, the least loaded one is taken, so that the load stays
 * even when the parallelism changes.
 *
 * <p>After a number of keys, which depends on the strategy, further keys are {@linkplain SpreadKeys
 * spread}: they are placed by their hash, and not kept.
 *
 * <p>A key counts as a load of one record from the moment it is placed. Otherwise many new keys,
 * whose records are not counted yet, would all go to one subtask.
 */
final class KeyPlacements {

  /** The sum of all weights. */
  private static final int PERCENT = 100;

  private static final long GOLDEN_RATIO = 0x9E3779B97F4A7C15L;

  private final PlacementSettings settings;
  private final CoordinatedPlacement placement;
  private final int maxParallelism;

  /** The subtasks between which the strategy chooses: those of the target, or one per weight. */
  private final int nodes;

  private final KeyGroupTable keyGroups = new KeyGroupTable();

  // By key group.
  private final int[] keys;
  private final long[] records;

  private final LoadHeap nodeLoads;

  /** The loads of each node's key groups, counted from its first one. */
  private final LoadHeap[] keyGroupLoads;

  private final int[] firstKeyGroups;

  private final int[] cumulativeWeights;
  private long draws;

  /** Between how many subtasks further keys are spread; 0 as long as each is placed. */
  private int spreadOver;

  /**
   * The subtasks of further keys; null as long as each key is placed, and before all that was
   * placed is known.
   */
  @Nullable private SpreadKeys spread;

  /**
   * Starts with no keys except those in the strategy's history.
   *
   * @throws IllegalArgumentException if there are more weights than key groups
   */
  KeyPlacements(PlacementSettings settings) {
    this(settings, settings.placement().seed());
    if (placement.history() != null) {
      placement.history().forEachByRecords(this::prime);
    }
  }

  private KeyPlacements(PlacementSettings settings, long draws) {
    this.settings = settings;
    placement = settings.placement();
    maxParallelism = settings.maxParallelism();
    this.draws = draws;
    cumulativeWeights = placement.weights().clone();
    Arrays.parallelPrefix(cumulativeWeights, Integer::sum);
    nodes = byWeight() ? cumulativeWeights.length : settings.targetParallelism();
    if (nodes > maxParallelism) {
      throw new IllegalArgumentException(
          "There are " + nodes + " weights, but only " + maxParallelism + " key groups.");
    }
    keys = new int[maxParallelism];
    records = new long[maxParallelism];
    nodeLoads = new LoadHeap(nodes);
    keyGroupLoads = new LoadHeap[nodes];
    firstKeyGroups = new int[nodes];
    for (int node = 0; node < nodes; node++) {
      KeyGroupRange range = computeKeyGroupRangeForOperatorIndex(maxParallelism, nodes, node);
      firstKeyGroups[node] = range.getStartKeyGroup();
      keyGroupLoads[node] = new LoadHeap(range.getNumberOfKeyGroups());
    }
  }

  private boolean byWeight() {
    return placement.strategy() == CoordinatedPlacement.Strategy.WEIGHT;
  }

  // ---------------------------------------------------------------------------------- decisions

  /**
   * The key group of a key; {@link KeyGroupTable#ABSENT} if it has none. All that was placed before
   * a restore must be known.
   */
  int find(BinaryRowData key) {
    return find(key, key.hashCode(), spread());
  }

  private int find(BinaryRowData key, int hash, @Nullable SpreadKeys others) {
    int known = keyGroups.get(key, hash);
    return known == KeyGroupTable.ABSENT && others != null ? others.keyGroup(hash) : known;
  }

  /** The key group of a key that is kept; {@link KeyGroupTable#ABSENT} if it is not. */
  int findKept(BinaryRowData key) {
    return keyGroups.get(key, key.hashCode());
  }

  /**
   * How keys are placed that are not kept; null as long as all are kept. All that was placed before
   * a restore must be known.
   */
  @Nullable
  SpreadKeys spread() {
    if (spread == null && spreadOver > 0) {
      spread = new SpreadKeys(keyGroups, spreadOver, maxParallelism);
    }
    return spread;
  }

  /** The key groups of some keys, in their order, which get one now if they have none. */
  short[] place(KeyBatch batch) {
    short[] placed = new short[batch.size()];
    batch.forEach((index, key) -> placed[index] = (short) place(key, batch.hash(index)));
    return placed;
  }

  /** The key group of a key, which gets one now if it has none. The key is in one segment. */
  int place(BinaryRowData key) {
    return place(key, key.hashCode());
  }

  private int place(BinaryRowData key, int hash) {
    int known = find(key, hash, spread());
    return known == KeyGroupTable.ABSENT ? placeNew(key, hash, 1) : known;
  }

  private int placeNew(BinaryRowData key, int hash, long load) {
    int node = byWeight() ? draw() : nodeLoads.least();
    int keyGroup = firstKeyGroups[node] + keyGroupLoads[node].least();
    keyGroups.add(key, hash, keyGroup);
    keyAdded(keyGroup);
    addLoad(keyGroup, byRecords() ? load : 1);
    if (keyGroups.size() >= placement.maxPlacedKeys(nodes)) {
      spreadOver = nodes;
    }
    return keyGroup;
  }

  private void prime(BinaryRowData key, long pastRecords) {
    int hash = key.hashCode();
    int known = keyGroups.get(key, hash);
    if (known == KeyGroupTable.ABSENT) {
      placeNew(key, hash, Math.max(1, pastRecords));
    } else {
      addLoad(known, pastRecords);
    }
  }

  /** The next pseudo-random number (SplitMix64), whose only state is a counter. */
  private int draw() {
    draws += GOLDEN_RATIO;
    long bits = (draws ^ (draws >>> 30)) * 0xBF58476D1CE4E5B9L;
    bits = (bits ^ (bits >>> 27)) * 0x94D049BB133111EBL;
    bits ^= bits >>> 31;
    int point = (int) (((bits >>> 32) * PERCENT) >>> 32);
    int low = 0;
    int high = nodes - 1;
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (cumulativeWeights[middle] > point) {
        high = middle;
      } else {
        low = middle + 1;
      }
    }
    return low;
  }

  /**
   * Adds a key's key group that a subtask has restored.
   *
   * @throws IllegalStateException if the key has another key group: this is a bug, and continuing
   *     would split its state
   */
  void learn(BinaryRowData key, int keyGroup) {
    int hash = key.hashCode();
    int known = find(key, hash, spread);
    if (known == KeyGroupTable.ABSENT) {
      keyGroups.add(key, hash, keyGroup);
      keyAdded(keyGroup);
      addLoad(keyGroup, 1);
    } else if (known != keyGroup) {
      throw new IllegalStateException(
          "The key "
              + settings.describe(key)
              + " is in key group "
              + known
              + ", but a subtask reports key group "
              + keyGroup
              + ". This is a bug in Trilink. The job fails, because the state of the key would be"
              + " split.");
    }
  }

  /**
   * A subtask has restored that keys were spread, of which the coordinator's checkpoint may know
   * nothing yet.
   *
   * @param nodes 0 if they were not
   */
  void learnSpread(int nodes) {
    spreadOver = Math.max(spreadOver, nodes);
  }

  /** Counts records of a key group's keys. */
  void count(int keyGroup, long more) {
    records[keyGroup] += more;
    if (byRecords()) {
      addLoad(keyGroup, more);
    }
  }

  private boolean byRecords() {
    return placement.strategy() == CoordinatedPlacement.Strategy.LEAST_COUNT;
  }

  private void keyAdded(int keyGroup) {
    keys[keyGroup]++;
  }

  private void addLoad(int keyGroup, long more) {
    int node = computeOperatorIndexForKeyGroup(maxParallelism, nodes, keyGroup);
    nodeLoads.add(node, more);
    keyGroupLoads[node].add(keyGroup - firstKeyGroups[node], more);
  }

  // ------------------------------------------------------------------------------------ figures

  int size() {
    return keyGroups.size();
  }

  /** The load of each subtask of the target. */
  TargetLoads targetLoads() {
    int targetParallelism = settings.targetParallelism();
    long[] targetKeys = new long[targetParallelism];
    long[] targetRecords = new long[targetParallelism];
    for (int keyGroup = 0; keyGroup < maxParallelism; keyGroup++) {
      int target = computeOperatorIndexForKeyGroup(maxParallelism, targetParallelism, keyGroup);
      targetKeys[target] += keys[keyGroup];
      targetRecords[target] += records[keyGroup];
    }
    return new TargetLoads(targetKeys, targetRecords);
  }

  /** Bytes of everything that grows with the number of keys, including the keys' own bytes. */
  long retainedBytes() {
    return keyGroups.retainedBytes();
  }

  // ---------------------------------------------------------------------------------- snapshots

  /**
   * All placements as they are now, for a checkpoint.
   *
   * @throws IllegalStateException if that is more than 2 GB
   */
  PlacementImage image() throws IOException {
    DataOutputSerializer head = new DataOutputSerializer(2 * Long.BYTES * maxParallelism + 64);
    head.writeUTF(settings.name());
    head.writeInt(maxParallelism);
    head.writeLong(draws);
    head.writeInt(spreadOver);
    for (int keyGroup = 0; keyGroup < maxParallelism; keyGroup++) {
      head.writeLong(records[keyGroup]);
      head.writeLong(load(keyGroup));
    }
    return new PlacementImage(head.getCopyOfBuffer(), keyGroups.image(), keyGroups.size());
  }

  private long load(int keyGroup) {
    int node = computeOperatorIndexForKeyGroup(maxParallelism, nodes, keyGroup);
    return keyGroupLoads[node].load(keyGroup - firstKeyGroups[node]);
  }

  /**
   * Restores a snapshot. The target may have another parallelism now; keys keep their key groups.
   *
   * @throws IllegalStateException if the keys were placed by another strategy, or over another
   *     number of key groups
   */
  static KeyPlacements restore(byte[] snapshot, PlacementSettings settings) throws IOException {
    return read(new DataInputDeserializer(snapshot), settings);
  }

  /** Restores placements that a {@link PlacementImage} has written. */
  static KeyPlacements read(DataInputView in, PlacementSettings settings) throws IOException {
    checkSame(in.readUTF(), in.readInt(), settings);
    KeyPlacements placements = new KeyPlacements(settings, in.readLong());
    placements.spreadOver = in.readInt();
    for (int keyGroup = 0; keyGroup < settings.maxParallelism(); keyGroup++) {
      placements.records[keyGroup] = in.readLong();
      placements.addLoad(keyGroup, in.readLong());
    }
    placements.keyGroups.read(in, placements::keyAdded);
    return placements;
  }

  /**
   * Checks that the keys were placed in the same way, as their state must not change its key group.
   *
   * @throws IllegalStateException if keys were placed in another way
   */
  static void checkSame(
      String formerPlacement, int formerMaxParallelism, PlacementSettings settings) {
    String former = describe(formerPlacement, formerMaxParallelism);
    String now = describe(settings.name(), settings.maxParallelism());
    if (!former.equals(now)) {
      throw new IllegalStateException(
          "The keys of the state that is to be restored were placed by "
              + former
              + ", but the job now places them by "
              + now
              + ". Restore the former placement, or start without the state.");
    }
  }

  private static String describe(String placement, int maxParallelism) {
    return "'" + placement + "' with max parallelism " + maxParallelism;
  }
}
