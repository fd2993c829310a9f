/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.planner.flink;

import org.trilink.runtime.flink.PrivateField;

/**
 * A field of Flink, or of one of its connectors and formats, that Trilink reads or sets though it
 * is private. These are all of the planner's: another version of Flink needs a look at each.
 */
public enum FlinkField {
  KAFKA_SINK_PARTITIONER(
      "org.apache.flink.streaming.connectors.kafka.table.KafkaDynamicSink", "partitioner"),
  KAFKA_TABLE_VALUE_FORMAT(
      "org.apache.flink.streaming.connectors.kafka.table.KafkaDynamicSource",
      "valueDecodingFormat"),
  KAFKA_SOURCE_SCHEMA(FlinkField.KAFKA_SOURCE, "deserializationSchema"),
  KAFKA_SOURCE_START(FlinkField.KAFKA_SOURCE, "startingOffsetsInitializer"),
  KAFKA_SOURCE_STOP(FlinkField.KAFKA_SOURCE, "stoppingOffsetsInitializer"),
  KAFKA_SOURCE_BOUNDEDNESS(FlinkField.KAFKA_SOURCE, "boundedness"),
  KAFKA_SOURCE_PROPERTIES(FlinkField.KAFKA_SOURCE, "props"),
  KAFKA_SCHEMA_WRAPPED(
      "org.apache.flink.connector.kafka.source.reader.deserializer"
          + ".KafkaDeserializationSchemaWrapper",
      "kafkaDeserializationSchema"),
  KAFKA_ROWS_KEY(FlinkField.KAFKA_ROWS, "keyDeserialization"),
  KAFKA_ROWS_VALUE(FlinkField.KAFKA_ROWS, "valueDeserialization"),
  KAFKA_ROWS_METADATA(FlinkField.KAFKA_ROWS, "hasMetadata"),
  KAFKA_ROWS_UPSERT(FlinkField.KAFKA_ROWS, "upsertMode"),
  KAFKA_ROWS_OUTPUT(FlinkField.KAFKA_ROWS, "outputCollector"),
  KAFKA_OUTPUT_ARITY(FlinkField.KAFKA_ROWS + "$OutputProjectionCollector", "physicalArity"),
  KAFKA_OUTPUT_VALUES(FlinkField.KAFKA_ROWS + "$OutputProjectionCollector", "valueProjection"),
  JSON_FAIL_ON_MISSING_FIELD(FlinkClassNames.JSON_DECODER, "failOnMissingField"),
  JSON_IGNORE_PARSE_ERRORS(FlinkClassNames.JSON_DECODER, "ignoreParseErrors"),
  JSON_TIMESTAMP_FORMAT(FlinkClassNames.JSON_DECODER, "timestampFormat"),
  AVRO_RECORDS("org.apache.flink.formats.avro.AvroRowDataDeserializationSchema", "nestedSchema"),
  CSV_SCHEMA(FlinkField.CSV, "csvSchema"),
  CSV_READER(FlinkField.CSV, "objectReader"),
  CSV_READER_SCHEMA(
      "org.apache.flink.shaded.jackson2.com.fasterxml.jackson.databind.ObjectReader", "_schema"),
  CSV_IGNORE_PARSE_ERRORS(FlinkField.CSV, "ignoreParseErrors"),
  SCAN_SOURCE("org.apache.flink.streaming.api.transformations.SourceTransformation", "source"),
  SCAN_WATERMARK(
      "org.apache.flink.table.planner.plan.abilities.source.WatermarkPushDownSpec",
      "watermarkExpr"),
  SINK_ABILITIES(FlinkField.SINK, "abilitySpecs"),
  SINK_UPSERT_MATERIALIZE(FlinkField.SINK, "upsertMaterialize"),
  LOOKUP_TABLE(FlinkClassNames.LOOKUP_JOIN, "temporalTable"),
  HINT_STRATEGIES(FlinkField.HINTS, "strategies"),
  HINT_NAME(FlinkField.HINTS + "$Key", "name"),
  EXPRESSION_CONFIG("org.apache.flink.table.planner.delegation.PlannerContext", "frameworkConfig"),
  KEY_PROJECTION(
      "org.apache.flink.table.runtime.keyselector.BinaryRowDataKeySelector", "generatedProjection"),
  RANGE_OVER_AGGREGATES(FlinkField.RANGE_OVER, "genAggsHandler"),
  RANGE_OVER_ACCUMULATORS(FlinkField.RANGE_OVER, "accTypes"),
  RANGE_OVER_INPUT(FlinkField.RANGE_OVER, "inputFieldTypes"),
  RANGE_OVER_PRECEDING(FlinkField.RANGE_OVER, "precedingOffset"),
  RANGE_OVER_TIME(FlinkField.RANGE_OVER, "rowTimeIdx"),
  BUNDLE_FUNCTION(
      "org.apache.flink.table.runtime.operators.bundle.AbstractMapBundleOperator", "function"),
  WINDOW_PROCESSOR(FlinkClassNames.WINDOW_OPERATOR, "windowProcessor"),
  WINDOW_BUFFER(FlinkClassNames.WINDOW_PROCESSOR, "windowBufferFactory"),
  FIRST_PHASE_WINDOW_INTERVAL(FlinkField.FIRST_PHASE, "windowInterval"),
  FIRST_PHASE_SUMMER_TIME(FlinkField.FIRST_PHASE, "useDayLightSaving"),
  WINDOW_RANK_BUFFER(
      "org.apache.flink.table.runtime.operators.rank.window.processors.WindowRankProcessor",
      "bufferFactory"),
  WINDOW_BUFFER_KEYS(
      "org.apache.flink.table.runtime.operators.aggregate.window.buffers"
          + ".RecordsWindowBuffer$Factory",
      "keySer");

  private static final String KAFKA_SOURCE = "org.apache.flink.connector.kafka.source.KafkaSource";
  private static final String KAFKA_ROWS =
      "org.apache.flink.streaming.connectors.kafka.table.DynamicKafkaDeserializationSchema";
  private static final String CSV = "org.apache.flink.formats.csv.CsvRowDataDeserializationSchema";
  private static final String FIRST_PHASE =
      "org.apache.flink.table.runtime.operators.aggregate.window.LocalSlicingWindowAggOperator";
  private static final String RANGE_OVER =
      "org.apache.flink.table.runtime.operators.over.RowTimeRangeBoundedPrecedingFunction";
  private static final String HINTS = "org.apache.calcite.rel.hint.HintStrategyTable";
  private static final String SINK =
      "org.apache.flink.table.planner.plan.nodes.physical.stream.StreamPhysicalSink";

  @SuppressWarnings("ImmutableEnumChecker") // it has names only
  private final PrivateField field;

  FlinkField(String declaring, String name) {
    field = new PrivateField(declaring, name);
  }

  /**
   * Reads it.
   *
   * @param owner of Flink's class, or one of Trilink's that stands in for it with a field of the
   *     same name
   * @throws NoSuchFieldException if this is not the Flink that Trilink supports
   */
  public Object get(Object owner) throws ReflectiveOperationException {
    return field.get(owner);
  }

  /**
   * Sets it.
   *
   * @throws NoSuchFieldException if this is not the Flink that Trilink supports
   * @throws IllegalArgumentException if it cannot have this value
   */
  public void set(Object owner, Object value) throws ReflectiveOperationException {
    field.set(owner, value);
  }

  PrivateField field() {
    return field;
  }

  /** For errors: class and field. */
  @Override
  public String toString() {
    return field.toString();
  }
}
