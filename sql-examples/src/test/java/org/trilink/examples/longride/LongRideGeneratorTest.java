/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.examples.longride;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.trilink.examples.workload.FlinkJson;
import org.trilink.examples.workload.GeneratorOptions;

class LongRideGeneratorTest {

  private static final Duration SKEW = Duration.ofHours(2);
  private static final long LIMIT_MS = 7_200_000;

  @Test
  void linesHaveTheDocumentedForm() {
    assertThat(lines(new GeneratorOptions(2_000, 50, 0.5, SKEW, 0, 7)))
        .allMatch(
            line ->
                line.matches(
                    "\\{\"ride_id\": [1-9]\\d*, \"taxi_id\": 20130000\\d\\d,"
                        + " \"driver_id\": 2013000[01]\\d\\d, \"is_start\": (true|false),"
                        + " \"ts\": 157\\d{10}}"));
  }

  @Test
  void theFirstLinesStayWhatTheyAre() {
    assertThat(lines(new GeneratorOptions(6, 3, 0.5, SKEW, 0, 7)))
        .startsWith(
            "{\"ride_id\": 3, \"taxi_id\": 2013000003, \"driver_id\": 2013000005, \"is_start\":"
                + " true, \"ts\": 1577880415188}",
            "{\"ride_id\": 3, \"taxi_id\": 2013000003, \"driver_id\": 2013000005, \"is_start\":"
                + " false, \"ts\": 1577881165661}",
            "{\"ride_id\": 1, \"taxi_id\": 2013000001, \"driver_id\": 2013000001, \"is_start\":"
                + " true, \"ts\": 1577880740931}",
            "{\"ride_id\": 1, \"taxi_id\": 2013000001, \"driver_id\": 2013000001, \"is_start\":"
                + " false, \"ts\": 1577881161756}");
  }

  @Test
  void equalOptionsMakeEqualLinesAndAnotherSeedOthers() {
    GeneratorOptions options = new GeneratorOptions(5_000, 50, 0.5, SKEW, 1, 7);
    GeneratorOptions otherSeed = new GeneratorOptions(5_000, 50, 0.5, SKEW, 1, 8);

    assertThat(lines(options)).isEqualTo(lines(options)).isNotEqualTo(lines(otherSeed));
  }

  @ParameterizedTest
  @CsvSource({
    "0, 5, 0, 0",
    "1, 1, 0, 0",
    "4999, 50, 0, 0",
    "5000, 50, 1, 1.2",
    "5001, 1, 1, 0",
    "3000, 10000, 0.5, 2",
    "3000, 20, 0.5, 10"
  })
  void makesExactlyTheRowsAskedForAndEachTaxiHasOneRideAfterTheOther(
      long rows, int keys, double disorder, double zipf) {
    List<Event> events = events(new GeneratorOptions(rows, keys, disorder, SKEW, zipf, 7));

    assertThat(events).hasSize((int) rows);
    for (List<Event> ofTaxi : byTaxi(events)) {
      long previous = 0;
      for (List<Event> ride : byRide(ofTaxi)) {
        assertThat(ride.stream().filter(Event::isStart)).as("%s", ride).hasSize(1);
        assertThat(ride).hasSizeBetween(1, 2);
        long start = ride.stream().filter(Event::isStart).findFirst().orElseThrow().ts();
        long end = ride.stream().mapToLong(Event::ts).max().orElseThrow();
        assertThat(start).isGreaterThan(previous);
        previous = end;
      }
    }
  }

  @Test
  void ridesOfAllKindsOccurAndMostAreOverInMinutes() {
    List<Long> durations = new ArrayList<>();
    int open = 0;
    int endFirst = 0;
    for (List<Event> ride : byRide(events(new GeneratorOptions(200_000, 1_000, 0.5, SKEW, 0, 7)))) {
      if (ride.size() == 1) {
        open++;
      } else {
        endFirst += ride.get(0).isStart() ? 0 : 1;
        durations.add(Math.abs(ride.get(0).ts() - ride.get(1).ts()));
      }
    }

    int rides = durations.size() + open;
    assertThat(open / (double) rides).isBetween(0.001, 0.01);
    assertThat(endFirst / (double) rides).isBetween(0.005, 0.02);
    assertThat(share(durations, 180_000, 2_400_000)).isBetween(0.9, 0.99);
    assertThat(share(durations, 3_600_000, LIMIT_MS - 1)).isBetween(0.02, 0.06);
    assertThat(share(durations, LIMIT_MS, LIMIT_MS)).isBetween(0.001, 0.006);
    assertThat(share(durations, LIMIT_MS + 1, LIMIT_MS + 1)).isBetween(0.001, 0.006);
    assertThat(share(durations, LIMIT_MS + 2, 5 * 3_600_000)).isBetween(0.002, 0.01);
  }

  private static double share(List<Long> durations, long least, long most) {
    return durations.stream().filter(each -> each >= least && each <= most).count()
        / (double) durations.size();
  }

  /** Only a START can be out of order: it may be up to a minute after its END. */
  @Test
  void withoutDisorderEventsArriveInOrderButForStartsThatAreHeldBack() {
    long latest = 0;
    Map<Long, Long> ends = new HashMap<>();
    int heldBack = 0;
    for (Event event : events(new GeneratorOptions(50_000, 200, 0, SKEW, 1, 7))) {
      if (event.ts() < latest) {
        heldBack++;
        assertThat(event.isStart()).isTrue();
        assertThat(ends).containsKey(event.rideId());
        assertThat(latest - ends.get(event.rideId())).isLessThanOrEqualTo(60_000);
      }
      latest = Math.max(latest, event.ts());
      if (!event.isStart()) {
        ends.put(event.rideId(), event.ts());
      }
    }
    assertThat(heldBack).isPositive();
  }

  /** The lateness that the script's max-skew has to cover. */
  @Test
  void withDisorderSomeTaxisAreLateByUpToTheSkew() {
    long latest = Long.MIN_VALUE;
    Map<Long, Long> lateness = new HashMap<>();
    for (Event event : events(new GeneratorOptions(100_000, 1_000, 0.3, SKEW, 0, 7))) {
      latest = Math.max(latest, event.ts());
      if (!event.isStart()) { // a START may be held back
        lateness.merge(event.taxiId(), latest - event.ts(), Math::max);
      }
    }

    assertThat(lateness.values()).allMatch(late -> late <= SKEW.toMillis());
    assertThat(lateness.values()).anyMatch(late -> late > SKEW.toMillis() - 60_000);
    assertThat(lateness.values().stream().filter(late -> late > 60_000)).hasSizeBetween(290, 300);
  }

  @Test
  void nothingFollowsTheLastRow() {
    LongRideGenerator generator = new LongRideGenerator(new GeneratorOptions(1, 5, 0, SKEW, 0, 7));
    generator.next();

    assertThat(generator.hasNext()).isFalse();
    assertThatThrownBy(generator::next).isInstanceOf(NoSuchElementException.class);
  }

  private static List<String> lines(GeneratorOptions options) {
    List<String> lines = new ArrayList<>();
    new LongRideGenerator(options)
        .forEachRemaining(line -> lines.add(new String(line, StandardCharsets.UTF_8)));
    return lines;
  }

  private record Event(long rideId, long taxiId, boolean isStart, long ts) {}

  private static List<Event> events(GeneratorOptions options) {
    List<Event> events = new ArrayList<>();
    new LongRideGenerator(options)
        .forEachRemaining(
            line -> {
              JsonNode object = FlinkJson.parse(line).orElseThrow();
              events.add(
                  new Event(
                      object.get("ride_id").asLong(),
                      object.get("taxi_id").asLong(),
                      object.get("is_start").asBoolean(),
                      object.get("ts").asLong()));
            });
    return events;
  }

  private static Collection<List<Event>> byTaxi(List<Event> events) {
    Map<Long, List<Event>> byTaxi = new LinkedHashMap<>();
    events.forEach(
        event -> byTaxi.computeIfAbsent(event.taxiId(), unused -> new ArrayList<>()).add(event));
    return byTaxi.values();
  }

  private static Collection<List<Event>> byRide(List<Event> events) {
    Map<Long, List<Event>> byRide = new LinkedHashMap<>();
    events.forEach(
        event -> byRide.computeIfAbsent(event.rideId(), unused -> new ArrayList<>()).add(event));
    return byRide.values();
  }
}
