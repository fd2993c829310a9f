package org.trilink.benchmark.report;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** The report as Markdown: all but the charts. */
final class MarkdownReport {

  private final List<ChapterResult> chapters;
  private final List<String> lines = new ArrayList<>();

  MarkdownReport(List<ChapterResult> chapters) {
    this.chapters = chapters;
  }

  String text() {
    lines.clear();
    paragraph("# " + Words.TITLE);
    paragraph(Words.LEAD + " " + Words.READING + " Incomplete results are in bold. " + Words.PAPER);
    chapters.forEach(this::addChapter);
    return String.join("\n", lines);
  }

  private void addChapter(ChapterResult chapter) {
    paragraph("## " + chapter.chapter().title());
    paragraph(chapter.chapter().about());
    if (chapter.result().isEmpty()) {
      paragraph(Words.notRun("`" + chapter.command() + "`"));
      return;
    }
    if (!chapter.state().isEmpty()) {
      paragraph("*" + chapter.state() + "*");
    }
    chapter.content().findings().forEach(finding -> lines.add("- " + finding));
    if (!chapter.content().findings().isEmpty()) {
      lines.add("");
    }
    chapter.content().tables().forEach(this::addTable);
    paragraph(
        new Provenance(chapter.result().get())
            .entries().entrySet().stream()
                .map(entry -> entry.getKey() + ": " + entry.getValue())
                .collect(Collectors.joining("; ", "Run with: ", ".")));
  }

  private void addTable(Table table) {
    paragraph("**" + table.caption() + "**");
    row(table.columns().stream().map(MarkdownReport::escape).toList());
    List<String> alignments = new ArrayList<>();
    for (int i = 0; i < table.columns().size(); i++) {
      alignments.add(i < table.labels() ? "---" : "---:");
    }
    row(alignments);
    for (Table.Row row : table.rows()) {
      row(
          row.cells().stream()
              .map(MarkdownReport::escape)
              .map(cell -> row.incomplete() ? "**" + cell + "**" : cell)
              .toList());
    }
    lines.add("");
  }

  private void row(List<String> cells) {
    lines.add("| " + String.join(" | ", cells) + " |");
  }

  private void paragraph(String text) {
    lines.add(text);
    lines.add("");
  }

  private static String escape(String cell) {
    return cell.replace("|", "\\|");
  }
}
