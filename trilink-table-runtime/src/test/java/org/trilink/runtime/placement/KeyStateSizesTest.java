/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.placement;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.trilink.runtime.move.protocol.MovingKeys;

/** Tests the expected sizes of keys' state after Syncs. */
class KeyStateSizesTest {

  private static final long MAX_BYTES = 1_000;

  private final KeyStateSizes sizes = new KeyStateSizes(MAX_BYTES);

  /** The keys from one number to another, inclusive. */
  private static MovingKeys keys(int from, int to) {
    MovingKeys.Builder builder = MovingKeys.builder();
    for (int key = from; key <= to; key++) {
      builder.move(Keys.of(key), 0, 1, 0);
    }
    return builder.build();
  }

  @Test
  void areUnknownUntilASyncHadTooMuchState() {
    sizes.moved(keys(1, 3), new long[] {10, 20, 30});

    assertThat(sizes.of(Keys.of(1))).isZero();
    assertThat(sizes.of(Keys.of(9))).isZero();
  }

  @Test
  void areThoseOfTheKeysThatWereTooMuchAndTheirMedianForOthers() {
    sizes.tooMuch(keys(1, 3), new long[] {600, 700, 100});

    assertThat(sizes.of(Keys.of(3))).isEqualTo(100);
    assertThat(sizes.of(Keys.of(9))).isEqualTo(600);
  }

  /** Otherwise no key could be moved ever again. */
  @Test
  void areAssumedToFitIntoASync() {
    sizes.tooMuch(keys(1, 2), new long[] {5_000, 6_000});

    assertThat(sizes.of(Keys.of(1))).isEqualTo(5_000);
    assertThat(sizes.of(Keys.of(9))).isEqualTo(MAX_BYTES);
  }

  /** Windows may have ended meanwhile: a Sync need not move one key only for ever. */
  @Test
  void areLearnedAnewFromKeysThatHaveMoved() {
    sizes.tooMuch(keys(1, 2), new long[] {5_000, 6_000});
    sizes.moved(keys(1, 1), new long[] {40});

    assertThat(sizes.of(Keys.of(1))).isEqualTo(40);
    assertThat(sizes.of(Keys.of(2))).isEqualTo(6_000);
    assertThat(sizes.of(Keys.of(9))).isEqualTo(40);
  }

  @Test
  void areUnchangedByASyncThatHasNotLearnedAny() {
    sizes.tooMuch(keys(1, 2), new long[] {500, 600});
    sizes.tooMuch(keys(1, 2), new long[0]);

    assertThat(sizes.of(Keys.of(9))).isEqualTo(600);
  }
}
