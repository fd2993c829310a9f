package org.trilink.examples.ysb;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The correctness check that the benchmark publishes: for every campaign and window of the input,
 * the count in Redis against a recount of the input. It does not see windows beyond these, and not
 * the campaigns' lists; {@link YsbOracle} does.
 */
final class PublishedCheck {

  private final ViewCounts counts;
  private final BenchmarkRedis redis;

  PublishedCheck(ViewCounts counts, BenchmarkRedis redis) {
    this.counts = counts;
    this.redis = redis;
  }

  /**
   * A line for each window that is missing or differs, by campaign and time; none if all is right.
   */
  List<String> differences() {
    List<String> differences = new ArrayList<>();
    counts.keys().sorted().forEach(window -> difference(window).ifPresent(differences::add));
    return differences;
  }

  private Optional<String> difference(CampaignWindow window) {
    String expected = String.valueOf(counts.find(window).orElseThrow().seenCount());
    Optional<BenchmarkRedis.StoredWindow> stored =
        redis.window(window.campaignId(), String.valueOf(window.start()));
    if (stored.isEmpty()) {
      return Optional.of(
          "campaign %s has no window %d, %s views expected"
              .formatted(window.campaignId(), window.start(), expected));
    }
    String seen = stored.get().seenCount();
    return expected.equals(seen)
        ? Optional.empty()
        : Optional.of(
            "campaign %s, window %d: seen_count is %s, %s expected"
                .formatted(window.campaignId(), window.start(), seen, expected));
  }
}
