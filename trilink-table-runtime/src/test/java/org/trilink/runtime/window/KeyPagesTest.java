/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.window;

import static org.assertj.core.api.Assertions.assertThat;
import static org.trilink.runtime.watermark.KeyWatermarkPolicy.UNBOUNDED;
import static org.trilink.runtime.window.WindowShape.tumble;

import org.junit.jupiter.api.Test;
import org.trilink.runtime.watermark.KeyTimeSettings;

/** Tests how much memory keys on pages take. */
class KeyPagesTest {

  private static final int KEYS = 100_000;
  private static final int KEYS_THAT_GO = 3_000;

  /** Without the key itself: its number has 8 bytes. */
  private static final int BYTES_A_KEY = 100 + Long.BYTES;

  @Test
  void takeAHundredBytesAKeyBesideTheKey() throws Exception {
    KeyTimeSettings time = KeyTimeSettings.of(0, UNBOUNDED);
    try (WindowHarness operator =
        WindowHarness.open(tumble(1_000), time, StateBackends.ROCKSDB_PAGED)) {
      for (int i = 0; i < KEYS; i++) {
        operator.read(Integer.toString(i, Character.MAX_RADIX), 5, 1);
      }

      assertThat(operator.gauge("keyCacheKeys")).isEqualTo(KEYS);
      assertThat(operator.gauge("keyCacheBytes")).isLessThan((long) KEYS * BYTES_A_KEY);
    }
  }

  @Test
  void takeNothingWhenAllKeysAreGone() throws Exception {
    KeyTimeSettings time = KeyTimeSettings.of(0, 100);
    try (WindowHarness operator =
        WindowHarness.open(tumble(1_000), time, StateBackends.ROCKSDB_PAGED)) {
      readKeysThatGo(operator, 5);
      long bytes = operator.gauge("keyCacheBytes");
      assertThat(bytes).isPositive();
      operator.watermark(2_000);
      assertThat(operator.gauge("keyCacheKeys")).isZero();
      assertThat(operator.gauge("keyCacheBytes")).isZero();

      readKeysThatGo(operator, 3_005);
      assertThat(operator.gauge("keyCacheBytes")).as("with pages used again").isEqualTo(bytes);
    }
  }

  private static void readKeysThatGo(WindowHarness operator, long eventTime) throws Exception {
    for (int i = 0; i < KEYS_THAT_GO; i++) {
      operator.read(Integer.toString(i, Character.MAX_RADIX), eventTime, 1);
    }
  }
}
