/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.benchmark.program;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Consumer;
import javax.annotation.Nullable;
import org.trilink.examples.generator.JsonLine;

/** Per sensor and 10 s, every 2 s, how far it has settled and moved, if that is too far. */
final class BridgeByHand implements HandWrittenQuery {

  private static final byte[] BEFORE_SENSOR = JsonLine.ascii("{\"sensor_id\": \"");
  private static final byte[] BEFORE_SETTLEMENT = JsonLine.ascii("\", \"settlement_mm\": ");
  private static final byte[] BEFORE_TS = JsonLine.ascii(", \"ts\": ");

  private static final long SLICE_MS = 2_000;
  private static final int SLICES = 5;

  private final LineScanner scanner = new LineScanner();
  private final Map<String, Sensor> sensors = new HashMap<>();
  private final Consumer<byte[]> alerts;

  BridgeByHand(Consumer<byte[]> alerts) {
    this.alerts = alerts;
  }

  @Override
  public void accept(byte[] line) {
    scanner.open(line);
    scanner.expect(BEFORE_SENSOR);
    String id = scanner.text();
    scanner.expect(BEFORE_SETTLEMENT);
    double settlementMm = scanner.decimal();
    scanner.expect(BEFORE_TS);
    long slice = scanner.number() / SLICE_MS;

    Sensor sensor = sensors.get(id);
    if (sensor == null) {
      sensor = new Sensor(id, slice);
      sensors.put(id, sensor);
    }
    if (slice != sensor.slice) {
      sensor.advance(slice);
    }
    sensor.add(settlementMm);
  }

  @Override
  public void finish() {
    sensors.values().forEach(sensor -> sensor.advance(Long.MAX_VALUE));
  }

  /** A sensor's last five slices, in a ring. */
  private final class Sensor {

    private final String id;
    private final long[] readings = new long[SLICES];
    private final double[] sums = new double[SLICES];
    private final double[] mins = new double[SLICES];
    private final double[] maxs = new double[SLICES];

    /** Epoch milliseconds by {@link #SLICE_MS}. */
    private long slice;

    private int place;

    Sensor(String id, long slice) {
      this.id = id;
      this.slice = slice;
      for (int i = 0; i < SLICES; i++) {
        clear(i);
      }
    }

    private void clear(int i) {
      readings[i] = 0;
      sums[i] = 0;
      mins[i] = Double.POSITIVE_INFINITY;
      maxs[i] = Double.NEGATIVE_INFINITY;
    }

    void add(double settlementMm) {
      readings[place]++;
      sums[place] += settlementMm;
      mins[place] = Math.min(mins[place], settlementMm);
      maxs[place] = Math.max(maxs[place], settlementMm);
    }

    /** Closes windows up to a slice, as long as they hold anything. */
    void advance(long toSlice) {
      long count = Arrays.stream(readings).sum();
      while (slice < toSlice && count > 0) {
        write(count);
        slice++;
        place = (place + 1) % SLICES;
        count -= readings[place];
        clear(place);
      }
      slice = toSlice;
    }

    /** The window that the current slice ends. */
    private void write(long count) {
      double avg = Arrays.stream(sums).sum() / count;
      double range =
          Arrays.stream(maxs).max().orElseThrow() - Arrays.stream(mins).min().orElseThrow();
      String level = level(Math.abs(avg), range);
      if (level != null) {
        alerts.accept(row(count, avg, range, level));
      }
    }

    private byte[] row(long count, double avg, double range, String level) {
      return ("{\"sensor_id\":\""
              + id
              + "\",\"window_start\":"
              + (slice + 1 - SLICES) * SLICE_MS
              + ",\"window_end\":"
              + (slice + 1) * SLICE_MS
              + ",\"readings\":"
              + count
              + ",\"avg_mm\":"
              + avg
              + ",\"range_mm\":"
              + range
              + ",\"level\":\""
              + level
              + "\"}")
          .getBytes(StandardCharsets.ISO_8859_1);
    }
  }

  @Nullable
  private static String level(double avg, double range) {
    if (avg >= 20 || range >= 6) {
      return "red";
    }
    if (avg >= 15 || range >= 4) {
      return "orange";
    }
    return avg >= 10 || range >= 2.5 ? "yellow" : null;
  }
}
