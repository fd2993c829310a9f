/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.examples.ysb;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import org.trilink.examples.workload.KeyAndStart;

/**
 * The correctness check that the benchmark publishes: for every campaign and window of the input,
 * the count in Redis against a recount of the input. It does not see windows beyond these, and not
 * the campaigns' lists; {@link YsbOracle} does.
 */
public final class PublishedCheck {

  private final ViewCounts recount = new ViewCounts();

  /**
   * Recounts an input.
   *
   * @param lines JSON lines, UTF-8
   */
  public PublishedCheck(Iterator<byte[]> lines) {
    lines.forEachRemaining(
        line -> AdEvent.parse(line).filter(AdEvent::hasEventTime).ifPresent(recount::add));
  }

  /** How many windows there should be. */
  public long windows() {
    return recount.rows().keys().count();
  }

  /**
   * A line for each window that is missing or differs, by campaign and time; none if all is right.
   *
   * @param redisAddress {@code host:port}
   */
  public List<String> differences(String redisAddress) {
    List<String> differences = new ArrayList<>();
    try (BenchmarkRedis redis = new BenchmarkRedis(redisAddress)) {
      recount
          .rows()
          .keys()
          .sorted()
          .forEach(window -> difference(window, redis).ifPresent(differences::add));
    }
    return differences;
  }

  private Optional<String> difference(KeyAndStart<String> window, BenchmarkRedis redis) {
    String expected = String.valueOf(recount.rows().find(window).orElseThrow().seenCount());
    Optional<BenchmarkRedis.StoredWindow> stored =
        redis.window(window.key(), String.valueOf(window.start()));
    if (stored.isEmpty()) {
      return Optional.of(
          "campaign %s has no window %d, %s views expected"
              .formatted(window.key(), window.start(), expected));
    }
    String seen = stored.get().seenCount();
    return expected.equals(seen)
        ? Optional.empty()
        : Optional.of(
            "campaign %s, window %d: seen_count is %s, %s expected"
                .formatted(window.key(), window.start(), seen, expected));
  }
}
