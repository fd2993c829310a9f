/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.move.balance;

import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import javax.annotation.Nullable;
import org.apache.flink.core.memory.DataInputView;
import org.apache.flink.core.memory.DataOutputView;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.databind.node.ArrayNode;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.databind.node.ObjectNode;

/**
 * The last {@value #SIZE} judgements and the last {@value #SIZE} Syncs, which show why keys were
 * moved or not.
 */
public final class JudgementHistory {

  static final int SIZE = 100;

  private final Deque<Judgement> judgements = new ArrayDeque<>();
  private final Deque<PastSync> syncs = new ArrayDeque<>();

  /** Number of judgements and Syncs that were ever added. */
  private long entries;

  /**
   * Adds a judgement. One without load figures replaces a preceding one with the same verdict, so
   * that these do not fill the history.
   */
  public void add(Judgement judgement) {
    if (judgement.verdict().saysNothing()
        && !judgements.isEmpty()
        && judgements.getLast().verdict() == judgement.verdict()) {
      judgements.removeLast();
    }
    add(judgements, judgement);
  }

  public void add(PastSync sync) {
    add(syncs, sync);
  }

  private <T> void add(Deque<T> last, T next) {
    entries++;
    if (last.size() == SIZE) {
      last.removeFirst();
    }
    last.addLast(next);
  }

  /** The last judgement; null if there is none. */
  @Nullable
  public Judgement last() {
    return judgements.peekLast();
  }

  /**
   * How many judgements and Syncs were ever added, including dropped ones; shows whether the
   * history has changed.
   */
  public long entries() {
    return entries;
  }

  /** The oldest first. */
  public List<Judgement> judgements() {
    return new ArrayList<>(judgements);
  }

  /** The oldest first. */
  public List<PastSync> syncs() {
    return new ArrayList<>(syncs);
  }

  // -------------------------------------------------------------------------------------- shown

  /** A line each, judgements and then Syncs, the oldest first. */
  public String toText() {
    StringBuilder text = new StringBuilder();
    judgements.forEach(judgement -> text.append(judgement).append('\n'));
    syncs.forEach(sync -> text.append(sync).append('\n'));
    return text.toString();
  }

  /** The judgements, the oldest first. */
  void judgementsToJson(ArrayNode array) {
    for (Judgement judgement : judgements) {
      ObjectNode node = array.addObject();
      node.put("time", judgement.time());
      judgement.now().toJson(node.putObject("now"));
      ObjectNode predictions = node.putObject("predictions");
      judgement
          .strategies()
          .forEach((strategy, balance) -> balance.toJson(predictions.putObject(strategy)));
      node.put("bestDegree", judgement.bestDegree());
      node.put("heaviestShare", judgement.heaviestShare());
      node.put("verdict", judgement.verdict().name());
      node.put("moves", judgement.moves());
      judgement.after().toJson(node.putObject("after"));
      node.put("reason", judgement.reason());
    }
  }

  /** The Syncs, the oldest first. */
  void syncsToJson(ArrayNode array) {
    for (PastSync sync : syncs) {
      ObjectNode node = array.addObject();
      node.put("time", sync.time());
      node.put("done", sync.isDone());
      node.put("outcome", sync.outcome());
      node.put("keys", sync.keys());
      node.put("bytes", sync.bytes());
      node.put("pauseMillis", sync.pause());
      sync.before().toJson(node.putObject("before"));
      sync.after().toJson(node.putObject("after"));
    }
  }

  // ---------------------------------------------------------------------------------- snapshots

  public void write(DataOutputView out) throws IOException {
    out.writeByte(judgements.size());
    for (Judgement judgement : judgements) {
      judgement.write(out);
    }
    out.writeByte(syncs.size());
    for (PastSync sync : syncs) {
      sync.write(out);
    }
  }

  /** Reads what {@link #write} wrote. */
  public static JudgementHistory read(DataInputView in) throws IOException {
    JudgementHistory history = new JudgementHistory();
    for (int size = in.readByte(); size > 0; size--) {
      history.add(Judgement.read(in));
    }
    for (int size = in.readByte(); size > 0; size--) {
      history.add(PastSync.read(in));
    }
    return history;
  }
}
