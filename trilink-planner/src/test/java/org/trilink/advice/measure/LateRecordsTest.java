/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.advice.measure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.trilink.advice.measure.GeneratedReports.SECOND;
import static org.trilink.advice.measure.LateRecords.UNBOUNDED;

import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.List;
import java.util.OptionalLong;
import java.util.function.Predicate;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.trilink.advice.measure.GeneratedReports.Report;
import org.trilink.runtime.window.StateBackends;
import org.trilink.runtime.window.WindowHarness;
import org.trilink.runtime.window.WindowShape;

class LateRecordsTest {

  private static final Deadline MINUTES =
      Deadline.ofWindows(60 * SECOND, 60 * SECOND, 0, ZoneOffset.UTC);
  private static final Deadline HOPS =
      Deadline.ofWindows(10 * SECOND, 2 * SECOND, 0, ZoneOffset.UTC);

  @Test
  void aKeyThatIsThreeMinutesBehindLosesAllButItsLastMinute() {
    SampledRecords records =
        new GeneratedReports().add(0, 0, 3600, 0).add(0, 1, 3600, 180 * SECOND).sample(1);

    LateRecords stock = LateRecords.bySubtask(records, MINUTES, 1);

    // the prompt key is in order, and the other one behind it by three windows until it ends; the
    // very first record is not judged
    assertThat(stock.late()).isEqualTo(3540);
    assertThat(stock.share()).isEqualTo(3540 / 7199.0);
    assertThat(stock.losslessDelay()).isBetween(179 * SECOND, 180 * SECOND);
    assertThat(LateRecords.bySubtask(records, MINUTES, stock.losslessDelay()).late()).isZero();
    assertThat(LateRecords.bySubtask(records, MINUTES, stock.losslessDelay() - 1).late())
        .isPositive();
    assertThat(LateRecords.byKey(records, MINUTES, 1, UNBOUNDED).late()).isZero();
  }

  @Test
  void aMaxSkewLosesWhatTrailsByMore() {
    SampledRecords records =
        new GeneratedReports().add(0, 0, 3600, 0).add(0, 1, 3600, 180 * SECOND).sample(1);

    assertThat(LateRecords.byKey(records, MINUTES, 1, 180 * SECOND).late()).isZero();
    assertThat(LateRecords.byKey(records, MINUTES, 1, 0).late())
        .isEqualTo(LateRecords.bySubtask(records, MINUTES, 1).late());
  }

  @Test
  void aPartitionThatIsBehindHoldsTheWatermarkBack() {
    SampledRecords records =
        new GeneratedReports().add(0, 0, 3600, 0).add(1, 1, 3600, 180 * SECOND).sample(2);

    assertThat(LateRecords.bySubtask(records, MINUTES, 1).late()).isZero();
  }

  @Test
  void nothingIsKnownWhileAPartitionHasNoRecords() {
    SampledRecords records =
        new GeneratedReports().add(0, 0, 3600, 0).add(0, 1, 3600, 180 * SECOND).sample(2);

    LateRecords stock = LateRecords.bySubtask(records, MINUTES, 1);

    assertThat(stock.counted()).isZero();
    assertThat(stock.share()).isZero();
  }

  /** A key's records are in two partitions by turns, every ten minutes of an hour. */
  private static SampledRecords ofTwoPartitions(long lag) {
    GeneratedReports reports = new GeneratedReports();
    for (int second = 0; second < 3600; second++) {
      int partition = second / 600 % 2;
      reports.addRecord(partition, 0, second * SECOND, second * SECOND);
      reports.addRecord(1 - partition, 1, second * SECOND, second * SECOND + lag);
    }
    return reports.sample(2);
  }

  @Test
  void aKeyOfTwoPartitionsIsLateByTheOneThatIsReadFirst() {
    SampledRecords written = ofTwoPartitions(0);
    SampledRecords catchUp = written.partitionByPartition();

    assertThat(LateRecords.byKey(written, MINUTES, 1, UNBOUNDED).late()).isZero();
    // what comes last in partition 0 is minute 60 of one key and minute 50 of the other
    LateRecords byKey = LateRecords.byKey(catchUp, MINUTES, 1, UNBOUNDED);
    assertThat(byKey.counted()).isEqualTo(7200);
    assertThat(byKey.late()).isEqualTo(1800 + 1200);
    assertThat(LateRecords.byKey(catchUp, MINUTES, byKey.losslessDelay(), UNBOUNDED).late())
        .isZero();
    // Flink's watermark is that of partition 1, which is in order
    assertThat(LateRecords.bySubtask(catchUp, MINUTES, 1).late()).isZero();
    assertThat(LateRecords.byKeyWithFloor(catchUp, MINUTES, 1).late()).isZero();
  }

  /** The key that lags is behind the other one in each partition, and behind itself. */
  @Test
  void theFloorKeepsWhatFlinkKeeps() {
    SampledRecords written = ofTwoPartitions(180 * SECOND);
    SampledRecords catchUp = written.partitionByPartition();
    long stock = LateRecords.bySubtask(catchUp, MINUTES, 1).late();

    assertThat(LateRecords.bySubtask(written, MINUTES, 1).late()).isPositive();
    assertThat(LateRecords.byKeyWithFloor(written, MINUTES, 1).late()).isZero();
    assertThat(LateRecords.byKeyWithFloor(catchUp, MINUTES, 1).late()).isPositive();
    assertThat(LateRecords.byKeyWithFloor(catchUp, MINUTES, 1).late()).isLessThanOrEqualTo(stock);
    assertThat(LateRecords.byKey(catchUp, MINUTES, 1, UNBOUNDED).late()).isGreaterThan(stock);
    assertThat(CatchUp.of(catchUp, MINUTES, 1).losslessDelay())
        .isEqualTo(LateRecords.byKey(catchUp, MINUTES, 1, UNBOUNDED).losslessDelay());
  }

  @Test
  void windowsAreAlignedInTheirTimeZone() {
    long day = 24 * 3600 * SECOND;
    Deadline days = Deadline.ofWindows(day, day, 0, ZoneId.of("Asia/Shanghai"));

    assertThat(days.of(0)).isEqualTo(16 * 3600 * SECOND - 1);
    assertThat(HOPS.of(3 * SECOND)).isEqualTo(12 * SECOND - 1);
    assertThat(MINUTES.of(-1)).isEqualTo(-1);
    assertThat(Deadline.ofRecord().of(7)).isEqualTo(7);
  }

  /** Flink's own operator gets the same records, with the watermark after each. */
  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3})
  void predictsWhatFlinksOperatorDrops(long seed) throws Exception {
    SampledRecords records = GeneratedReports.random(seed).sample(3);
    for (long delay : new long[] {0, 1, 2_000, 30_000}) {
      ReaderWatermark watermark = new ReaderWatermark(3, 0, 1, delay);
      try (WindowHarness flinks =
          WindowHarness.openStock(WindowShape.hop(10 * SECOND, 2 * SECOND), StateBackends.HEAP)) {
        for (Report report : GeneratedReports.read(records)) {
          flinks.read("key " + report.key(), report.time(), 1);
          flinks.watermark(watermark.after(report.partition(), report.time()));
        }
        assertThat(LateRecords.bySubtask(records, HOPS, delay).late())
            .isEqualTo(flinks.counter("numLateRecordsDropped"));
      }
    }
    assertThat(LateRecords.bySubtask(records, HOPS, 2_000).late()).isPositive();
  }

  /** Against a replay that looks at all records before each. */
  @Tag("slow")
  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6})
  void predictsWhatAReplayLoses(long seed) {
    GeneratedReports reports = GeneratedReports.random(seed);
    SampledRecords records = reports.sample(3);
    for (long delay : new long[] {0, 1, 2_000, 30_000}) {
      assertThat(LateRecords.bySubtask(records, HOPS, delay).late())
          .isEqualTo(replay(reports.arrived(), delay, OptionalLong.empty()));
      assertThat(LateRecords.byKey(records, HOPS, delay, UNBOUNDED).late())
          .isEqualTo(replay(reports.arrived(), delay, OptionalLong.of(Long.MAX_VALUE)));
      assertThat(LateRecords.byKey(records, HOPS, delay, 10_000).late())
          .isEqualTo(replay(reports.arrived(), delay, OptionalLong.of(10_000)));
      assertThat(LateRecords.byKeyWithFloor(records, HOPS, delay).late())
          .isEqualTo(replay(reports.arrived(), delay, WITH_FLOOR));
    }
  }

  /** Instead of a max-skew. */
  private static final OptionalLong WITH_FLOOR = OptionalLong.of(-1);

  /** Windows of 10 s every 2 s; with a max-skew, the watermarks are those of keys. */
  private static long replay(List<Report> reports, long delay, OptionalLong maxSkew) {
    long late = 0;
    for (int i = 0; i < reports.size(); i++) {
      Report report = reports.get(i);
      List<Report> before = reports.subList(0, i);
      OptionalLong subtask = OptionalLong.of(Long.MAX_VALUE);
      for (int partition = 0; partition < 3; partition++) {
        int each = partition;
        OptionalLong greatest = greatest(before, other -> other.partition() == each);
        subtask =
            greatest.isEmpty() || subtask.isEmpty()
                ? OptionalLong.empty()
                : OptionalLong.of(Math.min(subtask.getAsLong(), greatest.getAsLong() - delay));
      }
      if (subtask.isEmpty()) {
        continue;
      }
      long watermark = subtask.getAsLong();
      if (maxSkew.isPresent()) {
        OptionalLong ofKey = greatest(before, other -> other.key() == report.key());
        long bound =
            maxSkew.getAsLong() == Long.MAX_VALUE
                ? Long.MIN_VALUE
                : watermark - maxSkew.getAsLong();
        watermark =
            maxSkew.equals(WITH_FLOOR)
                ? Math.min(watermark, ofKey.orElse(Long.MIN_VALUE + delay) - delay)
                : ofKey.isEmpty() ? bound : Math.max(bound, ofKey.getAsLong() - delay);
      }
      boolean hasWindow = false;
      for (long start = report.time() / 2000 * 2000;
          start > report.time() - 10_000;
          start -= 2000) {
        hasWindow |= start + 10_000 - 1 > watermark;
      }
      late += hasWindow ? 0 : 1;
    }
    return late;
  }

  private static OptionalLong greatest(List<Report> reports, Predicate<Report> which) {
    return reports.stream().filter(which).mapToLong(Report::time).max();
  }
}
