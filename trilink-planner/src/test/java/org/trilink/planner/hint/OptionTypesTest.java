/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.planner.hint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Parsing and printing of option types. */
class OptionTypesTest {

  static Stream<Arguments> values() {
    return Stream.of(
        Arguments.of(OptionTypes.integerFrom(1), "+7", 7, "7"),
        Arguments.of(OptionTypes.fraction(), "0.60", 0.6, "0.6"),
        Arguments.of(OptionTypes.fraction(), "1", 1.0, "1.0"),
        Arguments.of(OptionTypes.fraction(), "1e-5", 1e-5, "1.0E-5"),
        Arguments.of(OptionTypes.weights(), "20, 50 ,30", List.of(20, 50, 30), "20,50,30"),
        Arguments.of(OptionTypes.weights(), "100,0", List.of(100, 0), "100,0"),
        Arguments.of(
            OptionTypes.columns(), "City, street", List.of("City", "street"), "City,street"),
        Arguments.of(
            OptionTypes.anyOf(EmitTrigger.class),
            "Punctuated, period, PERIOD",
            Set.of(EmitTrigger.PERIOD, EmitTrigger.PUNCTUATED),
            "period,punctuated"),
        Arguments.of(
            OptionTypes.enumOf(ExchangeStrategy.class),
            "AHEAD-KEYBY",
            ExchangeStrategy.AHEAD_KEYBY,
            "ahead-keyby"),
        Arguments.of(OptionTypes.text("a table"), " Counts ", "Counts", "Counts"),
        Arguments.of(
            OptionTypes.textStartingWith("a store", "redis://", "jdbc:"),
            "JDBC:mysql://Host/db",
            "JDBC:mysql://Host/db",
            "JDBC:mysql://Host/db"),
        Arguments.of(
            OptionTypes.partitionStrategy(),
            "Least-Count",
            PlacementStrategy.of(PlacementStrategy.Kind.LEAST_COUNT),
            "least-count"),
        Arguments.of(
            OptionTypes.partitionStrategy(),
            "org.example.Mine$Inner",
            PlacementStrategy.custom("org.example.Mine$Inner"),
            "org.example.Mine$Inner"));
  }

  @ParameterizedTest
  @MethodSource("values")
  <T> void textIsReadAndPrinted(OptionType<T> type, String text, T value, String printed) {
    assertThat(type.read(text)).contains(value);
    assertThat(type.print(value)).isEqualTo(printed);
    assertThat(type.read(printed)).contains(value);
  }

  static Stream<Arguments> noValues() {
    return Stream.of(
        Arguments.of(OptionTypes.integerFrom(1), "\u0663"), // an Arabic 3
        Arguments.of(OptionTypes.integerFrom(1), "1\uff10"), // 1 and a full-width 0
        Arguments.of(OptionTypes.integerFrom(1), "3.0"),
        Arguments.of(OptionTypes.integerFrom(1), "1e3"),
        Arguments.of(OptionTypes.integerFrom(1), "0x10"),
        Arguments.of(OptionTypes.weights(), "50,\u0665\u0660"),
        Arguments.of(OptionTypes.fraction(), "\u0660.5"),
        Arguments.of(OptionTypes.fraction(), "0.5d"),
        Arguments.of(OptionTypes.fraction(), "0x1p-1"),
        Arguments.of(OptionTypes.fraction(), "NaN"),
        Arguments.of(OptionTypes.duration(), "\u0663 s"),
        Arguments.of(OptionTypes.duration(), "3 \u0441"), // a Cyrillic s
        Arguments.of(OptionTypes.positiveDuration(), "\u0663 s"),
        Arguments.of(OptionTypes.enumOf(WatermarkGrain.class), "\u212aey"), // the sign of Kelvin
        Arguments.of(OptionTypes.partitionStrategy(), "we\u0130ght"),
        Arguments.of(OptionTypes.bool(), "fal\u017fe")); // a long s
  }

  @ParameterizedTest
  @MethodSource("noValues")
  void lettersAndDigitsAreThoseOfAscii(OptionType<?> type, String text) {
    assertThat(type.read(text)).isEmpty();
  }

  @Test
  void theSystemsLanguageDoesNotMatter() {
    Locale language = Locale.getDefault();
    Locale.setDefault(Locale.forLanguageTag("tr"));
    try {
      assertThat(HintOptions.parse(Map.of("LOCAL-MERGE.EMIT", "PERIOD", "PARTITION", "WEIGHT")))
          .hasToString("partition=weight, local-merge.emit=period");
      assertThat(HintOptions.parse(Map.of("watermark.idle-timeout", "1 MIN")))
          .hasToString("watermark.idle-timeout=1 min");
      assertThat(CloseName.find("PARTITON", List.of("partition"))).contains("partition");
    } finally {
      Locale.setDefault(language);
    }
  }

  @Test
  void aCustomStrategyHasAClass() {
    PlacementStrategy custom = PlacementStrategy.custom("org.example.Mine");

    assertThat(custom.kind()).isEqualTo(PlacementStrategy.Kind.CUSTOM);
    assertThat(custom.className()).contains("org.example.Mine");
    assertThat(custom)
        .isEqualTo(PlacementStrategy.custom("org.example.Mine"))
        .hasSameHashCodeAs(PlacementStrategy.custom("org.example.Mine"))
        .isNotEqualTo(PlacementStrategy.custom("org.example.Yours"));
    assertThatThrownBy(() -> PlacementStrategy.of(PlacementStrategy.Kind.CUSTOM))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("A custom strategy needs its class name.");
  }

  @Test
  void aStrategyOfTrilinksHasNone() {
    assertThat(PlacementStrategy.of(PlacementStrategy.Kind.MODULO).className()).isEmpty();
  }

  @Test
  void listsThatWereReadCannotBeChanged() {
    List<Integer> weights = OptionTypes.weights().read("40,60").orElseThrow();
    Set<EmitTrigger> triggers = OptionTypes.anyOf(EmitTrigger.class).read("count").orElseThrow();

    assertThatThrownBy(() -> weights.set(0, 1)).isInstanceOf(UnsupportedOperationException.class);
    assertThatThrownBy(triggers::clear).isInstanceOf(UnsupportedOperationException.class);
  }
}
