/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.planner.testing.trial;

import static java.util.Comparator.naturalOrder;

import java.time.Duration;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.RandomDistribution;
import org.apache.flink.types.Row;

/**
 * The rows of the tables t and u. Rows of one key are out of order by less than the tables' delay;
 * keys are up to minutes apart.
 *
 * @param time their event time
 * @param lags by key: how far it is behind the others, in ms
 * @param t the first table's rows in the order of their arrival
 * @param u the second one's
 */
public record Input(TimeColumn time, List<Integer> lags, List<Event> t, List<Event> u) {

  /** How far the tables' watermark trails. */
  static final Duration DELAY = Duration.ofSeconds(3);

  static final int MAX_KEYS = 6;

  static Arbitrary<Input> inputs() {
    Arbitrary<Integer> lag =
        Arbitraries.oneOf(
            Arbitraries.integers().between(0, 5_000), Arbitraries.integers().between(0, 600_000));
    return Combinators.combine(
            TimeColumn.columns(),
            listOf(lag, MAX_KEYS),
            listOf(Event.events(), 200),
            listOf(Event.events(), 200))
        .as(Input::new);
  }

  /** With another event time if Flink's own operators of a query would be wrong in its zone. */
  Input suiting(Query query) {
    return new Input(time.suiting(query), lags, t, u);
  }

  private static <T> Arbitrary<List<T>> listOf(Arbitrary<T> elements, int most) {
    return elements
        .list()
        .ofMinSize(1)
        .ofMaxSize(most)
        .withSizeDistribution(RandomDistribution.uniform());
  }

  int keys() {
    return lags.size();
  }

  /** All rows (key columns, v, name, ts) of these events, in the order of their arrival. */
  List<Row> rows(List<Event> events, Key key) {
    long[] clocks = clocks();
    List<Row> rows = new ArrayList<>();
    for (Event event : events) {
      rows.add(row(event, key, clocks));
    }
    return rows;
  }

  /** The rows of one key only. */
  List<Row> rows(List<Event> events, Key key, int number) {
    long[] clocks = clocks();
    List<Row> rows = new ArrayList<>();
    for (Event event : events) {
      if (event.key() % keys() == number) {
        rows.add(row(event, key, clocks));
      }
    }
    return rows;
  }

  private long[] clocks() {
    return lags.stream().mapToLong(lag -> -lag).toArray();
  }

  private Row row(Event event, Key key, long[] clocks) {
    int number = event.key() % keys();
    clocks[number] += event.gap();
    List<Object> fields = new ArrayList<>(key.values(number).values());
    fields.add(event.v());
    fields.add(event.name());
    fields.add(time.value(clocks[number] - event.disorder()));
    return Row.of(fields.toArray());
  }

  /** How far the earliest of all rows is behind the latest. No key trails by more. */
  Duration span(Key key) {
    List<Instant> times = new ArrayList<>();
    rows(t, key).forEach(row -> times.add(time(row)));
    rows(u, key).forEach(row -> times.add(time(row)));
    return Duration.between(
        times.stream().min(naturalOrder()).orElseThrow(),
        times.stream().max(naturalOrder()).orElseThrow());
  }

  /**
   * The maximum by which a row of t is behind one that arrived before it. No key of t trails by
   * more.
   */
  Duration disorder(Key key) {
    Instant latest = Instant.MIN;
    Duration most = Duration.ZERO;
    for (Row row : rows(t, key)) {
      Instant at = time(row);
      latest = at.isAfter(latest) ? at : latest;
      Duration behind = Duration.between(at, latest);
      most = behind.compareTo(most) > 0 ? behind : most;
    }
    return most;
  }

  static Instant time(Row row) {
    Object time = row.getField(row.getArity() - 1);
    return time instanceof LocalDateTime local ? local.toInstant(ZoneOffset.UTC) : (Instant) time;
  }
}
