/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.benchmark.switching;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** The digests by which the script chooses rows, which is most of its work. */
final class Digests {

  private static final int TIMES = 2_500;

  private Digests() {}

  /** Whether the reading of an id that has so many is among the sixteenth that is chosen. */
  static boolean choose(long id, long readings) {
    String text = (id + "-" + readings).repeat(TIMES);
    String digest = HexFormat.of().formatHex(sha512().digest(text.getBytes(UTF_8)));
    return digest.startsWith("0");
  }

  private static MessageDigest sha512() {
    try {
      return MessageDigest.getInstance("SHA-512");
    } catch (NoSuchAlgorithmException e) {
      throw new AssertionError(e);
    }
  }
}
