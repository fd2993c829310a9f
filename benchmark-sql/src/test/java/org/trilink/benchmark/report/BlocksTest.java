/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.benchmark.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.trilink.benchmark.report.Table.Cell;
import org.trilink.benchmark.report.Table.Row;

/** Chapters of a few lines, as maps. */
class BlocksTest {

  private static final Runs RUNS = Runs.of(results().result());

  private final Content content = new Content();

  private static ResultBuilder results() {
    ResultBuilder result = new ResultBuilder("state");
    result.of("trilink", "keys", "10").complete().runs(20);
    return result.of("flink", "keys", "10").rows(9, 10, 1).runs(10);
  }

  private void add(List<Map<String, Object>> blocks) {
    new Blocks(content)
        .add(blocks, new Expressions(RUNS, Map.of("runs", RUNS), Map.of("twice", "count() * 2")));
  }

  @Test
  void nothingIsSaidOfWhatWasNotMeasured() {
    add(
        List.of(
            Map.of("finding", "Trilink reads {variant('trilink').words('RECORDS_PER_SECOND')}."),
            Map.of("finding", "It waits {variant('trilink').words('PAUSE_P50')}."),
            Map.of("finding", "It waits {share(variant('trilink').median('PAUSE_P50'))}."),
            Map.of("if", "isEmpty()", "finding", "There are no runs.")));

    assertThat(content.blocks()).containsExactly(new Block.Finding("Trilink reads 20."));
  }

  @Test
  void aDefinitionIsCalledOnAnItem() {
    add(
        List.of(
            Map.of("for", Map.of("place", "by('keys', 'variant')"), "blocks", oneOf("{twice()}"))));

    assertThat(content.blocks()).hasSize(2).containsOnly(new Block.Finding("2"));
  }

  private static List<Map<String, Object>> oneOf(String finding) {
    return List.of(Map.of("finding", finding));
  }

  @Test
  void marksARowAtTheLastOfItsWords() {
    add(
        List.of(
            Map.of(
                "table",
                "All",
                "rows",
                "by('keys', 'variant')",
                "labels",
                List.of(Map.of("keys", "keys()"), Map.of("variant", "variant()")),
                "columns",
                List.of(Map.of("pause", "median('PAUSE_P50')")))));

    assertThat(content.blocks()).hasSize(1);
    List<Row> rows = ((Table) content.blocks().get(0)).rows();
    assertThat(rows).extracting(Row::incomplete).containsExactly(false, true);
    assertThat(rows.get(0).cells()).noneMatch(Cell::marked);
    assertThat(rows.get(1).cells()).extracting(Cell::marked).containsExactly(false, true, false);
    assertThat(rows.get(0).cells()).extracting(Cell::text).endsWith(Amount.NONE);
  }

  @Test
  void chartsAndTablesThatShowNothingAreLeftOut() {
    Map<String, Object> empty =
        Map.of("bars", "", "y", "", "places", "{runs}", "category", "''", "metric", "PAUSE_P50");
    Map<String, Object> drawn =
        Map.of(
            "title",
            "Rate",
            "bars",
            "",
            "y",
            "",
            "places",
            "{runs}",
            "category",
            "''",
            "metric",
            "RECORDS_PER_SECOND");
    add(
        List.of(
            Map.of("figure", "Nothing", "panels", List.of(empty)),
            Map.of("figure", "Something", "panels", List.of(empty, drawn)),
            Map.of("table", "Nothing", "rows", "by('disorder')")));

    assertThat(content.blocks()).hasSize(1);
    Block.Figure figure = (Block.Figure) content.blocks().get(0);
    assertThat(figure.panels()).extracting(Block.Panel::name).containsExactly("Rate");
    assertThat(figure.legend())
        .extracting(PublishedVariant::name)
        .containsExactly("trilink", "flink");
  }

  @Test
  void namesAnExpressionThatIsWrong() {
    assertThatThrownBy(() -> add(List.of(Map.of("finding", "{nobodyKnows(5)}"))))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("nobodyKnows(5)");
  }
}
