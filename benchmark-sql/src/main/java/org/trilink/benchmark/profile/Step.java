/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.benchmark.profile;

/** A step of a record's way through a job. */
enum Step {
  KAFKA_FETCH("Kafka consumer: poll and fetch"),
  JSON_DECODING("JSON decoding"),
  EVENT_TIME("timestamps and watermarks"),
  CALC("projections and filters"),
  CHAIN_COPY("copies of rows along a chain"),
  LOOKUP("look-ups in Redis"),
  LOCAL_MERGE("local aggregation"),
  PLACEMENT("key placement"),
  EXCHANGE("exchange: serialization and network"),
  WINDOW_STATE("window state"),
  WINDOW_FIRING("window firing"),
  SINK("sink: result rows and their JSON"),
  KAFKA_PRODUCER("Kafka producer"),
  OTHER("all else");

  private final String label;

  Step(String label) {
    this.label = label;
  }

  /** For people. */
  String label() {
    return label;
  }
}
