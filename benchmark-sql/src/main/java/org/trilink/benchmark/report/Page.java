/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.benchmark.report;

import com.samskivert.mustache.Mustache;
import java.io.StringReader;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.trilink.benchmark.report.EqualResults.Lead;
import org.trilink.benchmark.system.Resources;

/**
 * The data that the templates {@code page.html} and {@code page.md} are filled with.
 *
 * @param quick whether it is of quick runs: marked as such, without figures to quote
 * @param chapters those that there are results of
 */
record Page(boolean quick, List<Chapter> chapters) {

  private static final Pattern UNIT = Pattern.compile("(?<=[0-9]) (?=[%kMGBmsµ])");

  /** One page that needs nothing else: style, script and plotting library are in it. */
  String html() {
    return fill("page.html", Page::escape);
  }

  /** All but the charts. */
  String markdown() {
    return fill("page.md", cell -> cell.replace("|", "\\|")).stripTrailing() + "\n";
  }

  private String fill(String template, Mustache.Escaper escaper) {
    return Mustache.compiler()
        .withEscaper(escaper)
        .withLoader(part -> new StringReader(Resources.text(Page.class, part)))
        .emptyStringIsFalse(true)
        .compile(Resources.text(Page.class, template))
        .execute(this);
  }

  /** Numbers stay on the line of their units. */
  private static String escape(String text) {
    return UNIT.matcher(text)
        .replaceAll("\u00a0")
        .replace("&", "&amp;")
        .replace("<", "&lt;")
        .replace(">", "&gt;")
        .replace("\"", "&quot;");
  }

  String title() {
    return quick ? "Trilink beside Flink: a quick run" : "Trilink beside Flink";
  }

  /** The notice that a reader has to know before everything else; empty for nothing. */
  String banner() {
    return quick
        ? "A quick run: less input, fewer points and rounds, nothing tuned, nothing warmed up. It"
            + " shows that everything works; its figures are no result."
        : "";
  }

  String about() {
    return "The same SQL on the same Kafka topics, stock Flink and Trilink by turns. Every run's"
        + " result is compared with an oracle's, row by row.";
  }

  String reading() {
    return "Figures are medians, with the least and the greatest run in brackets. Rows right and"
        + " records lost are those of the worst run.";
  }

  String paper() {
    return "The paper's figures (Journal of Software 2024, no. 7235) were measured on eight machines"
        + " with other data: compare shapes and ratios, not rates.";
  }

  /** The message, if there is one; a quick run has none. */
  List<Lead> lead() {
    return quick
        ? List.of()
        : EqualResults.lead(contents().flatMap(content -> content.gains().stream()).toList())
            .stream()
            .toList();
  }

  /** A quick run has no figures to quote. */
  List<Content.Headline> headlines() {
    return quick ? List.of() : contents().flatMap(content -> content.headlines().stream()).toList();
  }

  private Stream<Content> contents() {
    return chapters.stream().map(Chapter::content);
  }

  String style() {
    return Resources.text(Page.class, "report.css");
  }

  String script() {
    return Resources.text(Page.class, "report.js");
  }

  String library() {
    return Resources.text(Page.class, "echarts.common.min.js");
  }
}
