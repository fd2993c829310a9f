/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.advice.measure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.trilink.advice.measure.GeneratedReports.SECOND;

import java.time.ZoneOffset;
import org.junit.jupiter.api.Test;

class LocalMergeRowsTest {

  private static LocalMergeRows merge(
      SampledRecords records, long slot, boolean ofKeys, int readers) {
    return LocalMergeRows.inSlots(records, slot, 0, ZoneOffset.UTC, 1, ofKeys, readers);
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
}
