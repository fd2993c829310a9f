/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.planner.hint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.reflect.Modifier;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.apache.flink.table.api.ValidationException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.trilink.runtime.move.balance.TriggerKind;

class TrilinkOptionsTest {

  private static final String ALL_NAMES =
      "watermark, watermark.keys-per-group, watermark.delay, watermark.order,"
          + " watermark.max-skew,"
          + " watermark.idle-timeout, watermark.max-lead, watermark.max-lead.action,"
          + " partition, partition.weights, partition.weight-draw,"
          + " partition.history, partition.monitor, partition.monitor.interval,"
          + " partition.monitor.records, partition.monitor.threshold,"
          + " partition.monitor.sample-rate, partition.sync.max-keys, partition.sync.max-bytes,"
          + " partition.sync.min-gain, partition.sync.settling-time, partition.sync.grace-time,"
          + " partition.control, exchange, local-merge.slot, local-merge.emit,"
          + " local-merge.emit.delay, local-merge.emit.records, local-merge.emit.when,"
          + " global-merge.store, global-merge.emit, global-merge.emit.delay,"
          + " global-merge.emit.records, global-merge.emit.when, ahead-keyby.keys,"
          + " ahead-keyby.partitioned-by, decode, advice, advice.records, advice.timeout,"
          + " strict";

  @Test
  void allHasEveryDeclarationInItsOrder() throws IllegalAccessException {
    List<Object> declared = new ArrayList<>();
    for (var field : TrilinkOptions.class.getDeclaredFields()) {
      if (Modifier.isPublic(field.getModifiers())) {
        declared.add(field.get(null));
      }
    }

    assertThat(TrilinkOptions.all()).hasSize(41).isEqualTo(declared);
    assertThat(TrilinkOptions.all()).extracting(HintOption::name).isEqualTo(names());
  }

  @Test
  void allCannotBeChanged() {
    assertThatThrownBy(() -> TrilinkOptions.all().remove(0))
        .isInstanceOf(UnsupportedOperationException.class);
  }

  @Test
  void anOptionKnowsItsKeys() {
    assertThat(TrilinkOptions.WATERMARK_MAX_SKEW.name()).isEqualTo("watermark.max-skew");
    assertThat(TrilinkOptions.WATERMARK_MAX_SKEW.sessionKey())
        .isEqualTo("table.optimizer.trilink.watermark.max-skew");
    assertThat(TrilinkOptions.WATERMARK_MAX_SKEW).hasToString("watermark.max-skew");
  }

  @Test
  void defaultsAreStockBehaviour() {
    assertThat(TrilinkOptions.WATERMARK.defaultValue()).isEqualTo(WatermarkGrain.SUBTASK);
    assertThat(TrilinkOptions.WATERMARK_KEYS_PER_GROUP.defaultValue()).isEqualTo(1);
    assertThat(TrilinkOptions.WATERMARK_DELAY.defaultValue()).isNull();
    assertThat(TrilinkOptions.WATERMARK_MAX_SKEW.defaultValue()).isNull();
    assertThat(TrilinkOptions.WATERMARK_IDLE_TIMEOUT.defaultValue()).isNull();
    assertThat(TrilinkOptions.PARTITION.defaultValue())
        .isEqualTo(PlacementStrategy.of(PlacementStrategy.Kind.HASH));
    assertThat(TrilinkOptions.PARTITION_MONITOR.defaultValue()).isEqualTo(TriggerKind.OFF);
    assertThat(TrilinkOptions.EXCHANGE.defaultValue()).isEqualTo(ExchangeStrategy.SHUFFLE);
    assertThat(TrilinkOptions.STRICT.defaultValue()).isFalse();
  }

  /** Decoding differs, but yields the same rows. */
  @Test
  void onlyDecodingIsAnotherThanStockByDefault() {
    assertThat(TrilinkOptions.DECODE.defaultValue()).isEqualTo(Decoding.PROJECTED);
  }

  @Test
  void aNamedDefaultIsTheFirstAllowedValue() {
    Stream<HintOption<?>> withNamedDefault =
        TrilinkOptions.all().stream()
            .filter(option -> option.defaultValue() != null)
            .filter(option -> !option.type().literals().isEmpty());

    assertThat(withNamedDefault)
        .isNotEmpty()
        .allSatisfy(
            option -> assertThat(option.allowedValues().get(0)).isEqualTo(option.defaultText()));
  }

  @Test
  void everyOptionIsDescribedInSentences() {
    assertThat(TrilinkOptions.all())
        .allSatisfy(option -> assertThat(option.description()).matches("[A-Z].{20,}\\."))
        .allSatisfy(option -> assertThat(option.allowedValues()).isNotEmpty());
  }

  @Test
  void findsEveryOptionInAnyCase() {
    assertThat(TrilinkOptions.all())
        .allSatisfy(
            option -> {
              assertThat(TrilinkOptions.find(option.name())).isSameAs(option);
              assertThat(TrilinkOptions.find(" " + option.name().toUpperCase(Locale.ROOT) + " "))
                  .isSameAs(option);
            });
  }

  @Test
  void anUnknownOptionIsAnErrorThatListsAll() {
    assertThatThrownBy(() -> TrilinkOptions.find("colour"))
        .isExactlyInstanceOf(ValidationException.class)
        .hasMessage("TRILINK hint: unknown option 'colour'. Options: " + ALL_NAMES + ".");
  }

  @ParameterizedTest
  @CsvSource({
    "watermak, watermark",
    "Watermarks, watermark",
    "wtaermark, watermark",
    "partiton, partition",
    "watermark.max_skew, watermark.max-skew",
    "WATERMARK.DELY, watermark.delay",
    "max-skew, watermark.max-skew",
    "store, global-merge.store",
    "strikt, strict",
    "sample-rate, partition.monitor.sample-rate",
    "max-bytes, partition.sync.max-bytes",
  })
  void aCloseNameIsSuggested(String written, String meant) {
    assertThatThrownBy(() -> TrilinkOptions.find(written))
        .isExactlyInstanceOf(ValidationException.class)
        .hasMessage(
            "TRILINK hint: unknown option '%s', did you mean '%s'? Options: %s.",
            written, meant, ALL_NAMES);
  }

  /** Each of the last three is equally close to two options. */
  @ParameterizedTest
  @ValueSource(strings = {"", "x", "mark", "parallelism", "records", "emit", "when"})
  void nothingIsSuggestedWithoutACloseName(String written) {
    assertThatThrownBy(() -> TrilinkOptions.find(written))
        .hasMessage("TRILINK hint: unknown option '" + written + "'. Options: " + ALL_NAMES + ".");
  }

  @Test
  void durationsAreReadAsDurations() {
    Duration delay = TrilinkOptions.WATERMARK_DELAY.parse("3 s");

    assertThat(delay).isEqualTo(Duration.ofSeconds(3));
  }

  private static List<String> names() {
    return Arrays.asList(ALL_NAMES.split(", "));
  }
}
