/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.planner.hint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.trilink.planner.hint.TrilinkOptions.STRICT;
import static org.trilink.planner.hint.TrilinkOptions.WATERMARK;
import static org.trilink.planner.hint.TrilinkOptions.WATERMARK_DELAY;
import static org.trilink.planner.hint.TrilinkOptions.WATERMARK_KEYS_PER_GROUP;
import static org.trilink.planner.hint.TrilinkOptions.WATERMARK_MAX_SKEW;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ResolvedOptionsTest {

  private static final HintOptions TEN_SECONDS = delay("10 s");
  private static final HintOptions TWENTY_SECONDS = delay("20 s");
  private static final HintOptions THIRTY_SECONDS = delay("30 s");

  @Test
  void theQueryHintGoesFirst() {
    var resolved = new ResolvedOptions(TEN_SECONDS, TWENTY_SECONDS, THIRTY_SECONDS);

    assertThat(resolved.get(WATERMARK_DELAY)).isEqualTo(Duration.ofSeconds(10));
    assertThat(resolved.origin(WATERMARK_DELAY)).isEqualTo(Origin.QUERY_HINT);
    assertThat(resolved.describe()).isEqualTo("watermark.delay=10 s (query hint)");
  }

  @Test
  void theTableHintGoesBeforeTheSession() {
    var resolved = new ResolvedOptions(HintOptions.EMPTY, TWENTY_SECONDS, THIRTY_SECONDS);

    assertThat(resolved.get(WATERMARK_DELAY)).isEqualTo(Duration.ofSeconds(20));
    assertThat(resolved.origin(WATERMARK_DELAY)).isEqualTo(Origin.TABLE_HINT);
    assertThat(resolved.describe()).isEqualTo("watermark.delay=20 s (table hint)");
  }

  @Test
  void theSessionGoesBeforeTheDefault() {
    var resolved = new ResolvedOptions(HintOptions.EMPTY, HintOptions.EMPTY, THIRTY_SECONDS);

    assertThat(resolved.get(WATERMARK_DELAY)).isEqualTo(Duration.ofSeconds(30));
    assertThat(resolved.origin(WATERMARK_DELAY)).isEqualTo(Origin.SESSION);
    assertThat(resolved.describe()).isEqualTo("watermark.delay=30 s (session)");
  }

  @Test
  void theDefaultHoldsIfNobodySetsAnything() {
    var resolved = new ResolvedOptions(HintOptions.EMPTY, HintOptions.EMPTY, HintOptions.EMPTY);

    assertThat(resolved.get(WATERMARK)).isEqualTo(WatermarkGrain.SUBTASK);
    assertThat(resolved.get(WATERMARK_KEYS_PER_GROUP)).isEqualTo(1);
    assertThat(resolved.get(WATERMARK_MAX_SKEW)).isNull();
    assertThat(resolved.get(STRICT)).isFalse();
    assertThat(resolved.origin(WATERMARK)).isEqualTo(Origin.DEFAULT);
    assertThat(resolved.explicit()).isEmpty();
    assertThat(resolved.describe()).isEmpty();
  }

  @Test
  void eachOptionIsResolvedByItself() {
    HintOptions query = HintOptions.parse(Map.of("strict", "false", "watermark", "key"));
    HintOptions table = HintOptions.parse(Map.of("watermark", "subtask", "watermark.delay", "3 s"));
    HintOptions session =
        HintOptions.parse(Map.of("strict", "true", "watermark.max-skew", "300 s"));
    var resolved = new ResolvedOptions(query, table, session);

    assertThat(resolved.get(WATERMARK)).isEqualTo(WatermarkGrain.KEY);
    assertThat(resolved.get(WATERMARK_DELAY)).isEqualTo(Duration.ofSeconds(3));
    assertThat(resolved.get(WATERMARK_MAX_SKEW)).isEqualTo(Duration.ofMinutes(5));
    assertThat(resolved.explicit())
        .isEqualTo(List.of(WATERMARK, WATERMARK_DELAY, WATERMARK_MAX_SKEW, STRICT));
    assertThat(resolved.describe())
        .isEqualTo(
            "watermark=key (query hint), watermark.delay=3 s (table hint),"
                + " watermark.max-skew=5 min (session), strict=false (query hint)");
    assertThat(resolved).hasToString(resolved.describe());
  }

  @Test
  void aDefaultThatIsSetHidesWhatIsSetBelow() {
    HintOptions query = HintOptions.parse(Map.of("watermark", "subtask"));
    HintOptions session = HintOptions.parse(Map.of("watermark", "key"));
    var resolved = new ResolvedOptions(query, HintOptions.EMPTY, session);

    assertThat(resolved.get(WATERMARK)).isEqualTo(WatermarkGrain.SUBTASK);
    assertThat(resolved.origin(WATERMARK)).isEqualTo(Origin.QUERY_HINT);
  }

  @Test
  void aMissingLevelIsNoNull() {
    assertThatThrownBy(() -> new ResolvedOptions(HintOptions.EMPTY, null, HintOptions.EMPTY))
        .isInstanceOf(NullPointerException.class)
        .hasMessage("table");
  }

  private static HintOptions delay(String text) {
    return HintOptions.parse(Map.of("watermark.delay", text));
  }
}
