package org.trilink.runtime.balance;

import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.apache.flink.core.memory.DataInputView;
import org.apache.flink.core.memory.DataOutputView;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.databind.ObjectMapper;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.databind.node.ArrayNode;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.databind.node.ObjectNode;

/** The last {@value #SIZE} judgements, for whoever wants to know why keys were moved or not. */
public final class JudgementHistory {

  static final int SIZE = 100;

  private static final int VERSION = 1;
  private static final ObjectMapper MAPPER = new ObjectMapper();

  private final Deque<Judgement> judgements = new ArrayDeque<>();

  public void add(Judgement judgement) {
    if (judgements.size() == SIZE) {
      judgements.removeFirst();
    }
    judgements.addLast(judgement);
  }

  /** The oldest first. */
  public List<Judgement> judgements() {
    return new ArrayList<>(judgements);
  }

  // -------------------------------------------------------------------------------------- shown

  /** A line each, the oldest first. */
  public String toText() {
    StringBuilder text = new StringBuilder();
    judgements.forEach(judgement -> text.append(judgement).append('\n'));
    return text.toString();
  }

  /** An array, the oldest first. */
  public String toJson() {
    ArrayNode array = MAPPER.createArrayNode();
    for (Judgement judgement : judgements) {
      ObjectNode node = array.addObject();
      node.put("time", judgement.time());
      put(node.putObject("now"), judgement.now());
      ObjectNode predictions = node.putObject("predictions");
      judgement
          .strategies()
          .forEach((strategy, balance) -> put(predictions.putObject(strategy), balance));
      node.put("bestDegree", judgement.bestDegree());
      node.put("heaviestShare", judgement.heaviestShare());
      node.put("verdict", judgement.verdict().name());
      node.put("moves", judgement.moves());
      put(node.putObject("after"), judgement.after());
      node.put("reason", judgement.reason());
    }
    return array.toString();
  }

  private static void put(ObjectNode node, Balance balance) {
    node.put("degree", balance.degree());
    node.put("extraComputeTime", balance.extraComputeTime());
  }

  // ---------------------------------------------------------------------------------- snapshots

  public void write(DataOutputView out) throws IOException {
    out.writeByte(VERSION);
    out.writeByte(judgements.size());
    for (Judgement judgement : judgements) {
      judgement.write(out);
    }
  }

  /**
   * Reads what {@link #write} wrote.
   *
   * @throws IllegalStateException if a newer version of Trilink wrote it
   */
  public static JudgementHistory read(DataInputView in) throws IOException {
    int version = in.readByte();
    if (version != VERSION) {
      throw new IllegalStateException(
          "The history of balance judgements was written by a newer version of Trilink (format "
              + version
              + "). Restore it with that version.");
    }
    JudgementHistory history = new JudgementHistory();
    for (int size = in.readByte(); size > 0; size--) {
      history.add(Judgement.read(in));
    }
    return history;
  }
}
