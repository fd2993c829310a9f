/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.merge;

import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.apache.flink.api.common.typeutils.base.array.BytePrimitiveArraySerializer;
import org.apache.flink.core.memory.DataInputDeserializer;
import org.apache.flink.core.memory.DataOutputSerializer;

/**
 * The batches of one writer that are not in the store yet, in order. In state they are one element,
 * which is assigned to one subtask at any parallelism. If they were divided, a later batch could
 * advance the writer's fence past an earlier batch, which would then be skipped.
 */
final class PendingBatches {

  private final String writer;
  private final Deque<PendingBatch> batches = new ArrayDeque<>();

  PendingBatches(String writer) {
    this.writer = writer;
  }

  String writer() {
    return writer;
  }

  Deque<PendingBatch> batches() {
    return batches;
  }

  /** How many increments are held here. */
  int sizeHere() {
    int size = 0;
    for (PendingBatch batch : batches) {
      for (PendingChunk chunk : batch.chunks()) {
        size += chunk.isStaged() ? 0 : chunk.size();
      }
    }
    return size;
  }

  byte[] write() throws IOException {
    DataOutputSerializer out = new DataOutputSerializer(1024);
    out.writeUTF(writer);
    out.writeInt(batches.size());
    for (PendingBatch batch : batches) {
      out.writeLong(batch.checkpoint());
      out.writeLong(batch.bound());
      out.writeInt(batch.chunks().size());
      for (PendingChunk chunk : batch.chunks()) {
        out.writeInt(chunk.size());
        out.writeInt(chunk.stagedIndex());
        if (!chunk.isStaged()) {
          BytePrimitiveArraySerializer.INSTANCE.serialize(chunk.content(), out);
        }
      }
    }
    return out.getCopyOfBuffer();
  }

  static PendingBatches read(byte[] element) throws IOException {
    DataInputDeserializer in = new DataInputDeserializer(element);
    PendingBatches pending = new PendingBatches(in.readUTF());
    int size = in.readInt();
    for (int i = 0; i < size; i++) {
      long checkpoint = in.readLong();
      long bound = in.readLong();
      pending.batches.add(new PendingBatch(checkpoint, bound, readChunks(in)));
    }
    return pending;
  }

  private static List<PendingChunk> readChunks(DataInputDeserializer in) throws IOException {
    int size = in.readInt();
    List<PendingChunk> chunks = new ArrayList<>(size);
    for (int i = 0; i < size; i++) {
      int increments = in.readInt();
      int stagedIndex = in.readInt();
      chunks.add(
          stagedIndex == PendingChunk.HERE
              ? PendingChunk.here(BytePrimitiveArraySerializer.INSTANCE.deserialize(in), increments)
              : PendingChunk.staged(stagedIndex, increments));
    }
    return chunks;
  }
}
