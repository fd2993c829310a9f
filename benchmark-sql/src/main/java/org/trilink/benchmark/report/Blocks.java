/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.benchmark.report;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import javax.annotation.Nullable;
import org.trilink.benchmark.report.Chart.Point;
import org.trilink.benchmark.report.Chart.Series;
import org.trilink.benchmark.report.EqualResults.Gain;
import org.trilink.benchmark.report.Table.Cell;
import org.trilink.benchmark.report.Table.Column;
import org.trilink.benchmark.report.Table.Row;
import org.trilink.benchmark.result.Metric;
import org.trilink.benchmark.result.Sample;
import org.trilink.benchmark.system.Resources;

/**
 * Computes the blocks of a chapter's file: findings, figures, tables, headlines and gains. A block
 * can have a condition ({@code if}), names ({@code let} for values, {@code words} for texts), and
 * blocks of its own, once for each item of a list ({@code for}). The form of all of them is in
 * docs/internals/benchmark-details.md.
 */
record Blocks(Content content) {

  private static final List<String> COLOURS = List.of("--way-1", "--trilink", "--way-2");

  /** The expressions that a chapter's file calls by names of its own. */
  static Map<String, String> definitions(Map<String, Object> file) {
    Map<String, String> definitions = new HashMap<>();
    part(file, "define").forEach((name, expression) -> definitions.put(name, (String) expression));
    return definitions;
  }

  /** Adds what a list of blocks has to say, in its order. */
  void add(@Nullable Object blocks, Expressions at) {
    for (Map<String, Object> block : parts(blocks)) {
      if (!Boolean.FALSE.equals(at.value(block.get("if")))) {
        addBlock(block, at);
      }
    }
  }

  private void addBlock(Map<String, Object> block, Expressions at) {
    part(block, "let").forEach((name, value) -> at.name(name, at.value(value)));
    part(block, "words").forEach((name, text) -> at.name(name, at.text((String) text)));
    if (block.containsKey("blocks")) {
      each(block, at).forEach(inner -> add(block.get("blocks"), inner));
    }
    text(block, "finding", at).map(Block.Finding::new).ifPresent(content.blocks()::add);
    text(block, "headline", at)
        .flatMap(value -> text(block, "text", at).map(of -> new Content.Headline(value, of)))
        .ifPresent(content.headlines()::add);
    if (at.value(block.get("gain")) instanceof Pair engines && engines.exact()) {
      content
          .gains()
          .add(
              new Gain(
                  text(block, "what", at).orElseThrow(),
                  text(block, "label", at).orElseThrow(),
                  text(block, "situation", at).orElseThrow(),
                  engines));
    }
    text(block, "figure", at).ifPresent(title -> addFigure(title, block, at));
    text(block, "table", at).ifPresent(caption -> addTable(caption, block, at));
  }

  /** Without charts that show nothing; left out if there is no other. */
  private void addFigure(String title, Map<String, Object> figure, Expressions at) {
    List<Block.Panel> panels =
        parts(figure.get("panels")).stream()
            .flatMap(
                panel ->
                    each(panel, at)
                        .map(
                            there ->
                                new Block.Panel(
                                    text(panel, "title", there).orElse(""), chart(panel, there))))
            .filter(panel -> !panel.chart().series().isEmpty())
            .toList();
    if (!panels.isEmpty()) {
      content.blocks().add(new Block.Figure(title, text(figure, "note", at).orElse(""), panels));
    }
  }

  private static Chart chart(Map<String, Object> panel, Expressions at) {
    List<?> places = at.list(panel.get("places"));
    boolean lines = panel.containsKey("lines");
    return new Chart(
        lines ? "line" : "bar",
        text(panel, lines ? "lines" : "bars", at).orElse(""),
        text(panel, "y", at).orElse(""),
        places.stream()
            .map(place -> String.valueOf(at.about(place).value(panel.get("category"))))
            .toList(),
        Boolean.TRUE.equals(panel.get("logarithmic")),
        panel.get("max") instanceof Number max ? max.doubleValue() : null,
        variants(panel, places, at).stream()
            .map(variant -> new Series(variant, points(variant, panel, places, at)))
            .filter(Series::hasPoints)
            .toList());
  }

  /** The variants that it names ({@code only}), those of a coordinate, or those at the places. */
  private static List<PublishedVariant> variants(
      Map<String, Object> panel, List<?> places, Expressions at) {
    if (panel.containsKey("only")) {
      return at.list(panel.get("only")).stream()
          .map(name -> PublishedVariant.of((String) name))
          .toList();
    }
    if (panel.get("by") instanceof String coordinate) {
      List<Runs> values = ((Runs) at.value(panel.getOrDefault("in", "#this"))).by(coordinate);
      List<?> colours = (List<?>) panel.getOrDefault("colours", COLOURS);
      return IntStream.range(0, values.size())
          .mapToObj(
              i ->
                  new PublishedVariant(
                      values.get(i).get(coordinate),
                      text(panel, "label", at.about(values.get(i))).orElse(""),
                      i < colours.size() ? (String) colours.get(i) : PublishedVariant.OTHER))
          .toList();
    }
    return PublishedVariant.names(runs(places), strings(at.list(panel.get("variants")))).stream()
        .map(PublishedVariant::of)
        .toList();
  }

  private static List<Point> points(
      PublishedVariant variant, Map<String, Object> panel, List<?> places, Expressions at) {
    Expressions named = at.with("name", variant.name());
    List<Point> points = new ArrayList<>();
    if (panel.containsKey("points")) {
      named
          .list(panel.get("points"))
          .forEach(value -> points.add(value instanceof Number number ? point(number) : null));
      return points;
    }
    for (Runs place : runs(places)) {
      Runs there =
          panel.get("by") instanceof String coordinate
              ? place.where(coordinate, variant.name())
              : panel.containsKey("at")
                  ? (Runs) named.about(place).value(panel.get("at"))
                  : place.variant(variant.name());
      Object value =
          panel.get("metric") instanceof String metric
              ? there.sample(Metric.valueOf(metric)).orElse(null)
              : named.about(there).value(panel.get("value"));
      Sample sample =
          value instanceof Number number
              ? Sample.of(DoubleStream.of(number.doubleValue()))
              : (Sample) value;
      points.add(sample == null ? null : Point.of(sample, !there.exact()));
    }
    return points;
  }

  private static Point point(Number value) {
    return Point.of(value.doubleValue());
  }

  /** Left out if it has no rows. */
  private void addTable(String caption, Map<String, Object> table, Expressions at) {
    List<NamedCell> cells = new ArrayList<>(cells(table.get("labels"), true, at));
    int labels = cells.size();
    cells.addAll(cells(table.get("columns"), false, at));
    List<Row> rows =
        at.list(table.get("rows")).stream()
            .map(
                item -> {
                  boolean marked =
                      Boolean.TRUE.equals(
                          at.about(item).value(table.getOrDefault("marked", "!exact()")));
                  return new Row(
                      IntStream.range(0, cells.size())
                          .mapToObj(i -> cells.get(i).of(item, marked && i == labels - 1))
                          .toList(),
                      marked);
                })
            .toList();
    if (!rows.isEmpty()) {
      content
          .blocks()
          .add(new Table(caption, cells.stream().map(NamedCell::column).toList(), rows));
    }
  }

  /**
   * How the cells of a column are computed.
   *
   * @param at where its expression is evaluated, about the item of a row
   */
  private record NamedCell(Column column, Object expression, Expressions at) {

    Cell of(Object item, boolean marked) {
      Object value = at.about(item).value(expression);
      return new Cell(value == null ? Amount.NONE : String.valueOf(value), column.label(), marked);
    }
  }

  /** One for each name; for each item of a list if there is one; of lists within lists, too. */
  private static List<NamedCell> cells(@Nullable Object columns, boolean label, Expressions at) {
    List<NamedCell> cells = new ArrayList<>();
    for (Object column : columns instanceof Collection<?> several ? several : List.of()) {
      if (column instanceof Collection<?>) {
        cells.addAll(cells(column, label, at));
      } else {
        Map<String, Object> of = Resources.mapping(column);
        part(of, "for")
            .forEach(
                (name, items) ->
                    at.list(items)
                        .forEach(item -> cells.add(cell(of, label, at.with(name, item)))));
        if (!of.containsKey("for")) {
          of.forEach(
              (name, expression) ->
                  cells.add(new NamedCell(new Column(name, label), expression, at)));
        }
      }
    }
    return cells;
  }

  private static NamedCell cell(Map<String, Object> column, boolean label, Expressions at) {
    String name = text(column, "name", at).orElseThrow();
    return new NamedCell(new Column(name, label), column.get("cell"), at);
  }

  /** About each item of the list that a part is for, under its name; once if it is for none. */
  private static Stream<Expressions> each(Map<String, Object> of, Expressions at) {
    return of.containsKey("for")
        ? part(of, "for").entrySet().stream()
            .flatMap(
                list ->
                    at.list(list.getValue()).stream()
                        .map(item -> at.about(item).with(list.getKey(), item)))
        : Stream.of(at);
  }

  private static Optional<String> text(Map<String, Object> of, String name, Expressions at) {
    return Optional.ofNullable((String) of.get(name)).map(at::text);
  }

  private static List<Runs> runs(List<?> places) {
    return places.stream().map(Runs.class::cast).toList();
  }

  private static List<String> strings(List<?> names) {
    return names.stream().map(String.class::cast).toList();
  }

  private static List<Map<String, Object>> parts(@Nullable Object list) {
    return list == null ? List.of() : ((List<?>) list).stream().map(Resources::mapping).toList();
  }

  private static Map<String, Object> part(Map<String, Object> of, String name) {
    return Resources.mapping(of.getOrDefault(name, Map.of()));
  }
}
