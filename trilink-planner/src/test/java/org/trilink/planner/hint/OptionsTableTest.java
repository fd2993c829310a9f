/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.planner.hint;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.trilink.planner.testing.GeneratedTable;

/**
 * Checks that the table in {@code docs/options.md} agrees with {@link TrilinkOptions}. With {@code
 * -Dtrilink.update-golden=true} it writes the table.
 */
class OptionsTableTest {

  @Test
  void theDocumentHasEveryOptionAsDeclared() throws IOException {
    new GeneratedTable("options.md", "TrilinkOptions").assertIs(markdownTable());
  }

  @Test
  void aRowShowsTheDefaultFirst() {
    assertThat(row(TrilinkOptions.WATERMARK))
        .startsWith("| `watermark` | `subtask`, `key`, `auto` | ");
    assertThat(row(TrilinkOptions.WATERMARK_KEYS_PER_GROUP))
        .startsWith("| `watermark.keys-per-group` | `1`; an integer, 1 or more, or `auto` | ");
    assertThat(row(TrilinkOptions.WATERMARK_MAX_SKEW))
        .startsWith("| `watermark.max-skew` | unbounded; a duration, e.g. `5 min` | ");
  }

  @Test
  void noCellBreaksTheTable() {
    assertThat(TrilinkOptions.all())
        .allSatisfy(option -> assertThat(row(option).split("\\|", -1)).hasSize(5))
        .allSatisfy(option -> assertThat(row(option)).doesNotContain("\n"));
  }

  private static String markdownTable() {
    return "| option | values | meaning |\n|---|---|---|\n"
        + TrilinkOptions.all().stream()
            .map(option -> row(option) + "\n")
            .collect(Collectors.joining());
  }

  private static String row(HintOption<?> option) {
    return String.format(
        "| `%s` | %s | %s |", option.name(), values(option), asCode(option.description()));
  }

  private static String values(HintOption<?> option) {
    List<String> literals = option.literals();
    StringBuilder values = new StringBuilder();
    if (option.defaultValue() == null) {
      values.append(option.defaultText());
    } else if (literals.isEmpty()) {
      values.append('`').append(option.defaultText()).append('`');
    }
    if (!literals.isEmpty()) {
      values.append(asCode(OptionTypes.quoted(literals)));
    }
    option.form().ifPresent(form -> values.append("; ").append(asCode(form)));
    return values.toString();
  }

  /** Formats text in single quotes as code; apostrophes are left unchanged. */
  private static String asCode(String text) {
    return text.replaceAll("(?<!\\w)'([^']+)'(?!\\w)", "`$1`");
  }
}
