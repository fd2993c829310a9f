/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.connector.redis.lookup;

import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.apache.flink.streaming.api.functions.source.SourceFunction;

/** A source of the keys that a test hands over, one job at a time. */
final class HandedKeys implements SourceFunction<String> {

  private static final long serialVersionUID = 1;
  private static final BlockingQueue<String> KEYS = new LinkedBlockingQueue<>();

  private volatile boolean running = true;

  /** To be called before each test. */
  static void clear() {
    KEYS.clear();
  }

  static void hand(String... keys) {
    for (String key : keys) {
      KEYS.add(key);
    }
  }

  /** Whether the job has taken all of them. */
  static boolean areTaken() {
    return KEYS.isEmpty();
  }

  @Override
  public void run(SourceContext<String> context) throws InterruptedException {
    while (running) {
      String key = KEYS.poll(10, TimeUnit.MILLISECONDS);
      if (key != null) {
        context.collect(key);
      }
    }
  }

  @Override
  public void cancel() {
    running = false;
  }
}
