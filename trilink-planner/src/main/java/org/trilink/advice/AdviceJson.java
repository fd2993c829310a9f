/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.advice;

import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.databind.ObjectMapper;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.databind.node.ArrayNode;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.databind.node.ObjectNode;
import org.trilink.advice.measure.LateRecords;
import org.trilink.advice.measure.Spread;
import org.trilink.advice.measure.StoreChanges;
import org.trilink.advice.operator.OperatorFacts;
import org.trilink.advice.operator.Recommendation;

/** Advice for programs to read. */
final class AdviceJson {

  private static final ObjectMapper MAPPER = new ObjectMapper();

  private AdviceJson() {}

  static ObjectNode of(Advice advice) {
    ObjectNode json = MAPPER.createObjectNode();
    json.put("statement", advice.statement());
    ArrayNode operators = json.putArray("operators");
    advice.operators().forEach(operator -> operators.add(of(operator)));
    return json;
  }

  private static ObjectNode of(OperatorAdvice advice) {
    ObjectNode json = MAPPER.createObjectNode();
    json.put("operator", advice.title());
    if (advice.facts() == null) {
      json.put("notSampled", advice.obstacle().orElse(""));
      return json;
    }
    json.set("facts", facts(advice.facts()));
    json.put("hint", advice.hint());
    choices(json.putArray("chosen"), advice.recommendation().hint());
    choices(json.putArray("declined"), advice.recommendation().declined());
    ArrayNode further = json.putArray("further");
    advice.further().forEach(further::add);
    ArrayNode reservations = json.putArray("reservations");
    Certainty.of(advice.facts()).forEach(reservations::add);
    return json;
  }

  private static void choices(ArrayNode json, Iterable<Recommendation.Choice> choices) {
    for (Recommendation.Choice choice : choices) {
      json.addObject()
          .put("option", choice.option())
          .put("value", choice.value())
          .put("reason", choice.reason());
    }
  }

  private static ObjectNode facts(OperatorFacts facts) {
    ObjectNode json = MAPPER.createObjectNode();
    json.put("records", facts.records().size());
    if (facts.sample().available() >= 0) {
      json.put("recordsInTopics", facts.sample().available());
    }
    json.put("partitions", facts.records().partitionCount());
    json.put("eventTimeMillis", facts.records().eventTimeSpan());
    json.put("parallelism", facts.parallelism());
    json.put("sourceSubtasksWithoutPartition", facts.idleSourceSubtasks());
    json.putObject("keys")
        .put("keys", facts.frequencies().keys())
        .put("recordsPerKey", facts.frequencies().recordsPerKey())
        .put("seenOnce", facts.frequencies().seenOnce())
        .put("heaviest", facts.key(facts.frequencies().heaviestKey()))
        .put("heaviestShare", facts.frequencies().heaviestShare())
        .put("ofSeveralPartitions", facts.partitionsOfKeys().ofSeveral());
    if (facts.disorder() != null) {
      ObjectNode disorder = json.putObject("disorderMillis");
      spread(disorder.putObject("withinKeys"), facts.disorder().withinKeys());
      spread(disorder.putObject("betweenKeys"), facts.disorder().betweenKeys());
      spread(disorder.putObject("betweenPartitions"), facts.disorder().betweenPartitions());
      json.putObject("silentKeys")
          .put("keys", facts.silentKeys().silent())
          .put("longestSilenceMillis", facts.silentKeys().longestSilence())
          .put("longestGapMillis", facts.silentKeys().longestGap());
    }
    if (facts.lateBySubtask() != null) {
      ObjectNode late = json.putObject("late");
      late.put("delayMillis", facts.delay());
      late(late.putObject("bySubtask"), facts.lateBySubtask());
      late(late.putObject("byKey"), facts.lateByKey());
      late(late.putObject("byKeyWithFloor"), facts.lateByKeyWithFloor());
      late.put("hasFloor", facts.hasFloor());
      if (facts.catchUp() != null) {
        ObjectNode catchUp = late.putObject("partitionByPartition");
        late(catchUp.putObject("bySubtask"), facts.catchUp().bySubtask());
        late(catchUp.putObject("byKey"), facts.catchUp().byKey());
        late(catchUp.putObject("byKeyWithFloor"), facts.catchUp().byKeyWithFloor());
      }
      ArrayNode grains = late.putArray("grains");
      facts
          .grains()
          .forEach(
              grain ->
                  late(
                      grains
                          .addObject()
                          .put("keysPerGroup", grain.keysPerGroup())
                          .put("watermarks", grain.groups()),
                      grain.late()));
    }
    ArrayNode merges = json.putArray("localMerge");
    facts
        .merges()
        .forEach(
            (slot, merge) ->
                merges
                    .addObject()
                    .put("slotMillis", slot)
                    .put("rowsPerRecord", merge.rowsPerRecord()));
    StoreChanges changes = facts.storeChanges();
    if (changes != null) {
      json.putObject("globalMerge")
          .put("periodMillis", facts.sendingPeriod())
          .put("changesPerRecord", changes.perRecord())
          .put("sampleWrittenWithinMillis", changes.span());
    }
    ArrayNode partitioners = json.putArray("partitioners");
    facts
        .partitioners()
        .forEach(
            each ->
                partitioners
                    .addObject()
                    .put("partitioner", each.match().partitioner())
                    .put("share", each.match().share()));
    ArrayNode balance = json.putArray("balance");
    facts
        .forecasts()
        .forEach(
            forecast ->
                balance
                    .addObject()
                    .put("parallelism", forecast.parallelism())
                    .put("strategy", forecast.strategy())
                    .put("degree", forecast.degree())
                    .put("extraComputeTime", forecast.extraComputeTime()));
    return json;
  }

  private static void spread(ObjectNode json, Spread spread) {
    json.put("max", spread.max()).put("percentile999", spread.most());
  }

  private static void late(ObjectNode json, LateRecords late) {
    json.put("share", late.share())
        .put("records", late.late())
        .put("counted", late.counted())
        .put("losslessDelayMillis", late.losslessDelay());
  }
}
