/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.connector.redis.lookup;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.Map;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.table.api.ValidationException;
import org.junit.jupiter.api.Test;

/** Tests which options go together. */
class LookupOptionsTest {

  private static LookupOptions options(Map<String, String> options) {
    return LookupOptions.of(Configuration.fromMap(options));
  }

  @Test
  void cachesNothingUnlessAsked() {
    assertThat(options(Map.of()).cache()).isEqualTo(LookupCacheMode.NONE);
    assertThat(options(Map.of()).maxRetries()).isEqualTo(3);
  }

  @Test
  void aSizeAndAnAgeAreACache() {
    LookupOptions options =
        options(Map.of("lookup.cache.max-rows", "100", "lookup.cache.ttl", "10 s"));
    assertThat(options.cache()).isEqualTo(LookupCacheMode.PARTIAL);
    assertThat(options.cacheMaxRows()).isEqualTo(100);
    assertThat(options.cacheTtl()).isEqualTo(Duration.ofSeconds(10));
  }

  @Test
  void aFullCacheCanBeReloaded() {
    LookupOptions options =
        options(
            Map.of(
                "lookup.cache", "full",
                "lookup.full-cache.reload-interval", "1 min",
                "lookup.full-cache.keys", "a;b"));
    assertThat(options.cache()).isEqualTo(LookupCacheMode.FULL);
    assertThat(options.reloadInterval()).isEqualTo(Duration.ofMinutes(1));
    assertThat(options.fullCacheKeys()).containsExactly("a", "b");
  }

  @Test
  void refusesWhatDoesNotGoTogether() {
    String both =
        "A partial cache needs both 'lookup.cache.max-rows' and 'lookup.cache.ttl', greater than 0:"
            + " how many rows it holds, and for how long.";
    assertRefused(Map.of("lookup.cache", "partial"), both);
    assertRefused(Map.of("lookup.cache.max-rows", "10"), both);
    assertRefused(Map.of("lookup.cache.ttl", "10 s"), both);
    assertRefused(Map.of("lookup.cache.max-rows", "0", "lookup.cache.ttl", "10 s"), both);
    assertRefused(Map.of("lookup.cache.max-rows", "5", "lookup.cache.ttl", "0 s"), both);
    assertRefused(
        Map.of("lookup.cache", "full", "lookup.cache.ttl", "10 s"),
        "'lookup.cache.ttl' has no effect with 'lookup.cache' = 'full'; it is only for 'partial'.");
    assertRefused(
        Map.of("lookup.full-cache.reload-interval", "10 s"),
        "'lookup.full-cache.reload-interval' has no effect with 'lookup.cache' = 'none'; it is only"
            + " for 'full'.");
    assertRefused(
        Map.of("lookup.cache", "full", "lookup.full-cache.reload-interval", "0 s"),
        "'lookup.full-cache.reload-interval' must be longer than 0; without it, the table is read"
            + " once.");
    assertRefused(Map.of("lookup.max-retries", "-1"), "'lookup.max-retries' must not be negative.");
  }

  private static void assertRefused(Map<String, String> options, String message) {
    assertThatThrownBy(() -> options(options))
        .isInstanceOf(ValidationException.class)
        .hasMessage(message);
  }
}
