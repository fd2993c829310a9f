/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.benchmark.peers;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import javax.annotation.Nullable;
import org.apache.flink.api.common.serialization.AbstractDeserializationSchema;

/** A sensor's voltage at a time; a POJO for Flink's serializer. */
public final class GeoReading {

  /** Districts number their sensors from a multiple of it on. */
  private static final long PER_DISTRICT = 100_000;

  public long sensor;
  public double volts;

  /** Epoch milliseconds. */
  public long ts;

  /** For Flink. */
  public GeoReading() {}

  GeoReading(long sensor, double volts, long ts) {
    this.sensor = sensor;
    this.volts = volts;
    this.ts = ts;
  }

  /** The key that a sensor shares with its neighbours. */
  long district() {
    return sensor / PER_DISTRICT;
  }

  /** Reads JSON token by token; a line that is none is left out. */
  static final class Schema extends AbstractDeserializationSchema<GeoReading> {

    private static final long serialVersionUID = 1L;

    private transient JsonFactory json;

    @Override
    public void open(InitializationContext context) {
      json = new JsonFactory();
    }

    @Override
    @Nullable
    public GeoReading deserialize(byte[] line) {
      GeoReading reading = new GeoReading();
      try (JsonParser parser = json.createParser(line)) {
        parser.nextToken();
        while (parser.nextToken() == JsonToken.FIELD_NAME) {
          String field = parser.getCurrentName();
          parser.nextToken();
          switch (field) {
            case "sensor_id" -> reading.sensor = parser.getLongValue();
            case "voltage" -> reading.volts = parser.getDoubleValue();
            case "ts" -> reading.ts = parser.getLongValue();
            default -> parser.skipChildren();
          }
        }
        return reading;
      } catch (IOException unreadable) {
        return null;
      }
    }
  }
}
