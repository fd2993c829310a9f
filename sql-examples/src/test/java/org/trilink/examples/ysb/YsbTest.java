package org.trilink.examples.ysb;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class YsbTest {

  private static final Campaign CAMPAIGN = Campaign.number(17);

  @Test
  void anEventsKeyIsItsCampaign() {
    for (int ad = 0; ad < Campaign.ADS; ad++) {
      assertThat(keyOf("{\"ad_id\": \"%s\"}".formatted(CAMPAIGN.ad(ad)))).isEqualTo(CAMPAIGN.id());
    }
  }

  @Test
  void anUnknownAdIsAKeyOfItsOwn() {
    assertThat(keyOf("{\"ad_id\": \"ad of another\"}")).isEqualTo("ad of another");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "nonsense", "[]", "{}", "{\"ad_id\": null}"})
  void aLineWithoutAnAdHasTheEmptyKey(String line) {
    assertThat(keyOf(line)).isEmpty();
  }

  @Test
  void latencyIsFromTheWindowsEndToTheUpdate() {
    assertThat(latencyMs(",\"time_updated\":1700000012345")).hasValue(2_345);
    assertThat(latencyMs(",\"time_updated\":1700000010000")).hasValue(0);
  }

  @Test
  void aRowFromBeforeItsWindowsEndHasNone() {
    assertThat(latencyMs(",\"time_updated\":1700000009999")).isEmpty();
    assertThat(latencyMs("")).isEmpty();
  }

  private static OptionalLong latencyMs(String timeUpdated) {
    return new YsbQuery()
        .latencyMs(
            "{\"campaign_id\":\"a\",\"window_start\":1700000000000,\"seen_count\":1%s}"
                .formatted(timeUpdated)
                .getBytes(StandardCharsets.UTF_8));
  }

  private static String keyOf(String line) {
    byte[] key = new Ysb().keyOf(line.getBytes(StandardCharsets.UTF_8));
    return new String(key, StandardCharsets.UTF_8);
  }
}
