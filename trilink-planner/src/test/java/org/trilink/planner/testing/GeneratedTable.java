/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.planner.testing;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * A table in a guide, between two remarks, that a test writes and checks. With {@code
 * -Dtrilink.update-golden=true} it is written anew.
 */
public final class GeneratedTable {

  private static final String END = "\n<!-- end -->";

  private final Path guide;
  private final String begin;

  /**
   * Names it.
   *
   * @param guide the name of a file in {@code docs}
   * @param source what the remark above the table says that it is generated from
   */
  public GeneratedTable(String guide, String source) {
    this.guide = Path.of("..", "docs", guide);
    this.begin = "<!-- begin: generated from " + source;
  }

  /** Returns the table as the guide has it, without empty lines around it. */
  public String text() throws IOException {
    String document = Files.readString(guide);
    return document.substring(start(document), end(document)).strip();
  }

  /** Asserts that the guide has this table, or writes it there. */
  public void assertIs(String table) throws IOException {
    String document = Files.readString(guide);
    String expected =
        document.substring(0, start(document))
            + "\n"
            + table.strip()
            + "\n"
            + document.substring(end(document));
    if (Boolean.getBoolean("trilink.update-golden")) {
      Files.writeString(guide, expected);
      return;
    }
    assertThat(document)
        .as("%s; -Dtrilink.update-golden=true writes its table anew", guide)
        .isEqualTo(expected);
  }

  private int start(String document) {
    assertThat(document).contains(begin);
    return document.indexOf('\n', document.indexOf(begin)) + 1;
  }

  private int end(String document) {
    int end = document.indexOf(END, start(document) - 1);
    assertThat(end).as("the remark behind the table in %s", guide).isNotNegative();
    return end;
  }
}
