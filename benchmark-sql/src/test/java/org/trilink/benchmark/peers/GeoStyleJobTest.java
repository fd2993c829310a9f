/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.benchmark.peers;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.apache.flink.api.common.functions.util.ListCollector;
import org.apache.flink.api.java.tuple.Tuple2;
import org.apache.flink.streaming.api.windowing.windows.TimeWindow;
import org.junit.jupiter.api.Test;

class GeoStyleJobTest {

  @Test
  void sensorsOfADistrictShareAKey() {
    assertThat(new GeoReading(300_017, 220, 0).district())
        .isEqualTo(new GeoReading(300_999, 220, 0).district())
        .isNotEqualTo(new GeoReading(400_017, 220, 0).district());
  }

  @Test
  void aDistrictsMinuteHasARowForEachSensor() {
    List<Tuple2<byte[], Boolean>> rows = new ArrayList<>();

    new GeoStyleJob.SensorsOfDistrict()
        .apply(
            3L,
            new TimeWindow(60_000, 120_000),
            List.of(
                new GeoReading(300_001, 190.5, 60_000),
                new GeoReading(300_002, 221.0, 60_500),
                new GeoReading(300_001, 219.5, 61_000)),
            new ListCollector<>(rows));

    assertThat(rows)
        .extracting(row -> new String(row.f0, UTF_8))
        .containsExactlyInAnyOrder(
            "{\"sensor_id\":300001,\"window_start\":60000,\"window_end\":120000,\"readings\":2,"
                + "\"low_readings\":1,\"min_voltage\":190.5,\"avg_voltage\":205.0}",
            "{\"sensor_id\":300002,\"window_start\":60000,\"window_end\":120000,\"readings\":1,"
                + "\"low_readings\":0,\"min_voltage\":221.0,\"avg_voltage\":221.0}");
    assertThat(rows).extracting(row -> row.f1).containsExactlyInAnyOrder(true, false);
  }
}
