/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.examples.ysb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.trilink.examples.workload.GeneratorOptions;

class AdEventGeneratorTest {

  private static final Duration SKEW = Duration.ofSeconds(15);
  private static final String UUID =
      "[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}";

  @Test
  void linesHaveTheBenchmarksForm() {
    assertThat(lines(new GeneratorOptions(1_000, 100, 0.5, SKEW, 0, 7)))
        .allMatch(
            line ->
                line.matches(
                    ("\\{\"user_id\": \"%1$s\", \"page_id\": \"%1$s\", \"ad_id\": \"%1$s\", "
                            + "\"ad_type\": \"(banner|modal|sponsored-search|mail|mobile)\", "
                            + "\"event_type\": \"(view|click|purchase)\", "
                            + "\"event_time\": \"17\\d{11}\", \"ip_address\": \"1.2.3.4\"}")
                        .formatted(UUID)));
  }

  @ParameterizedTest
  @CsvSource({
    "0, 5, 0, 0",
    "1, 5, 0.5, 0",
    "4999, 50, 0, 0",
    "5000, 50, 1, 1.2",
    "5000, 1, 1, 0",
    "3000, 10000, 0.5, 2",
    "3000, 1000000, 0.5, 0"
  })
  void makesExactlyTheRowsAskedForEachCampaignsOwnInOrder(
      long rows, int keys, double disorder, double zipf) {
    List<AdEvent> events = events(new GeneratorOptions(rows, keys, disorder, SKEW, zipf, 7));

    assertThat(events).hasSize((int) rows);
    Map<Campaign, Long> lastTimes = new HashMap<>();
    for (AdEvent event : events) {
      Long last = lastTimes.put(Campaign.ofAd(event.adId()).orElseThrow(), event.eventTimeMs());
      assertThat(last == null || last <= event.eventTimeMs())
          .as("%s after %s", event, last)
          .isTrue();
    }
    assertThat(lastTimes.size()).isLessThanOrEqualTo(keys);
  }

  @Test
  void equalOptionsMakeEqualLinesAndAnotherSeedOthersOfTheSameCampaigns() {
    GeneratorOptions options = new GeneratorOptions(20_000, 50, 0.5, SKEW, 0, 7);
    GeneratorOptions otherSeed = new GeneratorOptions(20_000, 50, 0.5, SKEW, 0, 8);

    assertThat(lines(options)).isEqualTo(lines(options)).isNotEqualTo(lines(otherSeed));
    assertThat(shares(options, AdEvent::adId))
        .hasSize(500)
        .containsOnlyKeys(shares(otherSeed, AdEvent::adId).keySet());
  }

  @Test
  void thereAre10000EventsASecondOverAllCampaigns() {
    for (int campaigns : new int[] {20, 100, 5_000}) {
      List<AdEvent> events = events(new GeneratorOptions(50_000, campaigns, 0, SKEW, 0, 7));

      assertThat(events).extracting(AdEvent::eventTimeMs).isSorted();
      assertThat(events.get(49_999).eventTimeMs() - events.get(0).eventTimeMs())
          .isBetween(4_950L, 5_000L);
    }
  }

  @Test
  void adsAndTypesAreDrawnWithEqualChances() {
    GeneratorOptions options = new GeneratorOptions(60_000, 2, 0, SKEW, 0, 7);

    assertThat(shares(options, AdEvent::eventType))
        .containsOnlyKeys("view", "click", "purchase")
        .allSatisfy((type, share) -> assertThat(share).isBetween(0.32, 0.35));
    assertThat(shares(options, AdEvent::adId))
        .hasSize(20)
        .allSatisfy((ad, share) -> assertThat(share).isBetween(0.045, 0.055));
    assertThat(
            lines(options).stream()
                .collect(
                    Collectors.groupingBy(
                        line -> line.replaceAll(".*\"ad_type\": \"(.*?)\".*", "$1"),
                        Collectors.counting())))
        .hasSize(5)
        .allSatisfy((type, count) -> assertThat(count).isBetween(11_500L, 12_500L));
  }

  @Test
  void someCampaignsAreBusierUnderZipf() {
    List<Double> shares =
        shares(
                new GeneratorOptions(100_000, 100, 0, SKEW, 1, 7),
                event -> Campaign.ofAd(event.adId()).orElseThrow().id())
            .values()
            .stream()
            .sorted((a, b) -> Double.compare(b, a))
            .toList();

    // Of 100 keys, rank 1 has 1 / 5.187 of all rows and rank 2 half of that.
    assertThat(shares.get(0)).isBetween(0.192, 0.193);
    assertThat(shares.get(1)).isBetween(0.096, 0.097);
  }

  @Test
  void aLiveEventArrivesWhenItHappensOrAsMuchLaterAsItsCampaignIsLate() {
    GeneratorOptions options = new GeneratorOptions(50_000, 100, 0.3, SKEW, 0, 7);
    AdEventGenerator live = new AdEventGenerator(options, 5_000_000);
    Map<Campaign, Long> lags = new HashMap<>();
    long lastArrival = 0;
    while (live.hasNext()) {
      AdEvent event = AdEvent.parse(live.next()).orElseThrow();
      long lag = live.arrivalMs() - event.eventTimeMs();
      assertThat(event.eventTimeMs()).isGreaterThanOrEqualTo(5_000_000);
      assertThat(live.arrivalMs()).isGreaterThanOrEqualTo(lastArrival);
      lastArrival = live.arrivalMs();
      Long before = lags.put(Campaign.ofAd(event.adId()).orElseThrow(), lag);
      assertThat(before).isIn(null, lag);
    }

    assertThat(lags).hasSize(100);
    assertThat(lags.values()).allMatch(lag -> lag >= 0 && lag <= 15_000).contains(15_000L);
    assertThat(lags.values().stream().filter(lag -> lag > 0)).hasSize(30);
  }

  @Test
  void nothingFollowsTheLastRow() {
    AdEventGenerator generator = new AdEventGenerator(new GeneratorOptions(1, 5, 0, SKEW, 0, 7), 0);
    generator.next();

    assertThat(generator.hasNext()).isFalse();
    assertThatThrownBy(generator::next).isInstanceOf(NoSuchElementException.class);
  }

  private static Map<String, Double> shares(
      GeneratorOptions options, Function<AdEvent, String> of) {
    return events(options).stream()
        .collect(
            Collectors.groupingBy(
                of,
                Collectors.collectingAndThen(
                    Collectors.counting(), count -> (double) count / options.rows())));
  }

  private static List<String> lines(GeneratorOptions options) {
    List<String> lines = new ArrayList<>();
    new Ysb()
        .generate(options)
        .forEachRemaining(line -> lines.add(new String(line, StandardCharsets.UTF_8)));
    return lines;
  }

  private static List<AdEvent> events(GeneratorOptions options) {
    List<AdEvent> events = new ArrayList<>();
    new Ysb()
        .generate(options)
        .forEachRemaining(line -> events.add(AdEvent.parse(line).orElseThrow()));
    return events;
  }
}
