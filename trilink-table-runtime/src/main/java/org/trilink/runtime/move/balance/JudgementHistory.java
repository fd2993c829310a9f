/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.move.balance;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.List;
import java.util.zip.DeflaterOutputStream;
import java.util.zip.InflaterInputStream;
import javax.annotation.Nullable;
import org.apache.flink.api.common.typeutils.base.array.BytePrimitiveArraySerializer;
import org.apache.flink.core.memory.DataInputView;
import org.apache.flink.core.memory.DataOutputView;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.annotation.JsonCreator;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.annotation.JsonProperty;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.databind.JsonNode;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.databind.ObjectMapper;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.databind.node.ArrayNode;

/**
 * The last {@value #SIZE} judgements and the last {@value #SIZE} Syncs, which show why keys were
 * moved or not.
 */
public final class JudgementHistory {

  static final int SIZE = 100;

  private static final ObjectMapper MAPPER = new ObjectMapper();

  @JsonProperty("judgements")
  private final Deque<Judgement> judgements = new ArrayDeque<>();

  @JsonProperty("syncs")
  private final Deque<PastSync> syncs = new ArrayDeque<>();

  /** Number of judgements and Syncs that were ever added. */
  private long entries;

  public JudgementHistory() {
    this(Collections.emptyList(), Collections.emptyList());
  }

  @JsonCreator
  private JudgementHistory(
      @JsonProperty("judgements") List<Judgement> judgements,
      @JsonProperty("syncs") List<PastSync> syncs) {
    judgements.forEach(this::add);
    syncs.forEach(this::add);
  }

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
    judgements.forEach(judgement -> array.add(toJson(judgement)));
  }

  /** The Syncs, the oldest first. */
  void syncsToJson(ArrayNode array) {
    syncs.forEach(sync -> array.add(toJson(sync)));
  }

  static JsonNode toJson(Object value) {
    return MAPPER.valueToTree(value);
  }

  // ---------------------------------------------------------------------------------- snapshots

  /** Writes compressed JSON. */
  public void write(DataOutputView out) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (OutputStream json = new DeflaterOutputStream(bytes)) {
      MAPPER.writeValue(json, this);
    }
    BytePrimitiveArraySerializer.INSTANCE.serialize(bytes.toByteArray(), out);
  }

  /** Reads what {@link #write} wrote. */
  public static JudgementHistory read(DataInputView in) throws IOException {
    byte[] bytes = BytePrimitiveArraySerializer.INSTANCE.deserialize(in);
    try (InputStream json = new InflaterInputStream(new ByteArrayInputStream(bytes))) {
      return MAPPER.readValue(json, JudgementHistory.class);
    }
  }
}
