/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.examples.ysb;

import java.util.UUID;

/** Sets the version and variant bits of a random UUID. */
final class RandomUuid {

  private static final long VERSION_BITS = 0xF000L;
  private static final long VERSION_4 = 0x4000L;
  private static final long VARIANT_BITS = 0xC000_0000_0000_0000L;
  private static final long VARIANT_2 = 0x8000_0000_0000_0000L;

  private RandomUuid() {}

  static UUID of(long high, long low) {
    return new UUID((high & ~VERSION_BITS) | VERSION_4, (low & ~VARIANT_BITS) | VARIANT_2);
  }
}
