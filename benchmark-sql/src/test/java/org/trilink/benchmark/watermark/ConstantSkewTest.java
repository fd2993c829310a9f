/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.benchmark.watermark;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.trilink.examples.workload.FlinkJson;
import org.trilink.examples.workload.GeneratorOptions;
import org.trilink.examples.workload.Workload;
import org.trilink.examples.workload.Workloads;

class ConstantSkewTest {

  private static final Workload WORKLOAD = Workloads.byName("low-voltage");
  private static final Duration SKEW = Duration.ofSeconds(20);
  private static final GeneratorOptions OPTIONS =
      new GeneratorOptions(6_000, 60, 0, Duration.ZERO, 0, 1);

  private final List<byte[]> skewed = toList(skewed());

  private static Iterator<byte[]> skewed() {
    return new ConstantSkew(WORKLOAD.generate(OPTIONS), WORKLOAD, SKEW);
  }

  @Test
  void hasTheSameLines() {
    assertThat(skewed)
        .usingElementComparator(java.util.Arrays::compare)
        .containsExactlyInAnyOrderElementsOf(toList(WORKLOAD.generate(OPTIONS)));
  }

  @Test
  void keepsTheOrderOfEachKey() {
    Map<Long, Long> latest = new HashMap<>();
    for (byte[] line : skewed) {
      long ms = ms(line);
      assertThat(latest.getOrDefault(sensor(line), Long.MIN_VALUE)).isLessThan(ms);
      latest.put(sensor(line), ms);
    }
  }

  @Test
  void bringsAboutAThirdOfTheKeysLaterByTheSkew() {
    Set<Long> late = new HashSet<>();
    long maxLagMs = 0;
    long now = Long.MIN_VALUE;
    for (byte[] line : skewed) {
      now = Math.max(now, ms(line));
      if (now > ms(line)) {
        late.add(sensor(line));
        maxLagMs = Math.max(maxLagMs, now - ms(line));
      }
    }

    assertThat(late).hasSizeBetween(10, 30);
    assertThat(maxLagMs).isBetween(SKEW.toMillis() - 1_000, SKEW.toMillis());
  }

  private static long ms(byte[] line) {
    return FlinkJson.bigint(json(line), "ts");
  }

  private static long sensor(byte[] line) {
    return FlinkJson.bigint(json(line), "sensor_id");
  }

  private static JsonNode json(byte[] line) {
    return FlinkJson.parse(line).orElseThrow();
  }

  private static List<byte[]> toList(Iterator<byte[]> lines) {
    List<byte[]> list = new ArrayList<>();
    lines.forEachRemaining(list::add);
    return list;
  }
}
