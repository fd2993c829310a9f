/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.sqllogictests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class QuerySampleTest {

  private static final List<String> FILES =
      List.of(
          "test/random/expr/1.test",
          "test/random/expr/2.test",
          "test/index/in/10/1.test",
          "test/index/in/1000/1.test",
          "test/select1.test");

  private static final Pattern ANY = Pattern.compile("");

  @Test
  void aSeedDrawsTheSameInWhicheverOrderFilesAreListed() {
    List<String> backwards = FILES.stream().sorted((a, b) -> b.compareTo(a)).toList();

    assertThat(draw(new QuerySample(backwards, ANY, 7)))
        .isEqualTo(draw(new QuerySample(FILES, ANY, 7)))
        .isNotEqualTo(draw(new QuerySample(FILES, ANY, 8)));
  }

  @Test
  void allFoldersAreDrawnAlike() {
    QuerySample sample = new QuerySample(FILES, ANY, 1);

    assertThat(
            IntStream.range(0, 3000)
                .filter(i -> sample.nextFile().equals("test/select1.test"))
                .count())
        .isBetween(900L, 1100L);
  }

  @Test
  void onlyChosenFilesAreDrawn() {
    QuerySample sample = new QuerySample(FILES, Pattern.compile("index/in"), 1);

    assertThat(Stream.generate(sample::nextFile).limit(100))
        .containsOnly("test/index/in/10/1.test", "test/index/in/1000/1.test");
  }

  @Test
  void aFileMustBeChosen() {
    assertThatThrownBy(() -> new QuerySample(FILES, Pattern.compile("groupby"), 1))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("No test file has 'groupby' in its name");
  }

  @Test
  void queriesOfAFileAreDistinctAndAscending() {
    QuerySample sample = new QuerySample(FILES, ANY, 1);

    assertThat(sample.nextQueries(3)).containsExactly(0, 1, 2);
    assertThat(sample.nextQueries(0)).isEmpty();
    assertThat(sample.nextQueries(10_000)).hasSize(12).isSorted().doesNotHaveDuplicates();
  }

  private static Set<List<String>> draw(QuerySample sample) {
    return Set.of(
        Stream.generate(() -> sample.nextFile() + sample.nextQueries(1000)).limit(20).toList());
  }
}
