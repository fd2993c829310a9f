/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.peers;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import org.apache.kafka.common.errors.SerializationException;
import org.apache.kafka.common.serialization.Deserializer;
import org.apache.kafka.common.serialization.Serde;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.common.serialization.Serializer;

/**
 * A sensor's voltage at a time; its sensor is the record's key.
 *
 * @param volts of the supply
 * @param ts epoch milliseconds
 */
record Reading(double volts, long ts) {

  /** Reads JSON; nothing writes readings. */
  static final Serde<Reading> SERDE = Serdes.serdeFrom(new NeverWritten(), new FromJson());

  /** Token by token: the fastest that Jackson has. */
  private static final class FromJson implements Deserializer<Reading> {

    private final JsonFactory json = new JsonFactory();

    @Override
    public Reading deserialize(String topic, byte[] line) {
      double volts = Double.NaN;
      long ts = -1;
      try (JsonParser parser = json.createParser(line)) {
        parser.nextToken();
        while (parser.nextToken() == JsonToken.FIELD_NAME) {
          String field = parser.currentName();
          parser.nextToken();
          switch (field) {
            case "voltage" -> volts = parser.getDoubleValue();
            case "ts" -> ts = parser.getLongValue();
            default -> parser.skipChildren();
          }
        }
      } catch (IOException e) {
        throw new SerializationException("no reading", e);
      }
      return new Reading(volts, ts);
    }
  }

  private static final class NeverWritten implements Serializer<Reading> {

    @Override
    public byte[] serialize(String topic, Reading reading) {
      throw new UnsupportedOperationException("readings are in the input only");
    }
  }
}
