/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.kafka;

import java.nio.charset.StandardCharsets;
import org.apache.flink.core.io.SimpleVersionedSerializer;

/** Serializes a {@link TestSplit} as text. */
final class TestSplitSerializer implements SimpleVersionedSerializer<TestSplit> {

  @Override
  public int getVersion() {
    return 1;
  }

  @Override
  public byte[] serialize(TestSplit split) {
    return (split.splitId() + " " + split.offset()).getBytes(StandardCharsets.UTF_8);
  }

  @Override
  public TestSplit deserialize(int version, byte[] serialized) {
    String[] words = new String(serialized, StandardCharsets.UTF_8).split(" ", -1);
    return new TestSplit(words[0], Integer.parseInt(words[1]));
  }
}
