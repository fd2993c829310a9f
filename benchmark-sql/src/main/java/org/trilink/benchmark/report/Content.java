package org.trilink.benchmark.report;

import java.util.ArrayList;
import java.util.List;

/** What a chapter has to show; collected in the order of reading. */
final class Content {

  private final List<Headline> headlines = new ArrayList<>();
  private final List<String> findings = new ArrayList<>();
  private final List<Figure> figures = new ArrayList<>();
  private final List<Table> tables = new ArrayList<>();

  void headline(String value, String text) {
    headlines.add(new Headline(value, text));
  }

  /** A sentence about what the figures show. */
  void finding(String sentence) {
    findings.add(sentence);
  }

  void figure(Figure figure) {
    figures.add(figure);
  }

  /** Left out if it has no rows. */
  void table(Table table) {
    if (!table.rows().isEmpty()) {
      tables.add(table);
    }
  }

  List<Headline> headlines() {
    return headlines;
  }

  List<String> findings() {
    return findings;
  }

  List<Figure> figures() {
    return figures;
  }

  List<Table> tables() {
    return tables;
  }
}
