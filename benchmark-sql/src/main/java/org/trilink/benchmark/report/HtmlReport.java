package org.trilink.benchmark.report;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** The report as one page that needs nothing else: style, script and plotting library are in it. */
final class HtmlReport {

  private static final String ECHARTS = "/org/trilink/benchmark/report/echarts.common.min.js";

  private static final Pattern UNIT = Pattern.compile("(?<=[0-9]) (?=[%kMGBms])");

  private final Edition edition;
  private final List<ChapterResult> chapters;
  private final ArrayNode options = JsonNodeFactory.instance.arrayNode();

  HtmlReport(Edition edition, List<ChapterResult> chapters) {
    this.edition = edition;
    this.chapters = chapters;
  }

  String text() {
    options.removeAll();
    String body = header() + chapters.stream().map(this::chapter).collect(Collectors.joining());
    return Resource.text("page.html")
        .replace("{{title}}", escape(edition.title()))
        .replace("{{style}}", Resource.text("report.css"))
        .replace("{{body}}", body)
        .replace("{{options}}", json())
        .replace("{{library}}", Resource.text(ECHARTS))
        .replace("{{script}}", Resource.text("report.js"));
  }

  /** A text in a result cannot end the script that it is in. */
  private String json() {
    return options.toString().replace("<", "\\u003c");
  }

  private String header() {
    return """
    <header>
    <h1>%s</h1>
    %s<p class="lead">%s</p>
    %s<nav>%s</nav>
    <p class="reading">%s %s A <span class="incomplete">dashed, pale bar</span> and a \
    <span class="incomplete">coloured row</span>: the result lost or had wrong rows. %s</p>
    </header>
    """
        .formatted(
            escape(edition.title()),
            banner(),
            escape(Words.LEAD),
            headlines(),
            chapters.stream()
                .map(ChapterResult::chapter)
                .map(
                    chapter ->
                        "<a href=\"#%s\">%s</a>"
                            .formatted(chapter.benchmark(), escape(chapter.title())))
                .collect(Collectors.joining()),
            escape(Words.READING),
            "Lines on bars and points go from the least run to the greatest.",
            escape(Words.PAPER));
  }

  private String banner() {
    return edition.banner().isEmpty()
        ? ""
        : "<p class=\"banner\">" + escape(edition.banner()) + "</p>\n";
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
                        .formatted(escape(headline.value()), escape(headline.text())))
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
            escape(chapter.chapter().title()),
            chapter.state().isEmpty()
                ? ""
                : " <small class=\"state\">" + escape(chapter.state()) + "</small>",
            escape(chapter.chapter().about()),
            blocks(chapter),
            chapter.result().map(result -> provenance(new Provenance(result))).orElse(""));
  }

  private String blocks(ChapterResult chapter) {
    if (chapter.result().isEmpty()) {
      return "<p class=\"finding\">"
          + Words.notRun("<code>" + escape(chapter.command()) + "</code>")
          + "</p>\n";
    }
    return chapter.content().blocks().stream().map(this::block).collect(Collectors.joining());
  }

  private String block(Block block) {
    if (block instanceof Finding finding) {
      return "<p class=\"finding\">" + escape(finding.sentence()) + "</p>\n";
    }
    return block instanceof Figure figure ? figure(figure) : table((Table) block);
  }

  private String figure(Figure figure) {
    return """
    <figure>
    <figcaption>%s</figcaption>
    <ul class="legend">%s</ul>
    <div class="panels">
    %s</div>
    %s</figure>
    """
        .formatted(
            escape(figure.title()),
            figure.legend().stream().map(HtmlReport::legendEntry).collect(Collectors.joining()),
            figure.panels().stream()
                .map(panel -> panel(figure, panel))
                .collect(Collectors.joining()),
            figure.note().isEmpty() ? "" : "<p class=\"note\">" + escape(figure.note()) + "</p>\n");
  }

  private static String legendEntry(Variant variant) {
    return "<li><i style=\"background:var(%s)\"></i>%s</li>"
        .formatted(variant.colour(), escape(variant.label()));
  }

  private String panel(Figure figure, Panel panel) {
    options.add(panel.option());
    return """
    <div class="panel"><h3>%s</h3><div class="chart" data-option="%d" role="img" aria-label="%s"></div></div>
    """
        .formatted(
            escape(panel.title()),
            options.size() - 1,
            escape(figure.title() + ": " + panel.title() + "; the figures are in the tables"));
  }

  private static String table(Table table) {
    String head =
        IntStream.range(0, table.columns().size())
            .mapToObj(i -> cell("th scope=\"col\"", "th", i, table, table.columns().get(i)))
            .collect(Collectors.joining());
    String rows =
        table.rows().stream()
            .map(
                row ->
                    "<tr%s>%s</tr>\n"
                        .formatted(
                            row.incomplete() ? " class=\"incomplete\"" : "",
                            IntStream.range(0, row.cells().size())
                                .mapToObj(i -> cell("td", "td", i, table, row.cells().get(i)))
                                .collect(Collectors.joining())))
            .collect(Collectors.joining());
    return """
    <h3>%s</h3>
    <div class="scroll"><table>
    <thead><tr>%s</tr></thead>
    <tbody>
    %s</tbody>
    </table></div>
    """
        .formatted(escape(table.caption()), head, rows);
  }

  private static String cell(String open, String close, int column, Table table, String text) {
    return "<%s%s>%s</%s>"
        .formatted(open, column < table.labels() ? " class=\"label\"" : "", escape(text), close);
  }

  private static String provenance(Provenance provenance) {
    return "<details><summary>How it was run</summary><dl>%s</dl></details>\n"
        .formatted(
            provenance.entries().entrySet().stream()
                .map(HtmlReport::entry)
                .collect(Collectors.joining()));
  }

  private static String entry(Map.Entry<String, String> entry) {
    return "<dt>%s</dt><dd>%s</dd>".formatted(escape(entry.getKey()), escape(entry.getValue()));
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
}
