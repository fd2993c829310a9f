/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.benchmark.profile;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Stacks as they are in recordings of jobs, innermost frame first, those between left out. */
class StepRuleTest {

  private static final String MAILBOX =
      "org.apache.flink.streaming.runtime.tasks.StreamTask.processInput";
  private static final String NETWORK_INPUT =
      "org.apache.flink.streaming.runtime.io.AbstractStreamTaskNetworkInput.emitNext";
  private static final String CHAIN =
      "org.apache.flink.streaming.runtime.tasks.CopyingChainingOutput.pushToOperator";
  private static final String SOURCE_OUTPUT =
      "org.apache.flink.streaming.api.operators.source.SourceOutputWithWatermarks.collect";
  private static final String EMITTER =
      "org.apache.flink.connector.kafka.source.reader.KafkaRecordEmitter.emitRecord";

  @Test
  void jacksonIsTheStepsThatCallsIt() {
    String jackson =
        "org.apache.flink.shaded.jackson2.com.fasterxml.jackson.core.json.UTF8StreamJsonParser.a";

    assertThat(
            step(
                jackson,
                "org.apache.flink.formats.json.JsonRowDataDeserializationSchema.deserialize",
                EMITTER,
                MAILBOX))
        .isEqualTo(Step.JSON_DECODING);
    assertThat(
            step(
                jackson,
                "org.apache.flink.formats.json.JsonRowDataSerializationSchema.serialize",
                "org.apache.flink.connector.kafka.sink.KafkaWriter.write",
                MAILBOX))
        .isEqualTo(Step.SINK);
  }

  @Test
  void whatIsBehindTheSourceInItsChainIsNotTheSource() {
    assertThat(step("StreamExecCalc$14.processElement", CHAIN, SOURCE_OUTPUT, EMITTER, MAILBOX))
        .isEqualTo(Step.CALC);
    assertThat(
            step(
                "java.util.HashMap.get",
                "WatermarkGenerator$3.currentWatermark",
                SOURCE_OUTPUT,
                EMITTER))
        .isEqualTo(Step.EVENT_TIME);
  }

  @Test
  void aCopyIsTheChainsAndASerializationTheExchanges() {
    String serializer = "org.apache.flink.table.runtime.typeutils.RowDataSerializer.";

    assertThat(step(serializer + "copy", CHAIN, SOURCE_OUTPUT)).isEqualTo(Step.CHAIN_COPY);
    assertThat(
            step(
                serializer + "serialize",
                "org.apache.flink.runtime.io.network.api.writer.RecordWriter.emit",
                "org.apache.flink.streaming.runtime.io.RecordWriterOutput.collect",
                SOURCE_OUTPUT))
        .isEqualTo(Step.EXCHANGE);
    assertThat(step(serializer + "deserialize", NETWORK_INPUT, MAILBOX)).isEqualTo(Step.EXCHANGE);
  }

  @Test
  void firingIsToldFromAccumulating() {
    String state = "org.apache.flink.runtime.state.heap.CopyOnWriteStateMap.get";
    String stock = "org.apache.flink.table.runtime.operators.window.slicing.SlicingWindowOperator.";
    String trilink = "org.trilink.runtime.window.";

    assertThat(step(state, stock + "processElement", NETWORK_INPUT)).isEqualTo(Step.WINDOW_STATE);
    assertThat(step(state, stock + "onTimer", NETWORK_INPUT)).isEqualTo(Step.WINDOW_FIRING);
    assertThat(
            step(
                state,
                trilink + "SliceAggregation.accumulate",
                trilink + "KeyWatermarkWindowAggOperator.processElement"))
        .isEqualTo(Step.WINDOW_STATE);
    assertThat(
            step(
                state,
                trilink + "SliceAggregation.fireWindow",
                trilink + "KeyWatermarkWindowAggOperator.processElement"))
        .isEqualTo(Step.WINDOW_FIRING);
  }

  @Test
  void twoPhasesAreToldApart() {
    String buffer =
        "org.apache.flink.table.runtime.operators.aggregate.window.buffers.RecordsWindowBuffer";
    String local =
        "org.apache.flink.table.runtime.operators.aggregate.window.LocalSlicingWindowAggOperator";

    assertThat(step("java.util.Arrays.fill", local + ".processElement", MAILBOX))
        .isEqualTo(Step.LOCAL_MERGE);
    assertThat(step("AggsHandler$5.accumulate", buffer + ".flush", local + ".processWatermark"))
        .isEqualTo(Step.LOCAL_MERGE);
  }

  @Test
  void kafkasNetworkIsTheConsumersOrTheProducers() {
    String selector = "org.apache.kafka.common.network.Selector.poll";

    assertThat(step(selector, "org.apache.kafka.clients.consumer.KafkaConsumer.poll"))
        .isEqualTo(Step.KAFKA_FETCH);
    assertThat(step(selector, "org.apache.kafka.clients.producer.internals.Sender.run"))
        .isEqualTo(Step.KAFKA_PRODUCER);
  }

  @Test
  void whatNobodyKnowsIsAllElse() {
    assertThat(step("java.lang.Thread.run")).isEqualTo(Step.OTHER);
    assertThat(step()).isEqualTo(Step.OTHER);
  }

  private static Step step(String... frames) {
    return StepRule.stepOf(Stream.of(frames).map(StepRuleTest::frame).toList());
  }

  private static StackFrame frame(String text) {
    int dot = text.lastIndexOf('.');
    return new StackFrame(text.substring(0, dot), text.substring(dot + 1));
  }
}
