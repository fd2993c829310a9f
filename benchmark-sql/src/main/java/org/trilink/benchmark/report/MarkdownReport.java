/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.benchmark.report;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** The report as Markdown: all but the charts. */
final class MarkdownReport {

  private final Edition edition;
  private final List<ChapterResult> chapters;
  private final List<String> lines = new ArrayList<>();

  MarkdownReport(Edition edition, List<ChapterResult> chapters) {
    this.edition = edition;
    this.chapters = chapters;
  }

  String text() {
    lines.clear();
    paragraph("# " + edition.title());
    if (!edition.banner().isEmpty()) {
      paragraph("**" + edition.banner() + "**");
    }
    paragraph(Words.LEAD);
    if (!edition.quick()) {
      addMessage();
    }
    paragraph(
        Words.READING + " A variant in bold: its result lost or had wrong rows. " + Words.PAPER);
    chapters.forEach(this::addChapter);
    return String.join("\n", lines);
  }

  private void addMessage() {
    List<Content> contents = chapters.stream().map(ChapterResult::content).toList();
    EqualResults.lead(contents.stream().flatMap(content -> content.gains().stream()).toList())
        .ifPresent(
            lead -> paragraph("**%s %s.** %s".formatted(lead.value(), lead.claim(), lead.basis())));
    contents.stream()
        .flatMap(content -> content.headlines().stream())
        .forEach(headline -> lines.add("- **%s** %s".formatted(headline.value(), headline.text())));
    if (!lines.get(lines.size() - 1).isEmpty()) {
      lines.add("");
    }
  }

  private void addChapter(ChapterResult chapter) {
    paragraph("## " + chapter.chapter().title());
    paragraph(chapter.chapter().about());
    if (!chapter.state().isEmpty()) {
      paragraph("*" + chapter.state() + "*");
    }
    chapter.content().blocks().forEach(this::add);
    paragraph(
        new Provenance(chapter.result())
            .entries().entrySet().stream()
                .map(entry -> entry.getKey() + ": " + entry.getValue())
                .collect(Collectors.joining("; ", "Run with: ", ".")));
  }

  /** What is in a chart is in a table, too. */
  private void add(Block block) {
    if (block instanceof Block.Finding finding) {
      paragraph(finding.sentence());
    } else if (block instanceof Table<?> table) {
      addTable(table);
    }
  }

  private void addTable(Table<?> table) {
    paragraph("**" + table.caption() + "**");
    row(table.columns().stream().map(MarkdownReport::escape).toList());
    List<String> alignments = new ArrayList<>();
    for (int i = 0; i < table.columns().size(); i++) {
      alignments.add(i < table.labels() ? "---" : "---:");
    }
    row(alignments);
    table.rows().forEach(row -> row(cells(row, table.labels() - 1)));
    lines.add("");
  }

  private void row(List<String> cells) {
    lines.add("| " + String.join(" | ", cells) + " |");
  }

  private static List<String> cells(Table.Row row, int marked) {
    List<String> cells = new ArrayList<>(row.cells().stream().map(MarkdownReport::escape).toList());
    if (row.incomplete()) {
      cells.set(marked, "**" + cells.get(marked) + "**");
    }
    return cells;
  }

  private void paragraph(String text) {
    lines.add(text);
    lines.add("");
  }

  private static String escape(String cell) {
    return cell.replace("|", "\\|");
  }
}
