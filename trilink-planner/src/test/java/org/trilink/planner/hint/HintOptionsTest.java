/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.planner.hint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.calcite.rel.hint.RelHint;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.table.api.ValidationException;
import org.junit.jupiter.api.Test;

class HintOptionsTest {

  @Test
  void autoIsSetAndHasNoValue() {
    HintOptions options =
        HintOptions.parse(Map.of("exchange", " Auto ", "watermark.keys-per-group", "auto"));

    assertThat(options.isAuto(TrilinkOptions.EXCHANGE)).isTrue();
    assertThat(options.has(TrilinkOptions.EXCHANGE)).isTrue();
    assertThat(options.get(TrilinkOptions.EXCHANGE)).isEmpty();
    assertThat(options.get(TrilinkOptions.WATERMARK_KEYS_PER_GROUP)).isEmpty();
    assertThat(options.isAuto(TrilinkOptions.WATERMARK)).isFalse();
    assertThat(options).hasToString("watermark.keys-per-group=auto, exchange=auto");
    assertThat(HintOptions.parse(options.toMap())).isEqualTo(options);
    assertThat(options).isNotEqualTo(HintOptions.parse(Map.of("exchange", "auto")));
  }

  @Test
  void autoOfThePartitionIsAStrategy() {
    HintOptions options = HintOptions.parse(Map.of("partition", "auto"));

    assertThat(options.isAuto(TrilinkOptions.PARTITION)).isFalse();
    assertThat(options.get(TrilinkOptions.PARTITION))
        .contains(PlacementStrategy.of(PlacementStrategy.Kind.AUTO));
  }

  @Test
  void autoIsNoValueOfWhatAdviceDoesNotSetByItself() {
    assertThatThrownBy(() -> HintOptions.parse(Map.of("watermark.delay", "auto")))
        .hasMessage(
            "TRILINK hint: option 'watermark.delay' cannot be 'auto'. Allowed: a duration, e.g. '5"
                + " min'.");
  }

  @Test
  void readsAHint() {
    HintOptions options =
        HintOptions.parse(
            RelHint.builder("TRILINK")
                .hintOption("Watermark", "KEY")
                .hintOption("watermark.max-skew", "300 s")
                .build());

    assertThat(options.get(TrilinkOptions.WATERMARK)).contains(WatermarkGrain.KEY);
    assertThat(options.get(TrilinkOptions.WATERMARK_MAX_SKEW)).contains(Duration.ofMinutes(5));
    assertThat(options.get(TrilinkOptions.WATERMARK_DELAY)).isEmpty();
    assertThat(options.get(TrilinkOptions.STRICT)).isEmpty();
    assertThat(options.isEmpty()).isFalse();
  }

  @Test
  void aListStyleHintIsAnError() {
    RelHint hint = RelHint.builder("TRILINK").hintOption("watermark").hintOption("key").build();

    assertThatThrownBy(() -> HintOptions.parse(hint))
        .isExactlyInstanceOf(ValidationException.class)
        .hasMessage(
            "TRILINK hint: options are written 'name'='value', not as a list ('watermark', 'key')."
                + " Example: /*+ TRILINK('watermark'='key', 'watermark.max-skew'='5 min') */");
  }

  @Test
  void aHintWithoutOptionsIsAnError() {
    assertThatThrownBy(() -> HintOptions.parse(RelHint.builder("TRILINK").build()))
        .isExactlyInstanceOf(ValidationException.class)
        .hasMessage(
            "TRILINK hint: the hint has no options. Example: /*+ TRILINK('watermark'='key',"
                + " 'watermark.max-skew'='5 min') */");
  }

  @Test
  void theErrorsOfTheOptionsAreTheHints() {
    assertThatThrownBy(() -> HintOptions.parse(Map.of("watermark", "keyy")))
        .isExactlyInstanceOf(ValidationException.class)
        .hasMessage(
            "TRILINK hint: option 'watermark' has no value 'keyy'. Allowed: 'subtask', 'key', 'auto'.");
    assertThatThrownBy(() -> HintOptions.parse(Map.of("watermak", "key")))
        .hasMessageStartingWith(
            "TRILINK hint: unknown option 'watermak', did you mean 'watermark'? Options:"
                + " watermark, watermark.keys-per-group, ");
  }

  @Test
  void anOptionGivenTwiceIsAnError() {
    Map<String, String> options = new LinkedHashMap<>();
    options.put("watermark", "key");
    options.put("WaterMark", "key");

    assertThatThrownBy(() -> HintOptions.parse(options))
        .isExactlyInstanceOf(ValidationException.class)
        .hasMessage(
            "TRILINK hint: option 'watermark' is given twice, as 'WaterMark' and as 'watermark';"
                + " keep one.");
  }

  @Test
  void ofSeveralErrorsTheSameOneIsReportedInAnyOrder() {
    Map<String, String> options = new LinkedHashMap<>();
    options.put("strict", "maybe");
    options.put("exchange", "pigeon");

    assertThatThrownBy(() -> HintOptions.parse(options))
        .hasMessageStartingWith("TRILINK hint: option 'exchange' has no value 'pigeon'.");
  }

  @Test
  void readsTheSession() {
    Configuration config = new Configuration();
    config.setString("table.optimizer.trilink.watermark", "key");
    config.setString("TABLE.optimizer.Trilink.watermark.DELAY", "3 s");
    config.setString("table.optimizer.join-reorder-enabled", "true");
    config.setString("parallelism.default", "2");

    assertThat(HintOptions.ofSession(config))
        .isEqualTo(HintOptions.parse(Map.of("watermark", "key", "watermark.delay", "3 s")));
  }

  @Test
  void aSessionWithoutOptionsIsEmpty() {
    Configuration config = new Configuration();
    config.setString("parallelism.default", "2");

    assertThat(HintOptions.ofSession(config)).isEqualTo(HintOptions.EMPTY);
    assertThat(HintOptions.ofSession(config).isEmpty()).isTrue();
  }

  @Test
  void anUnknownSessionKeyIsAnErrorThatNamesIt() {
    assertThatThrownBy(() -> ofSession("table.optimizer.trilink.watermak", "key"))
        .isExactlyInstanceOf(ValidationException.class)
        .hasMessageStartingWith(
            "Session configuration: unknown option 'table.optimizer.trilink.watermak', did you mean"
                + " 'table.optimizer.trilink.watermark'? Options under 'table.optimizer.trilink.':"
                + " watermark, watermark.keys-per-group, ")
        .hasMessageEndingWith(
            ", ahead-keyby.partitioned-by, decode, advice, advice.records, advice.timeout,"
                + " strict.");
    assertThatThrownBy(() -> ofSession("table.optimizer.trilink.", "key"))
        .hasMessageStartingWith(
            "Session configuration: unknown option 'table.optimizer.trilink.'. Options under"
                + " 'table.optimizer.trilink.': watermark, ");
  }

  @Test
  void aWrongSessionValueIsAnErrorThatNamesItsKey() {
    assertThatThrownBy(() -> ofSession("table.optimizer.trilink.watermark", "keyy"))
        .isExactlyInstanceOf(ValidationException.class)
        .hasMessage(
            "Session configuration: option 'table.optimizer.trilink.watermark' has no value 'keyy'."
                + " Allowed: 'subtask', 'key', 'auto'.");
    assertThatThrownBy(() -> ofSession("table.optimizer.trilink.watermark.max-skew", "far"))
        .hasMessage(
            "Session configuration: option 'table.optimizer.trilink.watermark.max-skew' cannot be"
                + " 'far'. Allowed: a duration, e.g. '5 min'.");
  }

  @Test
  void aSessionOptionGivenTwiceIsAnError() {
    Configuration config = new Configuration();
    config.setString("table.optimizer.trilink.strict", "true");
    config.setString("table.optimizer.TRILINK.strict", "true");

    assertThatThrownBy(() -> HintOptions.ofSession(config))
        .isExactlyInstanceOf(ValidationException.class)
        .hasMessage(
            "Session configuration: option 'table.optimizer.trilink.strict' is given twice, as"
                + " 'table.optimizer.TRILINK.strict' and as 'table.optimizer.trilink.strict'; keep"
                + " one.");
  }

  @Test
  void aSessionCannotNameTheColumnsOfATable() {
    assertThatThrownBy(() -> ofSession("table.optimizer.trilink.ahead-keyby.keys", "k"))
        .isExactlyInstanceOf(ValidationException.class)
        .hasMessage(
            "Session configuration: option 'table.optimizer.trilink.ahead-keyby.keys' has no"
                + " effect, because it names columns of one table; write 'ahead-keyby.keys' in a"
                + " hint behind SELECT or behind the table.");
  }

  @Test
  void ofMergedOptionsTheFirstTakesPrecedence() {
    HintOptions one = HintOptions.parse(Map.of("watermark", "auto", "watermark.delay", "1 s"));
    HintOptions other = HintOptions.parse(Map.of("watermark", "key", "strict", "true"));

    assertThat(HintOptions.merge(List.of(one, other)))
        .hasToString("watermark=auto, watermark.delay=1 s, strict=true");
    assertThat(HintOptions.merge(List.of())).isEqualTo(HintOptions.EMPTY);
  }

  @Test
  void equalityIsByContent() {
    HintOptions one = HintOptions.parse(Map.of("watermark", "key", "watermark.delay", "60 s"));
    HintOptions same = HintOptions.parse(Map.of("WATERMARK.delay", "1min", "watermark", " KEY "));
    HintOptions other = HintOptions.parse(Map.of("watermark", "key", "watermark.delay", "61 s"));

    assertThat(one).isEqualTo(same).hasSameHashCodeAs(same).isNotEqualTo(other);
    assertThat(one)
        .hasToString("watermark=key, watermark.delay=1 min")
        .hasToString(same.toString());
    assertThat(HintOptions.parse(Map.of())).isEqualTo(HintOptions.EMPTY).hasToString("");
  }

  @Test
  void toStringIsInTheOrderOfTheDocumentation() {
    assertThat(HintOptions.parse(someOptions()))
        .hasToString(
            "watermark=key, watermark.keys-per-group=1, watermark.delay=3 s,"
                + " watermark.max-skew=5 min, partition=hash, partition.monitor=off,"
                + " exchange=shuffle, strict=true");
  }

  @Test
  void toMapIsSortedAndReadBackAsTheSame() {
    HintOptions options = HintOptions.parse(someOptions());

    assertThat(options.toMap())
        .containsExactly(
            Map.entry("exchange", "shuffle"),
            Map.entry("partition", "hash"),
            Map.entry("partition.monitor", "off"),
            Map.entry("strict", "true"),
            Map.entry("watermark", "key"),
            Map.entry("watermark.delay", "3 s"),
            Map.entry("watermark.keys-per-group", "1"),
            Map.entry("watermark.max-skew", "5 min"));
    assertThat(HintOptions.parse(options.toMap())).isEqualTo(options);
  }

  @Test
  void laterChangesOfTheMapThatWasReadDoNotShow() {
    Map<String, String> texts = new HashMap<>(Map.of("watermark", "key"));
    HintOptions options = HintOptions.parse(texts);
    texts.clear();

    assertThat(options).hasToString("watermark=key");
    assertThatThrownBy(() -> options.toMap().clear())
        .isInstanceOf(UnsupportedOperationException.class);
  }

  private static Map<String, String> someOptions() {
    return Map.of(
        "strict", "TRUE",
        "exchange", "Shuffle",
        "partition", "hash",
        "partition.monitor", "off",
        "watermark", "key",
        "watermark.delay", "3000",
        "watermark.keys-per-group", "1",
        "watermark.max-skew", "300s");
  }

  private static HintOptions ofSession(String key, String text) {
    Configuration config = new Configuration();
    config.setString(key, text);
    return HintOptions.ofSession(config);
  }
}
