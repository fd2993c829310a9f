/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.examples.ysb;

import java.util.Optional;
import java.util.SplittableRandom;
import java.util.UUID;

/**
 * An advertising campaign of {@value #ADS} ads. The ids are UUIDs, the same in every input: those
 * of a campaign differ in their last digit only, so that an ad's id tells the campaign without a
 * table of all ads.
 *
 * @param id ends with 0
 */
record Campaign(String id) {

  /** The number of ads of each campaign. */
  static final int ADS = 10;

  private static final int TEXT_LENGTH = 36;
  private static final int LAST_DIGIT = TEXT_LENGTH - 1;

  /** Odd, so that different numbers have different products. */
  private static final int SCATTER = 0x9E3779B1;

  /** The campaign of this number, which may be any. */
  static Campaign number(int number) {
    return ofPrefix((number + 1) * SCATTER);
  }

  /** The campaign of an ad; empty for an ad of none. */
  static Optional<Campaign> ofAd(String adId) {
    if (adId == null || adId.length() != TEXT_LENGTH) {
      return Optional.empty();
    }
    int ad = "123456789a".indexOf(adId.charAt(LAST_DIGIT));
    return ad < 0 ? Optional.empty() : ofId(adId.substring(0, LAST_DIGIT) + "0");
  }

  private static Optional<Campaign> ofId(String id) {
    try {
      Campaign campaign = ofPrefix(Integer.parseUnsignedInt(id.substring(0, 8), 16));
      return campaign.id().equals(id) ? Optional.of(campaign) : Optional.empty();
    } catch (NumberFormatException noUuid) {
      return Optional.empty();
    }
  }

  /** The other digits follow from the first eight, which tells campaigns' ids from others. */
  private static Campaign ofPrefix(int prefix) {
    SplittableRandom digits = new SplittableRandom(prefix);
    long high = ((long) prefix << 32) | (digits.nextLong() >>> 32);
    UUID id = RandomUuid.of(high, digits.nextLong() & ~0xFL);
    return new Campaign(id.toString());
  }

  /**
   * The id of one of its ads.
   *
   * @param ad from 0 to below {@value #ADS}
   */
  String ad(int ad) {
    return id.substring(0, LAST_DIGIT) + Character.forDigit(ad + 1, 16);
  }
}
