/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.examples.memory;

import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.trilink.examples.workload.Result;
import org.trilink.examples.workload.ResultTopic;

/** Topics in this JVM, which a local Flink job reads and writes as it would Kafka's. */
public final class MemoryTopics {

  private static final Map<String, Queue<byte[]>> TOPICS = new ConcurrentHashMap<>();

  private MemoryTopics() {}

  public static void clear() {
    TOPICS.clear();
  }

  public static void write(String topic, byte[] line) {
    TOPICS.computeIfAbsent(topic, unused -> new ConcurrentLinkedQueue<>()).add(line);
  }

  /** The rows of a result, which must be in a topic. */
  public static List<byte[]> read(Result result) {
    return read(((ResultTopic) result).name());
  }

  public static List<byte[]> read(String topic) {
    return List.copyOf(TOPICS.getOrDefault(topic, new ConcurrentLinkedQueue<>()));
  }
}
