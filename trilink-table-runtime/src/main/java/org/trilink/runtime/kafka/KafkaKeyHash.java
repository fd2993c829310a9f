/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.kafka;

/**
 * The partition that Kafka's default partitioner chooses for a record key: murmur2, as in every
 * Kafka client. Kafka's own class is relocated in Flink's SQL jar of the connector.
 */
final class KafkaKeyHash {

  private static final int SEED = 0x9747b28c;
  private static final int M = 0x5bd1e995;
  private static final int R = 24;

  private KafkaKeyHash() {}

  static int partition(byte[] recordKey, int partitions) {
    return (murmur2(recordKey) & Integer.MAX_VALUE) % partitions;
  }

  private static int murmur2(byte[] data) {
    int h = SEED ^ data.length;
    int words = data.length / Integer.BYTES;
    for (int word = 0; word < words; word++) {
      int k = littleEndian(data, word * Integer.BYTES) * M;
      k = (k ^ (k >>> R)) * M;
      h = (h * M) ^ k;
    }
    int rest = data.length % Integer.BYTES;
    if (rest > 0) {
      for (int i = rest - 1; i >= 0; i--) {
        h ^= (data[words * Integer.BYTES + i] & 0xff) << (Byte.SIZE * i);
      }
      h *= M;
    }
    h = (h ^ (h >>> 13)) * M;
    return h ^ (h >>> 15);
  }

  private static int littleEndian(byte[] data, int at) {
    return (data[at] & 0xff)
        | (data[at + 1] & 0xff) << 8
        | (data[at + 2] & 0xff) << 16
        | (data[at + 3] & 0xff) << 24;
  }
}
