/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.launcher.cli;

import static org.trilink.launcher.cli.PlacementReport.addLines;
import static org.trilink.launcher.cli.PlacementReport.number;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.trilink.advice.operator.Remedies;
import org.trilink.launcher.local.ReportedKeyLoad;
import org.trilink.launcher.local.TaskMetrics;

/** Advice from the metrics of a running job's task: what they say, and what to change. */
final class JobAdvice {

  private static final double UNEVEN = 0.9;
  private static final double HARDLY_MERGED = 0.8;

  private static final double OFTEN = 0.1;

  /** With fewer, the balance is chance. */
  private static final int FEW_RECORDS = 1_000;

  private static final String INPUT_WATERMARK = "currentInputWatermark";
  private static final String NO_WATERMARK = "not known, as no watermark has come yet";

  /** The names of the metrics that advice needs. */
  static final Set<String> METRICS =
      Set.of(
          INPUT_WATERMARK,
          "keyAboveFairShare",
          "keyCacheMisses",
          "keyWatermarkSpread",
          "localMergePassedRecords",
          "localMergeRecords",
          "localMergeRows",
          "localMergeTimesFull",
          "numActiveKeys",
          "numKeysOutOfOrder",
          "numLateRecordsByKeyWatermark",
          "numLateRecordsBySubtaskWatermark",
          "numLateRecordsDropped",
          "numMessagesLeftToFlink",
          "numRecordsBehindKeyWatermark",
          "numRecordsBehindSubtaskWatermark",
          "sentIncrements");

  private final TaskMetrics task;
  private final double heaviestKey;
  private final List<String> lines = new ArrayList<>();
  private final List<String> changes = new ArrayList<>();

  private JobAdvice(TaskMetrics task, double heaviestKey) {
    this.task = task;
    this.heaviestKey = heaviestKey;
  }

  /** As text; tasks of which there is nothing to say are left out. */
  static List<String> lines(List<TaskMetrics> tasks) {
    // the tasks before an exchange know it
    double heaviestKey =
        tasks.stream().mapToDouble(task -> task.share("keyAboveFairShare")).max().orElse(0);
    return tasks.stream()
        .flatMap(task -> new JobAdvice(task, heaviestKey).lines().stream())
        .toList();
  }

  private List<String> lines() {
    load();
    lateness();
    merge();
    source();
    if (!lines.isEmpty()) {
      lines.add(0, task.kind());
      addLines(lines, "change", changes.isEmpty() ? List.of("nothing") : changes);
    }
    return lines;
  }

  private void load() {
    task.load().ifPresent(this::load);
  }

  private void load(ReportedKeyLoad load) {
    line(
        "records",
        String.format(
            Locale.ROOT,
            "%s; balance %.2f over %d subtasks, placed by %s",
            number(records()),
            load.balanceDegree(),
            load.records().size(),
            load.partition()));
    if (load.balanceDegree() >= UNEVEN || load.most() < FEW_RECORDS) {
      return;
    }
    changes.add(
        heaviestKey > 0
            ? "one key has "
                + percent(heaviestKey)
                + " of the records, which no placement evens out: 'exchange'='local-merge'"
            : "the busiest subtask takes "
                + percent(load.extraComputeTime())
                + " longer than an average one: 'partition'='auto' moves keys, unless results are"
                + " updates; 'least-key' places them evenly");
  }

  private long records() {
    return task.load()
        .map(load -> load.records().stream().mapToLong(Long::longValue).sum())
        .orElse(0L);
  }

  private void lateness() {
    if (!task.has("numActiveKeys")) {
      stockLateness();
      return;
    }
    long byKey =
        task.sum("numLateRecordsByKeyWatermark") + task.sum("numRecordsBehindKeyWatermark");
    long bySubtask =
        task.sum("numLateRecordsBySubtaskWatermark") + task.sum("numRecordsBehindSubtaskWatermark");
    line(
        "late",
        "%s by their key's watermark; by the subtask's, as in stock Flink, %s"
            .formatted(part(byKey), hasNoWatermark() ? NO_WATERMARK : part(bySubtask)));
    line(
        "keys",
        "%s active; the slowest is %s behind the fastest"
            .formatted(
                number(task.sum("numActiveKeys")),
                text(Duration.ofMillis(task.max("keyWatermarkSpread")))));
    if (task.sum("numKeysOutOfOrder") > 0) {
      line(
          "order",
          number(task.sum("numKeysOutOfOrder"))
              + " keys have had records out of order, which stock Flink would have kept");
    }
    if (byKey > 0 || task.sum("numKeysOutOfOrder") > 0) {
      changes.addAll(Remedies.ofKeysOutOfOrder());
    }
    if (task.sum("numKeysOutOfOrder") > 0) {
      changes.add(Remedies.ANY_ORDER);
    }
    if (task.sum("keyCacheMisses") > OFTEN * records()) {
      changes.add(
          "%s keys were not in memory when a record came: more taskmanager.memory.managed.size"
              .formatted(number(task.sum("keyCacheMisses"))));
    }
  }

  private boolean hasNoWatermark() {
    return records() > 0
        && task.has(INPUT_WATERMARK)
        && task.max(INPUT_WATERMARK) == Long.MIN_VALUE;
  }

  private void stockLateness() {
    long late = task.sum("numLateRecordsDropped");
    if (task.load().isEmpty() || !task.has("numLateRecordsDropped")) {
      return;
    }
    if (hasNoWatermark()) {
      line("late", NO_WATERMARK);
      changes.add(
          "source subtasks without a partition, or without records, hold the watermark back, and"
              + " nothing comes out: table.exec.source.idle-timeout, fewer subtasks, or"
              + " 'watermark'='key' where each key's records are in one partition ('key.fields')");
      return;
    }
    line("late", part(late) + " by the subtask's watermark");
    if (late > 0) {
      changes.add("'watermark'='key', which drops no record that this keeps");
      changes.add("if it still drops some, or results are to come sooner: " + Remedies.RECORD_KEYS);
      changes.add(Remedies.DELAY);
    }
  }

  private void merge() {
    if (task.has("sentIncrements")) {
      line("global merge", number(task.sum("sentIncrements")) + " changes of the store");
    }
    if (!task.has("localMergeRecords")) {
      return;
    }
    long records = task.sum("localMergeRecords");
    long rows = task.sum("localMergeRows") + task.sum("localMergePassedRecords");
    if (records == 0) {
      line("local merge", "no records yet");
      return;
    }
    line(
        "local merge",
        String.format(
            Locale.ROOT,
            "%s rows for %s records: one for %.1f",
            number(rows),
            number(records),
            (double) records / Math.max(1, rows)));
    if (rows > HARDLY_MERGED * records) {
      changes.add("merging does not pay here: without 'exchange'='local-merge'");
    }
    if (task.sum("localMergeTimesFull") > 0) {
      changes.add(
          "the merge's memory was full %s times: more taskmanager.memory.managed.size"
              .formatted(number(task.sum("localMergeTimesFull"))));
    }
  }

  private void source() {
    long left = task.sum("numMessagesLeftToFlink");
    if (left > 0) {
      line("decoding", number(left) + " messages were left to Flink's decoder");
      changes.add("if these are most of the messages: 'decode'='stock' for the table");
    }
  }

  /**
   * With its share, unless rows come merged, while records are counted, or the number of all is
   * older.
   */
  private String part(long records) {
    if (records == 0) {
      return "none";
    }
    return task.kind().contains("Merged") || records() < records
        ? number(records)
        : number(records) + " (" + percent((double) records / records()) + ")";
  }

  private static String percent(double share) {
    return String.format(Locale.ROOT, "%.1f %%", 100 * share);
  }

  private static String text(Duration duration) {
    return duration.toSeconds() < 1 ? duration.toMillis() + " ms" : duration.toSeconds() + " s";
  }

  private void line(String name, String text) {
    addLines(lines, name, List.of(text));
  }
}
