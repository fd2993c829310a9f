/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.benchmark.report;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** The report as one page that needs nothing else: style, script and plotting library are in it. */
final class HtmlReport {

  private static final String ECHARTS = "/org/trilink/benchmark/report/echarts.common.min.js";

  private final Edition edition;
  private final List<ChapterResult> chapters;
  private final List<Chart.Data> charts = new ArrayList<>();

  HtmlReport(Edition edition, List<ChapterResult> chapters) {
    this.edition = edition;
    this.chapters = chapters;
  }

  String text() {
    charts.clear();
    String body = header() + chapters.stream().map(this::chapter).collect(Collectors.joining());
    return Resource.text("page.html")
        .replace("{{title}}", Html.text(edition.title()))
        .replace("{{style}}", Resource.text("report.css"))
        .replace("{{body}}", body)
        .replace("{{charts}}", json())
        .replace("{{library}}", Resource.text(ECHARTS))
        .replace("{{script}}", Resource.text("report.js"));
  }

  /** A text in a result cannot end the script that it is in. */
  private String json() {
    try {
      return new ObjectMapper().writeValueAsString(charts).replace("<", "\\u003c");
    } catch (JsonProcessingException e) {
      throw new IllegalStateException(e);
    }
  }

  private String header() {
    return """
    <header>
    <h1>%s</h1>
    %s<p class="lead">%s</p>
    %s%s<nav>%s</nav>
    <p class="reading">%s %s A <span class="incomplete">dashed, pale bar</span> and a \
    <span class="incomplete">coloured row</span>: the result lost or had wrong rows. %s</p>
    </header>
    """
        .formatted(
            Html.text(edition.title()),
            banner(),
            Html.text(Words.LEAD),
            lead(),
            headlines(),
            chapters.stream()
                .map(ChapterResult::chapter)
                .map(
                    chapter ->
                        "<a href=\"#%s\">%s</a>"
                            .formatted(chapter.benchmark(), Html.text(chapter.title())))
                .collect(Collectors.joining()),
            Html.text(Words.READING),
            "Lines on bars and points go from the least run to the greatest.",
            Html.text(Words.PAPER));
  }

  private String banner() {
    return edition.banner().isEmpty()
        ? ""
        : "<p class=\"banner\">" + Html.text(edition.banner()) + "</p>\n";
  }

  /** The message; a quick run has none. */
  private String lead() {
    return EqualResults.lead(
            chapters.stream().flatMap(chapter -> chapter.content().gains().stream()).toList())
        .filter(any -> !edition.quick())
        .map(
            lead ->
                """
                <div class="message">
                <div class="claim"><p><strong>%s</strong> %s</p><p class="basis">%s</p></div>
                %s</div>
                """
                    .formatted(
                        Html.text(lead.value()),
                        Html.text(lead.claim()),
                        Html.text(lead.basis()),
                        figure(lead.figure())))
        .orElse("");
  }

  /** A quick run has no figures to quote. */
  private String headlines() {
    if (edition.quick()) {
      return "";
    }
    String cards =
        chapters.stream()
            .flatMap(chapter -> chapter.content().headlines().stream())
            .map(
                headline ->
                    "<li><strong>%s</strong><span>%s</span></li>\n"
                        .formatted(Html.text(headline.value()), Html.text(headline.text())))
            .collect(Collectors.joining());
    return cards.isEmpty() ? "" : "<ul class=\"headlines\">\n" + cards + "</ul>\n";
  }

  private String chapter(ChapterResult chapter) {
    return """
    <section id="%s">
    <h2>%s%s</h2>
    <p class="about">%s</p>
    %s%s</section>
    """
        .formatted(
            chapter.chapter().benchmark(),
            Html.text(chapter.chapter().title()),
            chapter.state().isEmpty()
                ? ""
                : " <small class=\"state\">" + Html.text(chapter.state()) + "</small>",
            Html.text(chapter.chapter().about()),
            chapter.content().blocks().stream().map(this::block).collect(Collectors.joining()),
            provenance(new Provenance(chapter.result())));
  }

  private String block(Block block) {
    if (block instanceof Block.Finding finding) {
      return "<p class=\"finding\">" + Html.text(finding.sentence()) + "</p>\n";
    }
    return block instanceof Block.Figure figure
        ? figure(figure)
        : new HtmlTable((Table<?>) block).text();
  }

  private String figure(Block.Figure figure) {
    return """
    <figure>
    <figcaption>%s</figcaption>
    <ul class="legend">%s</ul>
    <div class="panels">
    %s</div>
    %s</figure>
    """
        .formatted(
            Html.text(figure.title()),
            figure.legend().stream().map(HtmlReport::legendEntry).collect(Collectors.joining()),
            figure.panels().stream()
                .map(panel -> panel(figure, panel))
                .collect(Collectors.joining()),
            figure.note().isEmpty()
                ? ""
                : "<p class=\"note\">" + Html.text(figure.note()) + "</p>\n");
  }

  private static String legendEntry(Variant variant) {
    return "<li><i style=\"background:var(%s)\"></i>%s</li>"
        .formatted(variant.colour(), Html.text(variant.label()));
  }

  private String panel(Block.Figure figure, Block.Panel panel) {
    charts.add(panel.chart().data());
    return """
    <div class="panel"><h3>%s</h3><div class="chart" data-chart="%d" role="img" aria-label="%s"></div></div>
    """
        .formatted(
            Html.text(panel.title()),
            charts.size() - 1,
            Html.text(figure.title() + ": " + panel.title() + "; the figures are in the tables"));
  }

  private static String provenance(Provenance provenance) {
    return "<details><summary>How it was run</summary><dl>%s</dl></details>\n"
        .formatted(
            provenance.entries().entrySet().stream()
                .map(HtmlReport::entry)
                .collect(Collectors.joining()));
  }

  private static String entry(Map.Entry<String, String> entry) {
    return "<dt>%s</dt><dd>%s</dd>"
        .formatted(Html.text(entry.getKey()), Html.text(entry.getValue()));
  }
}
