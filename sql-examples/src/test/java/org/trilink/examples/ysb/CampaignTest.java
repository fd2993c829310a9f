/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.examples.ysb;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.NullAndEmptySource;
import org.junit.jupiter.params.provider.ValueSource;

class CampaignTest {

  @Test
  void allIdsAreRandomUuidsAndDiffer() {
    Set<String> ids = new HashSet<>();
    for (int number = 0; number < 1_000; number++) {
      Campaign campaign = Campaign.number(number);
      ids.add(campaign.id());
      for (int ad = 0; ad < Campaign.ADS; ad++) {
        ids.add(campaign.ad(ad));
      }
    }

    assertThat(ids)
        .hasSize(11_000)
        .allSatisfy(
            id -> {
              assertThat(UUID.fromString(id)).hasToString(id);
              assertThat(UUID.fromString(id).version()).isEqualTo(4);
              assertThat(UUID.fromString(id).variant()).isEqualTo(2);
            });
  }

  @Test
  void anAdTellsItsCampaign() {
    for (int number : new int[] {0, 1, 99, 1_000_000, Integer.MAX_VALUE, -1}) {
      Campaign campaign = Campaign.number(number);
      for (int ad = 0; ad < Campaign.ADS; ad++) {
        assertThat(Campaign.ofAd(campaign.ad(ad))).contains(campaign);
      }
      assertThat(Campaign.ofAd(campaign.id())).as("no ad").isEmpty();
      assertThat(Campaign.ofAd(campaign.id().replaceAll("0$", "b"))).as("an 11th ad").isEmpty();
    }
  }

  @ParameterizedTest
  @NullAndEmptySource
  @ValueSource(
      strings = {
        "an ad",
        "dfc85dd1-f34e-4dc1-8a6b-1fdbc1f5fcb1",
        "xxxxxxxx-f34e-4dc1-8a6b-1fdbc1f5fcb1",
        "+fc85dd1-f34e-4dc1-8a6b-1fdbc1f5fcb1"
      })
  void anotherIdIsOfNoCampaign(String id) {
    assertThat(Campaign.ofAd(id)).isEmpty();
  }
}
