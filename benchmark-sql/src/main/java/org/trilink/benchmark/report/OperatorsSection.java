/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.benchmark.report;

import static org.trilink.benchmark.report.Variant.FLINK;
import static org.trilink.benchmark.report.Variant.TRILINK;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.trilink.benchmark.report.Chart.Point;
import org.trilink.benchmark.result.Metric;
import org.trilink.benchmark.result.Sample;

/** What each keyed operator costs by itself, where the results of both engines are equal. */
final class OperatorsSection {

  /** The value of {@link RecordPathSection#PART} that only these runs have. */
  static final String NAME = "operators";

  private static final String OPERATOR = "operator";
  private static final String BACKEND = "backend";
  private static final String KEYS = "keys";
  private static final List<String> COLOURS = List.of("--way-1", "--trilink", "--way-2");
  private static final String OTHER_COLOUR = "--other";

  /** An operator on a backend with a number of keys; both engines have run there. */
  private record Place(String operator, String backend, String keys, Runs flink, Runs trilink) {

    static Optional<Place> of(Runs runs, String operator, String backend, String keys) {
      Runs there = runs.where(OPERATOR, operator).where(BACKEND, backend).where(KEYS, keys);
      Place place =
          new Place(operator, backend, keys, there.variant(FLINK), there.variant(TRILINK));
      return place.flinks().isPresent() && place.trilinks().isPresent()
          ? Optional.of(place)
          : Optional.empty();
    }

    Optional<Sample> flinks() {
      return flink.sample(Metric.RECORDS_PER_SECOND);
    }

    Optional<Sample> trilinks() {
      return trilink.sample(Metric.RECORDS_PER_SECOND);
    }

    double ratio() {
      return trilinks().orElseThrow().median() / flinks().orElseThrow().median();
    }

    boolean exact() {
      return flink.exact() && trilink.exact();
    }

    /** "OVER RANGE on the heap with 1,000 keys, 7.1×". */
    String words() {
      return "%s %s with %s keys, %s%s"
          .formatted(
              operator,
              backend.equals("heap") ? "on the heap" : "in " + Labels.backend(backend),
              count(keys),
              multiple(ratio()),
              Comparison.overlap(trilinks().orElseThrow(), flinks().orElseThrow())
                  ? " (though the runs' ranges overlap)"
                  : "");
    }

    Table.Row row() {
      return new Table.Row(
          List.of(
              operator,
              Labels.backend(backend),
              count(keys),
              Amount.range(flinks(), Amount::count),
              Amount.range(trilinks(), Amount::count),
              multiple(ratio()),
              Amount.range(flink.sample(Metric.CPU_PER_RECORD), Amount::micros),
              Amount.range(trilink.sample(Metric.CPU_PER_RECORD), Amount::micros),
              new Completeness(trilink).rightRows(),
              flink.count() + " and " + trilink.count()),
          !exact());
    }
  }

  private final Runs runs;
  private final List<Place> places = new ArrayList<>();

  OperatorsSection(Runs runs) {
    this.runs = runs;
    for (String operator : runs.values(OPERATOR)) {
      for (String backend : runs.values(BACKEND)) {
        for (String keys : runs.values(KEYS)) {
          Place.of(runs, operator, backend, keys).ifPresent(places::add);
        }
      }
    }
  }

  void addTo(Content content) {
    finding().ifPresent(content::finding);
    runs.values(BACKEND).stream()
        .filter(backend -> places.stream().anyMatch(place -> place.backend().equals(backend)))
        .forEach(backend -> content.figure(figure(backend)));
    content.table(table());
  }

  /** Where Trilink is slowest and fastest beside Flink, with the same rows. */
  private Optional<String> finding() {
    List<Place> equal = places.stream().filter(Place::exact).toList();
    Comparator<Place> byRatio = Comparator.comparingDouble(Place::ratio);
    Optional<Place> least = equal.stream().min(byRatio);
    Optional<Place> most = equal.stream().max(byRatio);
    if (least.isEmpty() || most.isEmpty()) {
      return Optional.empty();
    }
    long fewer = equal.stream().filter(place -> Comparison.isLess(place.ratio())).count();
    return Optional.of(
        "Each keyed operator by itself, input in order, with the same rows: Trilink reads fewer"
            + " records/s than Flink in %d of %d cases. As a multiple of Flink's rate, it is slowest with "
                .formatted(fewer, equal.size())
            + least.get().words()
            + "; and fastest with "
            + most.get().words()
            + "."
            + differences());
  }

  private String differences() {
    long different = places.stream().filter(place -> !place.exact()).count();
    return different == 0
        ? ""
        : " In %d cases the results differ, and these do not count.".formatted(different);
  }

  private Figure figure(String backend) {
    List<Place> there = places.stream().filter(place -> place.backend().equals(backend)).toList();
    List<String> operators = there.stream().map(Place::operator).distinct().toList();
    List<String> keys = there.stream().map(Place::keys).distinct().toList();
    List<Variant> legend = new ArrayList<>();
    Chart chart =
        new Chart("", operators.stream().map(OperatorsSection::label).toList(), "times Flink's");
    for (int i = 0; i < keys.size(); i++) {
      String of = keys.get(i);
      String colour = i < COLOURS.size() ? COLOURS.get(i) : OTHER_COLOUR;
      Variant series = new Variant(of, count(of) + " keys", colour);
      legend.add(series);
      chart.bars(series, operators.stream().map(operator -> point(there, operator, of)).toList());
    }
    return new Figure(
        "Operators: Trilink's records/s as multiples of Flink's, " + Labels.backend(backend),
        "One operator at a time, with two subtasks in one JVM, over records that the job's source"
            + " generates; from the first record to the last row.",
        legend,
        List.of(chart.panel("Measured")));
  }

  private static Optional<Point> point(List<Place> there, String operator, String keys) {
    return there.stream()
        .filter(place -> place.operator().equals(operator) && place.keys().equals(keys))
        .findFirst()
        .map(
            place ->
                new Point(
                    new Sample(place.ratio(), place.ratio(), place.ratio(), 1), !place.exact()));
  }

  /** On lines of about a word, as there are many along the axis. */
  private static String label(String operator) {
    return operator
        .replace(" ", "\n")
        .replace("GROUP\nBY", "GROUP BY")
        .replace("MATCH_", "MATCH_\n");
  }

  private Table table() {
    return new Table(
        "Each keyed operator by itself",
        2,
        List.of(
            OPERATOR,
            BACKEND,
            KEYS,
            "Flink, records/s",
            "Trilink, records/s",
            "of Flink",
            "CPU a record, Flink",
            "Trilink",
            "rows equal",
            "runs"),
        places.stream().map(Place::row).toList());
  }

  private static String count(String keys) {
    return Amount.exactCount(Double.parseDouble(keys));
  }

  /** With two digits: many of these ratios are near 1. */
  private static String multiple(double ratio) {
    return Amount.ratio(ratio) + "×";
  }
}
