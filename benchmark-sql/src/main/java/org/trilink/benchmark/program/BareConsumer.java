/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.benchmark.program;

import java.io.IOException;
import org.apache.kafka.clients.consumer.ConsumerRecords;

/**
 * Reads partitions to their ends and does nothing with the bytes: what no job that reads them can
 * exceed.
 */
public final class BareConsumer {

  private BareConsumer() {}

  /** Arguments: those of {@link TimedPasses}. */
  public static void main(String[] args) throws IOException {
    new TimedPasses(args).run(Nothing::new, Nothing::new);
  }

  private static final class Nothing implements Pass {

    @Override
    public void accept(ConsumerRecords<byte[], byte[]> records) {}

    @Override
    public void finish() {}
  }
}
