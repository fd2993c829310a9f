/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.advice.measure;

import static java.time.ZoneOffset.UTC;
import static org.assertj.core.api.Assertions.assertThat;
import static org.trilink.advice.measure.GeneratedReports.SECOND;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.trilink.advice.measure.GeneratedReports.Report;
import org.trilink.runtime.merge.EmitTriggers;
import org.trilink.runtime.merge.LocalMergeHarness;
import org.trilink.runtime.merge.TimeSlots;
import org.trilink.runtime.watermark.KeyTimeSettings;
import org.trilink.runtime.watermark.KeyWatermarkPolicy;
import org.trilink.runtime.window.Slices;

class LocalMergeRowsTest {

  private static final long SLOT = 10 * SECOND;
  private static final int READERS = 2;

  private static LocalMergeRows merge(
      SampledRecords records, long slot, boolean ofKeys, int readers) {
    return LocalMergeRows.inSlots(records, slot, 0, UTC, 1, ofKeys, readers);
  }

  @Test
  void aKeysReadingsOfAMinuteAreOneRow() {
    SampledRecords records =
        new GeneratedReports().add(0, 0, 600, 0).add(0, 1, 600, 180 * SECOND).sample(1);

    LocalMergeRows rows = merge(records, 60 * SECOND, true, 2);

    assertThat(rows.records()).isEqualTo(1200);
    assertThat(rows.rows()).isEqualTo(20);
    assertThat(rows.rowsByKey()).containsExactly(10, 10);
    assertThat(rows.rowsPerRecord()).isEqualTo(1 / 60.0);
    assertThat(merge(records, 10 * SECOND, true, 2).rows()).isEqualTo(120);
  }

  @Test
  void underTheSubtasksWatermarkWhatIsLateIsSentByItself() {
    SampledRecords records =
        new GeneratedReports().add(0, 0, 600, 0).add(0, 1, 600, 180 * SECOND).sample(1);

    // but for the last minute, which has not passed when the prompt key ends
    assertThat(merge(records, 60 * SECOND, false, 2).rowsByKey()).containsExactly(10, 541);
  }

  @Test
  void eachReaderMergesWhatItReads() {
    GeneratedReports reports = new GeneratedReports();
    for (int second = 0; second < 600; second++) {
      reports.addRecord(second % 2, 0, second * SECOND, second * SECOND);
    }

    assertThat(merge(reports.sample(2), 60 * SECOND, true, 2).rows()).isEqualTo(20);
    assertThat(merge(reports.sample(2), 60 * SECOND, true, 1).rows()).isEqualTo(10);
  }

  @Test
  void aKeyOfASingleRecordASlotIsNotReduced() {
    SampledRecords records = new GeneratedReports().add(0, 0, 600, 0).sample(1);

    assertThat(merge(records, SECOND, true, 1).rowsPerRecord()).isEqualTo(1);
  }

  /** The subtask's watermark sends a slot, and the rest of its records open it again. */
  @Test
  void aKeyThatIsALittleBehindSendsTwice() {
    SampledRecords records =
        new GeneratedReports().add(0, 0, 600, 0).add(0, 1, 600, 5 * SECOND + 1).sample(1);

    assertThat(merge(records, 60 * SECOND, true, 1).rowsByKey()).containsExactly(10, 19);
  }

  /** As the sample of a topic does not begin with a slot. */
  @Test
  void slotsOfWhichTheSampleHasAPartAreNotRepresentative() {
    GeneratedReports reports = new GeneratedReports();
    for (int second = 50; second < 150; second++) {
      reports.addRecord(0, 0, second * SECOND, second * SECOND);
    }

    LocalMergeRows rows = merge(reports.sample(1), 60 * SECOND, true, 1);

    assertThat(rows.rows()).isEqualTo(3);
    assertThat(rows.rowsPerRecord()).isEqualTo(1 / 60.0);
    assertThat(merge(reports.sample(1), 120 * SECOND, true, 1).rowsPerRecord()).isEqualTo(0.02);
  }

  @Test
  void withoutWindowsWhatArrivesWithinAPeriodIsOneRow() {
    GeneratedReports reports = new GeneratedReports();
    for (int i = 0; i < 100; i++) {
      reports.addRecord(0, 0, SampledRecords.NO_TIME, i * 100L);
    }

    assertThat(LocalMergeRows.inPeriods(reports.sample(1), SECOND, 1).rows()).isEqualTo(10);
  }

  /** Each reader's operator gets the same records, with the watermark after each. */
  @ParameterizedTest(name = "seed {0}, key-level watermarks: {1}")
  @CsvSource({"1, false", "2, false", "3, true", "4, true"})
  void predictsTheRowsThatTheOperatorsSend(long seed, boolean ofKeys) throws Exception {
    SampledRecords records = GeneratedReports.random(seed).sample(3);
    for (long delay : new long[] {1, 2_000, 30_000}) {
      long rows = 0;
      for (int reader = 0; reader < READERS; reader++) {
        rows += rowsOf(reader, records, delay, ofKeys);
      }
      assertThat(LocalMergeRows.inSlots(records, SLOT, 0, UTC, delay, ofKeys, READERS).rows())
          .as("delay %s", delay)
          .isEqualTo(rows);
    }
  }

  private static long rowsOf(int reader, SampledRecords records, long delay, boolean ofKeys)
      throws Exception {
    TimeSlots slots = new TimeSlots(SLOT, SLOT, 0, UTC);
    EmitTriggers atSlotEnd = new EmitTriggers(null, null, true, null);
    ReaderWatermark watermark = new ReaderWatermark(3, reader, READERS, delay);
    try (LocalMergeHarness merge =
        ofKeys
            ? LocalMergeHarness.tellingRecords(
                slots,
                Slices.tumble(SLOT, 0),
                KeyTimeSettings.of(delay, KeyWatermarkPolicy.UNBOUNDED),
                atSlotEnd)
            : LocalMergeHarness.bySubtask(slots, atSlotEnd)) {
      merge.open();
      for (Report report : GeneratedReports.read(records)) {
        if (report.partition() % READERS == reader) {
          merge.read("key " + report.key(), report.time(), 1);
          merge.watermark(watermark.after(report.partition(), report.time()));
        }
      }
      merge.endInput();
      return merge.rows().size();
    }
  }
}
