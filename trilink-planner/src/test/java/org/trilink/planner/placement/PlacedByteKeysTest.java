/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.planner.placement;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.trilink.planner.testing.ByteKeys;

/** Keys are found again where they were placed, whatever their bytes are. */
@Tag("slow")
class PlacedByteKeysTest {

  private static final String PLACED = "/*+ TRILINK('partition'='least-key', 'strict'='true') */";

  @ParameterizedTest
  @MethodSource("org.trilink.planner.testing.ByteKeys#keys")
  void areKeptApart(String key) throws Exception {
    ByteKeys.assertLikeStock(ByteKeys.groupBy(key, PLACED));
  }

  @ParameterizedTest
  @MethodSource("org.trilink.planner.testing.ByteKeys#keysOfWindows")
  void areKeptApartBehindALocalMerge(String key) throws Exception {
    ByteKeys.assertLikeStock(
        ByteKeys.windows(
            key,
            "/*+ TRILINK('watermark'='key', 'exchange'='local-merge', 'partition'='least-key',"
                + " 'strict'='true') */"));
  }

  @Test
  void mayBeMultisets() throws Exception {
    ByteKeys.assertLikeStock(ByteKeys.multisets(PLACED));
  }
}
