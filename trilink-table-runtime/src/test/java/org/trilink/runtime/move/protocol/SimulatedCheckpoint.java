/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.move.protocol;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The content of a checkpoint, as far as it is complete. */
final class SimulatedCheckpoint {

  final long id;

  /** Whether it goes on when a later checkpoint is complete. */
  final boolean isSavepoint;

  private final SimulatedSetup setup;

  /** The coordinator's part; null until it is released. */
  byte[] coordination;

  /** By input and sender, the positions in the scripts. */
  private final Map<List<Integer>, Integer> positions = new HashMap<>();

  private final Map<Integer, SimulatedWindows.State> states = new HashMap<>();

  /**
   * By input, sender and receiver: the elements between the receiver's snapshot and the barrier.
   */
  private final Map<List<Integer>, List<SimulatedElement>> read = new HashMap<>();

  /** By input, sender and receiver: the elements that the barrier has overtaken. */
  private final Map<List<Integer>, List<SimulatedElement>> overtaken = new HashMap<>();

  /** By receiver: on how many of its channels the barrier has arrived. */
  private final Map<Integer, Integer> barriers = new HashMap<>();

  SimulatedCheckpoint(long id, boolean isSavepoint, SimulatedSetup setup) {
    this.id = id;
    this.isSavepoint = isSavepoint;
    this.setup = setup;
  }

  void senderTook(int input, int sender, int position) {
    positions.put(List.of(input, sender), position);
  }

  void overtaken(int input, int sender, int receiver, SimulatedElement element) {
    addTo(overtaken, List.of(input, sender, receiver), element);
  }

  void read(int input, int sender, int receiver, SimulatedElement element) {
    addTo(read, List.of(input, sender, receiver), element);
  }

  private static void addTo(
      Map<List<Integer>, List<SimulatedElement>> lists,
      List<Integer> channel,
      SimulatedElement element) {
    if (!(element instanceof SimulatedElement.Barrier)) {
      lists.computeIfAbsent(channel, any -> new ArrayList<>()).add(element);
    }
  }

  void receiverTook(int receiver, SimulatedWindows.State state) {
    states.put(receiver, state);
  }

  boolean hasTaken(int receiver) {
    return states.containsKey(receiver);
  }

  /** Returns whether it was the receiver's last one. */
  boolean barrierCame(int receiver, int channels) {
    return barriers.merge(receiver, 1, Integer::sum) == channels;
  }

  boolean isComplete() {
    int senders = 0;
    for (int ofInput : setup.senders) {
      senders += ofInput;
    }
    int channels = senders;
    return coordination != null
        && positions.size() == senders
        && states.size() == setup.receivers
        && barriers.values().stream().filter(came -> came == channels).count() == setup.receivers;
  }

  int position(int input, int sender) {
    return positions.get(List.of(input, sender));
  }

  SimulatedWindows.State state(int receiver) {
    return states.get(receiver);
  }

  /** The content of a channel after a restore. */
  List<SimulatedElement> channel(int input, int sender, int receiver) {
    List<Integer> channel = List.of(input, sender, receiver);
    List<SimulatedElement> elements = new ArrayList<>(read.getOrDefault(channel, List.of()));
    elements.addAll(overtaken.getOrDefault(channel, List.of()));
    return elements;
  }
}
