/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.planner.localmerge;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.trilink.planner.testing.ByteKeys;

/** Keys are the same in the merge before the exchange and behind it. */
@Tag("slow")
class LocalMergeKeyTest {

  private static final String HINT = "/*+ TRILINK('exchange'='local-merge', 'strict'='true') */";

  @ParameterizedTest
  @MethodSource("org.trilink.planner.testing.ByteKeys#keys")
  void isTheSameBehindTheExchange(String key) throws Exception {
    ByteKeys.assertLikeStock(ByteKeys.groupBy(key, HINT));
  }

  @ParameterizedTest
  @MethodSource("org.trilink.planner.testing.ByteKeys#keysOfWindows")
  void isTheSameInWindows(String key) throws Exception {
    ByteKeys.assertLikeStock(ByteKeys.windows(key, HINT));
  }

  @Test
  void mayBeAMultiset() throws Exception {
    ByteKeys.assertLikeStock(ByteKeys.multisets(HINT));
  }
}
