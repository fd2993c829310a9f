/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.benchmark.profile;

import static org.trilink.benchmark.profile.Step.CALC;
import static org.trilink.benchmark.profile.Step.CHAIN_COPY;
import static org.trilink.benchmark.profile.Step.EVENT_TIME;
import static org.trilink.benchmark.profile.Step.EXCHANGE;
import static org.trilink.benchmark.profile.Step.JSON_DECODING;
import static org.trilink.benchmark.profile.Step.KAFKA_FETCH;
import static org.trilink.benchmark.profile.Step.KAFKA_PRODUCER;
import static org.trilink.benchmark.profile.Step.LOCAL_MERGE;
import static org.trilink.benchmark.profile.Step.LOOKUP;
import static org.trilink.benchmark.profile.Step.PLACEMENT;
import static org.trilink.benchmark.profile.Step.SINK;
import static org.trilink.benchmark.profile.Step.WINDOW_FIRING;
import static org.trilink.benchmark.profile.Step.WINDOW_STATE;

import java.util.List;
import java.util.Optional;

/**
 * Says which step a frame belongs to. Code that serves several steps (Jackson, serializers, state
 * backends, collections) has no rule: whoever called it decides.
 *
 * @param type what the class's name begins with
 * @param method what the method's name begins with; empty for any
 */
record StepRule(String type, String method, Step step) {

  private static final String FLINK = "org.apache.flink.";
  private static final String TABLE = FLINK + "table.runtime.operators.";
  private static final String KAFKA = "org.apache.kafka.clients.";
  private static final String TRILINK = "org.trilink.runtime.";

  /** The first that fits counts, so that methods come before their class. */
  private static final List<StepRule> ALL =
      List.of(
          of(KAFKA + "consumer.", KAFKA_FETCH),
          of(KAFKA + "producer.", KAFKA_PRODUCER),
          of(FLINK + "connector.kafka.source.", KAFKA_FETCH),
          of(FLINK + "connector.base.source.", KAFKA_FETCH),
          of(FLINK + "connector.kafka.sink.", SINK),
          of(FLINK + "formats.json.JsonRowDataDeserializationSchema", JSON_DECODING),
          of(FLINK + "formats.json.JsonToRowDataConverters", JSON_DECODING),
          of(FLINK + "streaming.connectors.kafka.table.DynamicKafkaDeserialization", JSON_DECODING),
          of(FLINK + "formats.json.JsonRowDataSerializationSchema", SINK),
          of(FLINK + "formats.json.RowDataToJsonConverters", SINK),
          of(FLINK + "streaming.connectors.kafka.table.DynamicKafkaRecordSerialization", SINK),
          of(TABLE + "sink.", SINK),
          of("WatermarkGenerator$", EVENT_TIME),
          of(FLINK + "api.common.eventtime.", EVENT_TIME),
          of(FLINK + "streaming.api.operators.source.", EVENT_TIME),
          of(TABLE + "wmassigners.", EVENT_TIME),
          of(FLINK + "streaming.runtime.watermarkstatus.", EVENT_TIME),
          of("StreamExecCalc$", CALC),
          of(FLINK + "streaming.runtime.tasks.CopyingChainingOutput", CHAIN_COPY),
          of(TABLE + "join.lookup.", LOOKUP),
          of("redis.clients.", LOOKUP),
          of("org.trilink.shaded.redis.clients.", LOOKUP),
          of("org.trilink.functions.redis.", LOOKUP),
          of(TABLE + "aggregate.window.LocalSlicingWindowAggOperator", LOCAL_MERGE),
          of(TABLE + "aggregate.MiniBatchLocalGroupAggFunction", LOCAL_MERGE),
          of(TRILINK + "json.", JSON_DECODING),
          of(TRILINK + "merge.", LOCAL_MERGE),
          of(TRILINK + "placement.", PLACEMENT),
          of(TRILINK + "kafka.", PLACEMENT),
          of(FLINK + "runtime.io.network.", EXCHANGE),
          of(FLINK + "shaded.netty4.", EXCHANGE),
          of(FLINK + "streaming.runtime.io.RecordWriterOutput", EXCHANGE),
          of(FLINK + "streaming.runtime.partitioner.", EXCHANGE),
          of(FLINK + "streaming.runtime.io.AbstractStreamTaskNetworkInput", EXCHANGE),
          method(TABLE + "window.slicing.SlicingWindowOperator", "on", WINDOW_FIRING),
          method(TABLE + "aggregate.window.processors.", "fireWindow", WINDOW_FIRING),
          method(TRILINK + "window.SliceAggregation", "fire", WINDOW_FIRING),
          method(TRILINK + "window.KeyWatermarkWindowAggOperator", "on", WINDOW_FIRING),
          method(TRILINK + "window.KeyWatermarkWindowAggOperator", "fire", WINDOW_FIRING),
          of(FLINK + "streaming.api.operators.InternalTimerServiceImpl", WINDOW_FIRING),
          of(TABLE + "window.", WINDOW_STATE),
          of(TABLE + "aggregate.window.processors.", WINDOW_STATE),
          of(TABLE + "aggregate.Group", WINDOW_STATE),
          of(TABLE + "aggregate.MiniBatch", WINDOW_STATE),
          of(TRILINK + "window.", WINDOW_STATE),
          of(TRILINK + "watermark.", WINDOW_STATE));

  private static StepRule of(String type, Step step) {
    return new StepRule(type, "", step);
  }

  private static StepRule method(String type, String method, Step step) {
    return new StepRule(type, method, step);
  }

  /** The frame's step; empty if the frame alone does not tell. */
  static Optional<Step> stepOf(StackFrame frame) {
    return ALL.stream().filter(rule -> rule.fits(frame)).map(StepRule::step).findFirst();
  }

  /**
   * The step that a thread is at: that of its innermost frame that tells.
   *
   * @param stack innermost frame first
   */
  static Step stepOf(List<StackFrame> stack) {
    return stack.stream()
        .map(StepRule::stepOf)
        .flatMap(Optional::stream)
        .findFirst()
        .orElse(Step.OTHER);
  }

  private boolean fits(StackFrame frame) {
    return frame.type().startsWith(type) && frame.method().startsWith(method);
  }
}
