/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.benchmark.result;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.trilink.launcher.local.CommandFailure;

class ResultFileTest {

  private static final Machine MACHINE = new Machine("a processor", 2, 1 << 30, "Linux 6");
  private static final Map<String, String> SETTINGS = Map.of("rows", "1000", "seed", "1");
  private static final Trial FIRST = new Trial("flink", Map.of("nodes", "2"), 0);
  private static final Trial SECOND = new Trial("trilink", Map.of("nodes", "2"), 0);

  @TempDir private Path folder;
  private final List<String> log = new ArrayList<>();

  @Test
  void keepsEveryRunWithAllThatItWasMadeBy() {
    ResultFile file = open(wanted("c1", MACHINE, SETTINGS));
    file.add(measurement(FIRST));
    file.note("flink settings for ysb", "object reuse");

    BenchmarkResult read = ResultFile.read(path());

    assertThat(read).isEqualTo(file.result());
    assertThat(read.finished()).isFalse();
    assertThat(read.measurements()).containsExactly(measurement(FIRST));
    assertThat(read.settings())
        .containsEntry("seed", "1")
        .containsEntry("flink settings for ysb", "object reuse");
  }

  @Test
  void leavesNoOtherFileBehind() throws IOException {
    open(wanted("c1", MACHINE, SETTINGS)).add(measurement(FIRST));

    try (var files = Files.list(folder)) {
      assertThat(files).containsExactly(path());
    }
  }

  @Test
  void goesOnWithAnUnfinishedResult() {
    ResultFile before = open(wanted("c1", MACHINE, SETTINGS));
    before.add(measurement(FIRST));
    before.note("found on the way", "yes");

    ResultFile file = open(wanted("c1", MACHINE, SETTINGS));

    assertThat(file.missing(List.of(FIRST, SECOND))).containsExactly(SECOND);
    assertThat(file.find(FIRST)).contains(measurement(FIRST));
    assertThat(file.result().settings()).containsEntry("found on the way", "yes");
    assertThat(log).singleElement().asString().contains("goes on", "1 runs");
  }

  @Test
  void anotherRoundOrSituationIsAnotherTrial() {
    ResultFile file = open(wanted("c1", MACHINE, SETTINGS));
    file.add(measurement(FIRST));
    Trial nextRound = new Trial("flink", Map.of("nodes", "2"), 1);
    Trial moreNodes = new Trial("flink", Map.of("nodes", "4"), 0);

    assertThat(file.missing(List.of(FIRST, nextRound, moreNodes)))
        .containsExactly(nextRound, moreNodes);
  }

  @Test
  void beginsAnewWhenTheSettingsDiffer() {
    assertBeginsAnew(
        wanted("c1", MACHINE, Map.of("rows", "2000", "seed", "1")), "rows was 1000 and is 2000");
  }

  @Test
  void beginsAnewOnAnotherCommit() {
    assertBeginsAnew(wanted("c2", MACHINE, SETTINGS), "commit c1, not of c2");
  }

  @Test
  void beginsAnewOnAnotherMachine() {
    assertBeginsAnew(
        wanted("c1", new Machine("another", 64, 1, "Linux"), SETTINGS), "another machine");
  }

  private void assertBeginsAnew(BenchmarkResult wanted, String reason) {
    open(wanted("c1", MACHINE, SETTINGS)).add(measurement(FIRST));

    ResultFile file = open(wanted);

    assertThat(file.missing(List.of(FIRST))).containsExactly(FIRST);
    assertThat(log).singleElement().asString().contains("begins anew", reason);
  }

  @Test
  void beginsAnewAfterAFinishedResultWithoutAWord() {
    ResultFile before = open(wanted("c1", MACHINE, SETTINGS));
    before.add(measurement(FIRST));
    before.finish();

    assertThat(ResultFile.read(path()).finished()).isTrue();
    assertThat(open(wanted("c1", MACHINE, SETTINGS)).result().measurements()).isEmpty();
    assertThat(log).isEmpty();
  }

  @Test
  void beginsAnewWhenAsked() {
    open(wanted("c1", MACHINE, SETTINGS)).add(measurement(FIRST));

    ResultFile file = ResultFile.open(path(), wanted("c1", MACHINE, SETTINGS), true, log::add);

    assertThat(file.missing(List.of(FIRST))).containsExactly(FIRST);
  }

  @Test
  void beginsAnewWhenTheFileIsNoResult() throws IOException {
    Files.writeString(path(), "{\"benchmark\": ");

    assertThat(open(wanted("c1", MACHINE, SETTINGS)).result().measurements()).isEmpty();
  }

  @Test
  void namesTheFileThatCannotBeRead() {
    assertThatThrownBy(() -> ResultFile.read(path()))
        .isInstanceOf(CommandFailure.class)
        .hasMessageContaining("throughput.json")
        .hasMessageContaining("run the benchmark again");
  }

  private ResultFile open(BenchmarkResult wanted) {
    return ResultFile.open(path(), wanted, false, log::add);
  }

  private Path path() {
    return folder.resolve("throughput.json");
  }

  private static BenchmarkResult wanted(
      String commit, Machine machine, Map<String, String> settings) {
    return new BenchmarkResult(
        "throughput",
        false,
        "2026-01-01T00:00:00Z",
        false,
        commit,
        machine,
        Map.of("Flink", "1.14.6"),
        settings,
        List.of());
  }

  private static Measurement measurement(Trial trial) {
    return new Measurement(
        trial,
        "2026-01-01T00:00:01Z",
        false,
        Map.of(Metric.RECORDS, 1000.0, Metric.SECONDS, 0.5),
        List.of(600L, 400L),
        List.of(),
        List.of("missing window: {}"));
  }
}
