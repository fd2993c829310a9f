/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.launcher.cli;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;

/** A readable report on an operator whose keys move. */
final class PlacementReport {

  /** How many of the last Syncs, and of the last judgements, are shown at most. */
  private static final int SHOWN = 5;

  private final List<String> lines = new ArrayList<>();

  private PlacementReport() {}

  static List<String> lines(JsonNode state) {
    PlacementReport report = new PlacementReport();
    report.add(state);
    return report.lines;
  }

  private void add(JsonNode state) {
    lines.add(state.path("number").asInt() + "  " + state.path("operator").asText());
    if (state.has("answer")) {
      line("sync now", state.path("answer").asText());
    }
    line("strategy", strategy(state));
    if (state.path("obstacle").isTextual()) {
      line("no key moves", state.path("obstacle").asText());
    }
    line("monitor", monitor(state.path("monitor")));
    line("changed", setAtRunTime(state.path("setAtRunTime")));
    if (!state.path("unsaved").isEmpty()) {
      line(
          "unsaved",
          "lost if the JobManager fails before the next checkpoint is completed: "
              + join(state.path("unsaved"), " "));
    }
    line("moved keys", number(state.path("movedKeys").asLong()));
    line(
        "balance",
        balance(state.path("balance"))
            + (state.path("enoughRecords").asBoolean()
                ? ""
                : "; too few records to judge it so far"));
    predictions(state);
    loads(state.path("loads"));
    if (state.path("advice").isTextual()) {
      line("advice", state.path("advice").asText());
    }
    List<JsonNode> syncs = last(state.path("syncs"));
    lines("last Syncs", syncs.stream().map(PlacementReport::sync).toList());
    List<JsonNode> judgements = last(state.path("history"));
    lines("judgements", judgements.stream().map(PlacementReport::judgement).toList());
  }

  private static String strategy(JsonNode state) {
    return state.path("strategy").asText()
        + ", from "
        + state.path("base").asText()
        + (state.path("frozen").asBoolean() ? "; frozen: no key moves" : "")
        + (state.path("syncUnderWay").asBoolean() ? "; keys are moving now" : "");
  }

  private static String monitor(JsonNode monitor) {
    StringBuilder text = new StringBuilder(monitor.path("trigger").asText());
    if (text.toString().equals("period")) {
      text.append(" of ").append(monitor.path("intervalMillis").asLong()).append(" ms");
    } else if (text.toString().equals("count")) {
      text.append(" of ").append(number(monitor.path("records").asLong())).append(" records");
    }
    text.append(", threshold ").append(monitor.path("threshold").asText());
    text.append(", sample rate ").append(monitor.path("sampleRate").asText());
    if (monitor.path("weights").isArray()) {
      text.append(", weights ").append(join(monitor.path("weights"), ","));
    }
    if (monitor.path("control").isTextual()) {
      text.append(", control ").append(monitor.path("control").asText());
    }
    return text.toString();
  }

  private static String setAtRunTime(JsonNode commands) {
    return commands.isEmpty()
        ? "nothing was set while the job runs"
        : "set while the job runs: " + join(commands, " ");
  }

  private void predictions(JsonNode state) {
    List<String> predictions = new ArrayList<>();
    state
        .path("predictions")
        .fields()
        .forEachRemaining(
            each -> predictions.add(each.getKey() + " " + degree(each.getValue().path("degree"))));
    predictions.add("at best " + degree(state.path("bestDegree")));
    line("predicted", String.join(", ", predictions));
  }

  private void loads(JsonNode loads) {
    List<String> subtasks = new ArrayList<>();
    for (JsonNode load : loads) {
      subtasks.add(
          String.format(
              Locale.ROOT,
              "subtask %d: %s records, %.1f %%",
              load.path("subtask").asInt(),
              number(load.path("records").asLong()),
              100 * load.path("share").asDouble()));
    }
    lines("load lately", subtasks);
  }

  private static String sync(JsonNode sync) {
    return time(sync)
        + (sync.path("done").asBoolean()
            ? String.format(
                Locale.ROOT,
                "keys: %s, bytes: %s, in %s ms; balance from %s to an expected %s",
                number(sync.path("keys").asLong()),
                number(sync.path("bytes").asLong()),
                number(sync.path("pauseMillis").asLong()),
                degree(sync.path("before").path("degree")),
                degree(sync.path("after").path("degree")))
            : "not done: " + sync.path("outcome").asText());
  }

  private static String judgement(JsonNode judgement) {
    return time(judgement)
        + degree(judgement.path("now").path("degree"))
        + ": "
        + judgement.path("reason").asText();
  }

  private static String time(JsonNode entry) {
    return Instant.ofEpochMilli(entry.path("time").asLong()).truncatedTo(ChronoUnit.SECONDS) + "  ";
  }

  private static String balance(JsonNode balance) {
    return String.format(
        Locale.ROOT,
        "%s (+%.0f %% compute time)",
        degree(balance.path("degree")),
        100 * balance.path("extraComputeTime").asDouble());
  }

  private static String degree(JsonNode degree) {
    return String.format(Locale.ROOT, "%.2f", degree.asDouble());
  }

  /** All digits: "1,934,212". */
  static String number(long number) {
    return String.format(Locale.ROOT, "%,d", number);
  }

  private static String join(JsonNode array, String separator) {
    return StreamSupport.stream(array.spliterator(), false)
        .map(JsonNode::toString)
        .collect(Collectors.joining(separator));
  }

  /** The newest first. */
  private static List<JsonNode> last(JsonNode history) {
    List<JsonNode> last = new ArrayList<>();
    for (int i = history.size() - 1; i >= 0 && last.size() < SHOWN; i--) {
      last.add(history.get(i));
    }
    return last;
  }

  private void lines(String name, List<String> texts) {
    addLines(lines, name, texts);
  }

  /** Adds lines of texts to those of a report, with a name before the first one. */
  static void addLines(List<String> lines, String name, List<String> texts) {
    for (int i = 0; i < texts.size(); i++) {
      lines.add("  %-13s %s".formatted(i == 0 ? name : "", texts.get(i)));
    }
  }

  private void line(String name, String text) {
    lines(name, List.of(text));
  }
}
