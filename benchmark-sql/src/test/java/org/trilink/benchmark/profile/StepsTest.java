/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.benchmark.profile;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

/** Stacks as they are in recordings of jobs, innermost frame first, those between left out. */
class StepsTest {

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
        .isEqualTo("JSON decoding");
    assertThat(
            step(
                jackson,
                "org.apache.flink.formats.json.JsonRowDataSerializationSchema.serialize",
                "org.apache.flink.connector.kafka.sink.KafkaWriter.write",
                MAILBOX))
        .isEqualTo("sink: result rows and their JSON");
  }

  @Test
  void whatIsBehindTheSourceInItsChainIsNotTheSource() {
    assertThat(step("StreamExecCalc$14.processElement", CHAIN, SOURCE_OUTPUT, EMITTER, MAILBOX))
        .isEqualTo("projections and filters");
    assertThat(
            step(
                "java.util.HashMap.get",
                "WatermarkGenerator$3.currentWatermark",
                SOURCE_OUTPUT,
                EMITTER))
        .isEqualTo("timestamps and watermarks");
  }

  @Test
  void aCopyIsTheChainsAndASerializationTheExchanges() {
    String serializer = "org.apache.flink.table.runtime.typeutils.RowDataSerializer.";

    assertThat(step(serializer + "copy", CHAIN, SOURCE_OUTPUT))
        .isEqualTo("copies of rows along a chain");
    assertThat(
            step(
                serializer + "serialize",
                "org.apache.flink.runtime.io.network.api.writer.RecordWriter.emit",
                "org.apache.flink.streaming.runtime.io.RecordWriterOutput.collect",
                SOURCE_OUTPUT))
        .isEqualTo("exchange: serialization and network");
    assertThat(step(serializer + "deserialize", NETWORK_INPUT, MAILBOX))
        .isEqualTo("exchange: serialization and network");
  }

  @Test
  void firingIsToldFromAccumulating() {
    String state = "org.apache.flink.runtime.state.heap.CopyOnWriteStateMap.get";
    String stock = "org.apache.flink.table.runtime.operators.window.slicing.SlicingWindowOperator.";
    String trilink = "org.trilink.runtime.window.";

    assertThat(step(state, stock + "processElement", NETWORK_INPUT)).isEqualTo("window state");
    assertThat(step(state, stock + "onTimer", NETWORK_INPUT)).isEqualTo("window firing");
    assertThat(
            step(
                state,
                trilink + "SliceAggregation.accumulate",
                trilink + "KeyWatermarkWindowAggOperator.processElement"))
        .isEqualTo("window state");
    assertThat(
            step(
                state,
                trilink + "SliceAggregation.fireWindow",
                trilink + "KeyWatermarkWindowAggOperator.processElement"))
        .isEqualTo("window firing");
  }

  @Test
  void twoPhasesAreToldApart() {
    String buffer =
        "org.apache.flink.table.runtime.operators.aggregate.window.buffers.RecordsWindowBuffer";
    String local =
        "org.apache.flink.table.runtime.operators.aggregate.window.LocalSlicingWindowAggOperator";

    assertThat(step("java.util.Arrays.fill", local + ".processElement", MAILBOX))
        .isEqualTo("local aggregation");
    assertThat(step("AggsHandler$5.accumulate", buffer + ".flush", local + ".processWatermark"))
        .isEqualTo("local aggregation");
  }

  @Test
  void kafkasNetworkIsTheConsumersOrTheProducers() {
    String selector = "org.apache.kafka.common.network.Selector.poll";

    assertThat(step(selector, "org.apache.kafka.clients.consumer.KafkaConsumer.poll"))
        .isEqualTo("Kafka consumer: poll and fetch");
    assertThat(step(selector, "org.apache.kafka.clients.producer.internals.Sender.run"))
        .isEqualTo("Kafka producer");
  }

  @Test
  void whatNobodyKnowsIsAllElse() {
    assertThat(step("java.lang.Thread.run")).isEqualTo(Steps.OTHER);
    assertThat(step()).isEqualTo(Steps.OTHER);
  }

  private static String step(String... frames) {
    return Steps.of(List.of(frames));
  }
}
