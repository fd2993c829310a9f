/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.advice.operator;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.trilink.planner.hint.ExchangeStrategy;
import org.trilink.planner.hint.HintOptions;
import org.trilink.planner.hint.ResolvedOptions;

class GivenOptionsTest {

  private static final Map<String, String> BY_RECORD_KEYS =
      Map.of("exchange", "ahead-keyby", "ahead-keyby.partitioned-by", "kafka-key");
  private static final Map<String, String> BY_MODULO =
      Map.of(
          "exchange", "ahead-keyby",
          "ahead-keyby.partitioned-by", "trilink",
          "partition", "modulo");

  private static GivenOptions hint(String... options) {
    return of(options, new String[0]);
  }

  private static GivenOptions session(String... options) {
    return of(new String[0], options);
  }

  private static GivenOptions of(String[] query, String[] session) {
    return new GivenOptions(
        new ResolvedOptions(options(query), HintOptions.EMPTY, options(session)));
  }

  private static HintOptions options(String... namesAndValues) {
    Map<String, String> options = new HashMap<>();
    for (int i = 0; i < namesAndValues.length; i += 2) {
      options.put(namesAndValues[i], namesAndValues[i + 1]);
    }
    return HintOptions.parse(options);
  }

  @Test
  void theExchangeIsGivenUnlessItIsLeftToAdvice() {
    assertThat(hint("exchange", "auto").exchange()).isNull();
    assertThat(session("advice", "on").exchange()).isNull();
    assertThat(hint("exchange", "global-merge").exchange())
        .isEqualTo(ExchangeStrategy.GLOBAL_MERGE);
    assertThat(hint("watermark", "auto").exchange()).isEqualTo(ExchangeStrategy.SHUFFLE);
  }

  @Test
  void aTopicIsReadByItsRecordKeysWhereNothingElsePlacesKeys() {
    assertThat(hint("exchange", "auto").allows(BY_RECORD_KEYS)).isTrue();
    assertThat(hint("partition", "hash").allows(BY_RECORD_KEYS)).isTrue();
    assertThat(session("partition", "modulo").allows(BY_RECORD_KEYS)).isTrue();
    assertThat(hint("partition", "modulo").allows(BY_RECORD_KEYS)).isFalse();
    assertThat(hint("partition", "auto").allows(BY_RECORD_KEYS)).isFalse();
    assertThat(hint("partition.monitor", "threshold").allows(BY_RECORD_KEYS)).isFalse();
    assertThat(hint("ahead-keyby.partitioned-by", "trilink").allows(BY_RECORD_KEYS)).isFalse();
  }

  @Test
  void aTopicOfTrilinksIsReadByItsStrategyOnly() {
    assertThat(hint("exchange", "auto").allows(BY_MODULO)).isTrue();
    assertThat(hint("partition", "modulo").allows(BY_MODULO)).isTrue();
    assertThat(hint("partition", "hash").allows(BY_MODULO)).isFalse();
    assertThat(session("partition", "hash").allows(BY_MODULO)).isFalse();
  }

  @Test
  void whatExcludesALocalMergeIsSaid() {
    assertThat(hint("watermark.idle-timeout", "1 min").obstacleToLocalMerge())
        .isEqualTo("watermark.idle-timeout is set, and they exclude each other");
    assertThat(hint("watermark.keys-per-group", "10").obstacleToLocalMerge())
        .isEqualTo("watermark.keys-per-group is set, and they exclude each other");
    assertThat(hint("watermark.keys-per-group", "auto").obstacleToLocalMerge()).isNull();
    assertThat(hint("watermark.keys-per-group", "1").obstacleToLocalMerge()).isNull();
  }

  @Test
  void whatExcludesSharedWatermarksIsSaid() {
    GivenOptions auto = hint("watermark.keys-per-group", "auto");

    assertThat(auto.leavesKeysPerGroup()).isTrue();
    assertThat(session("advice", "on").leavesKeysPerGroup()).isFalse();
    assertThat(auto.obstacleToGroups(ExchangeStrategy.LOCAL_MERGE))
        .isEqualTo("local-merge and keys that share a watermark exclude each other");
    assertThat(auto.obstacleToGroups(ExchangeStrategy.SHUFFLE)).isNull();
    assertThat(
            hint("watermark.keys-per-group", "auto", "partition", "auto")
                .obstacleToGroups(ExchangeStrategy.SHUFFLE))
        .isEqualTo("keys that share a watermark cannot be moved");
  }

  @Test
  void aSetDelayGoesBeforeAnAdvisedOneAndThatBeforeTheTables() {
    Duration advised = Duration.ofSeconds(2);

    assertThat(hint("watermark.delay", "3 s", "watermark", "auto").delay(advised, 1))
        .isEqualTo(3_000);
    assertThat(hint("watermark", "auto").delay(advised, 1)).isEqualTo(2_000);
    assertThat(hint("watermark", "auto").delay(null, 1)).isEqualTo(1);
    assertThat(hint("watermark", "key").delay(advised, 1)).isEqualTo(1);
  }
}
