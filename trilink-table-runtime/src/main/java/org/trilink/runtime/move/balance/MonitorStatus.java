/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.move.balance;

import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.databind.ObjectMapper;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.databind.node.ArrayNode;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.databind.node.ObjectNode;

/**
 * The status of an exchange's balance as JSON. It contains no keys and no secrets. The balance
 * degree and the extra compute time are fractions.
 */
final class MonitorStatus {

  private static final int VERSION = 1;
  private static final ObjectMapper MAPPER = new ObjectMapper();

  private MonitorStatus() {}

  static ObjectNode toNode(
      LoadMonitor monitor, LoadSnapshot loads, String base, int movedKeys, long now) {
    BalancePrediction prediction = BalancePrediction.of(loads);
    boolean known = !MoveDecision.hasTooFewRecords(loads);
    ObjectNode status = MAPPER.createObjectNode();
    status.put("version", VERSION);
    status.put("time", now);
    status.put("base", base);
    status.put("strategy", monitor.target().toString());
    status.put("frozen", monitor.isFrozen());
    status.put("syncUnderWay", monitor.isSyncUnderWay());
    status.put("movedKeys", movedKeys);
    settings(status.putObject("monitor"), monitor.settings());
    setAtRunTime(status.putArray("setAtRunTime"), monitor);
    status.put("enoughRecords", known);
    status.set("balance", JudgementHistory.toJson(prediction.now()));
    status.put("bestDegree", prediction.bestDegree());
    status.put("heaviestShare", prediction.heaviestShare());
    status.put("advice", known ? prediction.advice() : null);
    loads(status.putArray("loads"), loads.subtasks());
    status.set("predictions", JudgementHistory.toJson(prediction.strategies()));
    monitor.history().syncsToJson(status.putArray("syncs"));
    monitor.history().judgementsToJson(status.putArray("history"));
    return status;
  }

  private static void settings(ObjectNode node, MonitorSettings settings) {
    BalanceSettings balance = settings.balance();
    node.put("trigger", settings.trigger().toString());
    node.put("intervalMillis", settings.interval() == null ? null : settings.interval().toMillis());
    node.put("records", settings.records() == 0 ? null : settings.records());
    node.put("threshold", balance.threshold());
    node.put("sampleRate", settings.sampleRate());
    int[] weights = settings.weights();
    if (weights == null) {
      node.putNull("weights");
    } else {
      ArrayNode array = node.putArray("weights");
      for (int weight : weights) {
        array.add(weight);
      }
    }
    node.put("control", settings.maskedControl());
    node.put("minimumGain", balance.minimumGain());
    node.put("halfLifeMillis", balance.halfLife().toMillis());
    node.put("settlingTimeMillis", balance.settlingTime().toMillis());
    node.put("graceTimeMillis", balance.graceTime().toMillis());
    node.put("maxKeys", balance.maxKeys());
    node.put("maxBytes", balance.maxBytes());
  }

  private static void setAtRunTime(ArrayNode array, LoadMonitor monitor) {
    monitor.setAtRunTime().forEach(command -> array.add(command.toNode()));
  }

  /** In aged records: a record that arrived a half-life ago counts as half a record. */
  private static void loads(ArrayNode array, SubtaskLoads subtasks) {
    double total = subtasks.total();
    for (int subtask = 0; subtask < subtasks.subtasks(); subtask++) {
      double load = subtasks.load(subtask);
      ObjectNode node = array.addObject();
      node.put("subtask", subtask);
      node.put("records", Math.round(load));
      node.put("share", total == 0 ? 0 : load / total);
    }
  }
}
