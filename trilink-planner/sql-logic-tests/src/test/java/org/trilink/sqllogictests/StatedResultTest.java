/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.sqllogictests;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import net.hydromatic.sqllogictest.ISqlTestOperation;
import net.hydromatic.sqllogictest.SltTestFile;
import net.hydromatic.sqllogictest.SqlTestQuery;
import org.junit.jupiter.api.Test;

/** On queries of a file that was written for it. */
class StatedResultTest {

  @Test
  void rowsMayComeInAnyOrder() throws IOException {
    assertThat(
            StatedResult.matches(
                query("rows"), rows(row(10L, "b", 0.5), row(9, "a", 1.25), row(9, "a", 1.25))))
        .isTrue();
  }

  @Test
  void aRowThatIsMissingOrChangedDoesNotMatch() throws IOException {
    SqlTestQuery query = query("rows");

    assertThat(StatedResult.matches(query, rows(row(10L, "b", 0.5), row(9, "a", 1.25)))).isFalse();
    assertThat(
            StatedResult.matches(
                query, rows(row(10L, "b", 0.5), row(9, "a", 1.25), row(9, "a", 1.26))))
        .isFalse();
    assertThat(StatedResult.matches(query, rows(row(10L, "b")))).isFalse();
  }

  @Test
  void aHashStandsForManyRows() throws IOException {
    assertThat(StatedResult.matches(query("hashed"), rows(row(1), row(2), row(3)))).isTrue();
    assertThat(StatedResult.matches(query("hashed"), rows(row(1), row(2), row(4)))).isFalse();
  }

  @Test
  void nullIsWritten() throws IOException {
    assertThat(StatedResult.matches(query("nulls"), rows(row((Object) null)))).isTrue();
    assertThat(StatedResult.matches(query("nulls"), rows(row(0)))).isFalse();
  }

  private static SqlTestQuery query(String name) throws IOException {
    SltTestFile file = new SltTestFile("stated-results.test");
    file.parse(Database.quiet());
    for (ISqlTestOperation operation : file.fileContents) {
      if (operation instanceof SqlTestQuery query && query.getName().equals(name)) {
        return query;
      }
    }
    throw new IllegalArgumentException(name);
  }

  private static List<Object> row(Object... values) {
    return Arrays.asList(values);
  }

  @SafeVarargs
  private static Map<List<Object>, Integer> rows(List<Object>... rows) {
    Map<List<Object>, Integer> times = new HashMap<>();
    for (List<Object> row : rows) {
      times.merge(row, 1, Integer::sum);
    }
    return times;
  }
}
