/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.examples.lowvoltage;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.trilink.examples.generator.JsonLine;

class VoltageReadingTest {

  private static final String LINE =
      "{\"sensor_id\": 300017, \"voltage\": 219.4, \"ts\": 1700000000000}";

  @Test
  void readsALineOfTheGenerator() {
    assertThat(GeneratedLineScanner.scan(bytes(LINE)))
        .isEqualTo(new VoltageReading(300017L, 219.4, 1_700_000_000_000L));
  }

  @Test
  void readsOtherSpacingAndOrder() {
    byte[] line = bytes("{\"ts\":1700000000000,\"voltage\":219.4,\"sensor_id\":300017}");

    assertThat(GeneratedLineScanner.scan(line)).isNull();
    assertThat(VoltageReading.parse(line))
        .contains(new VoltageReading(300017L, 219.4, 1_700_000_000_000L));
  }

  /** Every tenth of a volt is parsed to the same double as by a JSON parser. */
  @Test
  void theShortCutMakesTheSameNumbers() {
    for (int decivolts = 0; decivolts < 10_000; decivolts++) {
      byte[] line =
          LowVoltageGenerator.line(new JsonLine(), decivolts, decivolts, decivolts * 1_000_003L);

      assertThat(GeneratedLineScanner.scan(line))
          .isEqualTo(VoltageReading.parseJson(line).orElseThrow());
    }
  }

  /**
   * Lines with a few bytes changed, inserted or cut off: if the fast path can parse a line, the
   * result is that of the JSON parser.
   */
  @Test
  void theShortCutReadsNoLineThatJsonReadsDifferently() {
    SplittableRandom random = new SplittableRandom(7);
    int scanned = 0;
    for (int i = 0; i < 200_000; i++) {
      byte[] line = damaged(bytes(LINE), random);
      VoltageReading reading = GeneratedLineScanner.scan(line);
      if (reading != null) {
        scanned++;
        assertThat(VoltageReading.parseJson(line))
            .as("%s", new String(line, StandardCharsets.UTF_8))
            .contains(reading);
      }
    }
    assertThat(scanned).isGreaterThan(1_000);
  }

  @Test
  void aDeeplyNestedLineIsDropped() {
    assertThat(VoltageReading.parse(bytes("[".repeat(1_000_000)))).isEmpty();
  }

  private static byte[] damaged(byte[] line, SplittableRandom random) {
    String alphabet = "0123456789.-+eE \"{}:,";
    byte[] damaged = Arrays.copyOf(line, line.length);
    int changes = random.nextInt(1, 4);
    for (int i = 0; i < changes && damaged.length > 1; i++) {
      int place = random.nextInt(damaged.length);
      byte replacement = (byte) alphabet.charAt(random.nextInt(alphabet.length()));
      switch (random.nextInt(8)) {
        case 0 -> damaged = Arrays.copyOf(damaged, place + 1);
        case 1, 2 -> damaged = inserted(damaged, place, replacement);
        default -> damaged[place] = replacement;
      }
    }
    return damaged;
  }

  private static byte[] inserted(byte[] line, int place, byte b) {
    byte[] longer = Arrays.copyOf(line, line.length + 1);
    System.arraycopy(line, place, longer, place + 1, line.length - place);
    longer[place] = b;
    return longer;
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
