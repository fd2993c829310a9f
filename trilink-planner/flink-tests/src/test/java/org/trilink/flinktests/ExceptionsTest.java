/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.flinktests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.StringReader;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class ExceptionsTest {

  private static final String PACKAGE = "org.apache.flink.table.planner.";

  @Test
  void givesTheReasonOfATest() throws IOException {
    Exceptions exceptions = read("# comment\n\na.RankTest#top[HEAP] : it is : slow\n");

    assertThat(exceptions.reason(PACKAGE + "a.RankTest#top[HEAP]")).hasValue("it is : slow");
    assertThat(exceptions.reason(PACKAGE + "a.RankTest#top[ROCKSDB]")).isEmpty();
    assertThat(exceptions.reason(PACKAGE + "a.RankTest#top")).isEmpty();
  }

  @Test
  void aMethodStandsForAllItsParameters() throws IOException {
    Exceptions exceptions = read("a.RankTest#top : slow");

    assertThat(exceptions.reason(PACKAGE + "a.RankTest#top[HEAP]")).hasValue("slow");
    assertThat(exceptions.reason(PACKAGE + "a.RankTest#top2[HEAP]")).isEmpty();
  }

  @Test
  void findsListedTestsThatThereAreNot() throws IOException {
    Exceptions exceptions =
        read("a.RankTest#top : x\na.RankTest#gone[HEAP] : x\nb.NotRunTest#top : x");

    assertThat(exceptions.without(Set.of(PACKAGE + "a.RankTest#top[HEAP]")))
        .containsExactly(PACKAGE + "a.RankTest#gone[HEAP]");
  }

  @Test
  void aReasonOfTimingMayBeThatOfAWholeClass() throws IOException {
    Exceptions exceptions = read("a.RankTest#* : sometimes late\na.RankTest#top : slow");

    assertThat(exceptions.reason(PACKAGE + "a.RankTest#bottom[HEAP]")).hasValue("sometimes late");
    assertThat(exceptions.maySucceed(PACKAGE + "a.RankTest#bottom[HEAP]")).isTrue();
    assertThat(exceptions.reason(PACKAGE + "a.RankTest#top[HEAP]")).hasValue("slow");
    assertThat(exceptions.maySucceed(PACKAGE + "a.RankTest#top[HEAP]")).isFalse();
    assertThat(exceptions.reason(PACKAGE + "a.OtherTest#top[HEAP]")).isEmpty();
    assertThat(exceptions.without(Set.of(PACKAGE + "a.RankTest#top[HEAP]"))).isEmpty();
  }

  @Test
  void anyOtherReasonMayNot() {
    assertThatThrownBy(() -> read("a.RankTest#* : slow"))
        .hasMessage("All tests of a class are listed as failing: a.RankTest#* : slow");
  }

  @Test
  void everyTestNeedsAReason() {
    assertThatThrownBy(() -> read("a.RankTest#top : "))
        .hasMessage("A test is listed without a reason: a.RankTest#top : ");
    assertThatThrownBy(() -> read("a.RankTest#top"))
        .hasMessage("A test is listed without a reason: a.RankTest#top");
  }

  @Test
  void noTestIsListedTwice() {
    assertThatThrownBy(() -> read("a.RankTest#top : x\na.RankTest#top : y"))
        .hasMessage("A test is listed twice: a.RankTest#top : y");
  }

  @ParameterizedTest
  @EnumSource
  void theFileOfEachPlannerCanBeRead(PlannerUnderTest planner) {
    assertThat(Exceptions.of(planner)).isNotNull();
  }

  private static Exceptions read(String text) throws IOException {
    return Exceptions.read(new StringReader(text));
  }
}
