/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.planner.hint;

import java.net.URI;
import java.net.URISyntaxException;
import java.time.Duration;
import java.util.Arrays;
import java.util.Collections;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.apache.flink.configuration.MemorySize;

/** The types that options of the TRILINK hint have. */
final class OptionTypes {

  private static final Pattern CLASS_NAME =
      Pattern.compile(
          "\\p{javaJavaIdentifierStart}\\p{javaJavaIdentifierPart}*"
              + "(\\.\\p{javaJavaIdentifierStart}\\p{javaJavaIdentifierPart}*)+");

  private static final Pattern NUMBER =
      Pattern.compile("[+-]?([0-9]+\\.?[0-9]*|\\.[0-9]+)([eE][+-]?[0-9]+)?");

  private static final Pattern CHANNEL = Pattern.compile("/[^/]+");

  private static final int GREATEST_PORT = 65535;

  private OptionTypes() {}

  /** {@code true} or {@code false}, in any case. */
  static OptionType<Boolean> bool() {
    List<Boolean> values = Arrays.asList(false, true);
    return oneOf(values, String::valueOf);
  }

  /** A constant of the enum, in any case, with hyphens for underscores. */
  static <E extends Enum<E>> OptionType<E> enumOf(Class<E> type) {
    return oneOf(Arrays.asList(type.getEnumConstants()), OptionTypes::textOf);
  }

  /** One or more constants of the enum, separated by commas; order and repetition do not matter. */
  static <E extends Enum<E>> OptionType<Set<E>> anyOf(Class<E> type) {
    OptionType<E> element = enumOf(type);
    String form = "one or more of " + quoted(element.literals()) + ", separated by commas";
    return new OptionType<>(
        Collections.emptyList(),
        form,
        text ->
            elementsOf(text, element::read)
                .map(values -> Collections.unmodifiableSet(EnumSet.copyOf(values))),
        values -> joined(new TreeSet<>(values), OptionTypes::textOf));
  }

  /** An integer with a least value. */
  static OptionType<Integer> integerFrom(int least) {
    return described(
        "an integer, " + least + " or more",
        text -> numberOf(text, Integer::valueOf).filter(value -> value >= least),
        String::valueOf);
  }

  /** A number in (0, 1]. */
  static OptionType<Double> fraction() {
    return described(
        "a number above 0 and up to 1, e.g. '0.6'",
        text -> numberOf(text, Double::valueOf).filter(value -> value > 0 && value <= 1),
        String::valueOf);
  }

  /** A duration in whole milliseconds, zero included. */
  static OptionType<Duration> duration() {
    return described("a duration, e.g. '5 min'", DurationText::read, DurationText::print);
  }

  /** A duration in whole milliseconds, at least one. */
  static OptionType<Duration> positiveDuration() {
    return described(
        "a duration above 0, e.g. '5 min'",
        text -> DurationText.read(text).filter(value -> !value.isZero()),
        DurationText::print);
  }

  /** A memory size as Flink reads it, at least one byte; without a unit, bytes. */
  static OptionType<MemorySize> positiveMemorySize() {
    return described(
        "a memory size above 0, e.g. '64 mb'",
        text -> memorySizeOf(text).filter(value -> value.getBytes() > 0),
        MemorySize::toString);
  }

  /** The address of a Redis server and, as its path, the name of a channel. */
  static OptionType<String> redisChannel() {
    return described(
        "an address 'redis://[[user]:password@]host:port/channel', with characters such as '@' or"
            + " '/' in the password as '%40' or '%2F'",
        text -> Optional.of(text).filter(OptionTypes::isRedisChannel), Function.identity());
  }

  private static boolean isRedisChannel(String text) {
    try {
      URI uri = new URI(text);
      return "redis".equalsIgnoreCase(uri.getScheme())
          && uri.getHost() != null
          && uri.getPort() > 0
          && uri.getPort() <= GREATEST_PORT
          && CHANNEL.matcher(uri.getRawPath()).matches()
          && uri.getQuery() == null
          && uri.getFragment() == null;
    } catch (URISyntaxException hasThePassword) {
      return false;
    }
  }

  private static Optional<MemorySize> memorySizeOf(String text) {
    try {
      return Optional.of(MemorySize.parse(text));
    } catch (IllegalArgumentException notASize) { // also if there are too many bytes
      return Optional.empty();
    }
  }

  /** A strategy's name, in any case, or a class name with its package. */
  static OptionType<PlacementStrategy> partitionStrategy() {
    List<PlacementStrategy> named =
        EnumSet.complementOf(EnumSet.of(PlacementStrategy.Kind.CUSTOM)).stream()
            .map(PlacementStrategy::of)
            .collect(Collectors.toList());
    OptionType<PlacementStrategy> byName = oneOf(named, PlacementStrategy::toString);
    return new OptionType<>(
        byName.literals(),
        "a class name with its package",
        text -> {
          Optional<PlacementStrategy> strategy = byName.read(text);
          return strategy.isPresent() || !CLASS_NAME.matcher(text).matches()
              ? strategy
              : Optional.of(PlacementStrategy.custom(text));
        },
        PlacementStrategy::toString);
  }

  /** Percentages, one a subtask, that sum to 100. */
  static OptionType<List<Integer>> weights() {
    OptionType<Integer> weight = integerFrom(0);
    return described(
        "integers that sum to 100, separated by commas, e.g. '20,50,30'",
        text ->
            elementsOf(text, weight::read)
                .filter(values -> values.stream().mapToLong(Integer::longValue).sum() == 100),
        values -> joined(values, weight::print));
  }

  /** Column names, each once. */
  static OptionType<List<String>> columns() {
    return described(
        "column names, separated by commas, e.g. 'city, street'",
        text ->
            elementsOf(text, OptionTypes::nonEmpty)
                .filter(names -> new HashSet<>(names).size() == names.size()),
        names -> joined(names, Function.identity()));
  }

  /** Any text but the empty one; what it must be is said in words. */
  static OptionType<String> text(String form) {
    return described(form, OptionTypes::nonEmpty, Function.identity());
  }

  /** Text that must start, in any case, with one of the prefixes and go on after it. */
  static OptionType<String> textStartingWith(String form, String... prefixes) {
    Predicate<String> startsWell =
        text ->
            Arrays.stream(prefixes)
                .anyMatch(
                    prefix ->
                        text.length() > prefix.length()
                            && text.regionMatches(true, 0, prefix, 0, prefix.length()));
    return described(form, text -> nonEmpty(text).filter(startsWell), Function.identity());
  }

  /** The constant as it is written in a hint: {@code LEAST_KEY} is {@code least-key}. */
  static String textOf(Enum<?> constant) {
    return constant.name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /** The texts in single quotes, separated by commas. */
  static String quoted(List<String> texts) {
    return texts.stream().map(text -> "'" + text + "'").collect(Collectors.joining(", "));
  }

  private static <T> OptionType<T> oneOf(List<T> values, Function<T, String> printer) {
    return new OptionType<>(
        values.stream().map(printer).collect(Collectors.toList()),
        null,
        text -> values.stream().filter(value -> isSame(printer.apply(value), text)).findAny(),
        printer);
  }

  /** In any case, of ASCII's letters only: to Java, the sign of Kelvin is a K. */
  private static boolean isSame(String name, String text) {
    return name.length() == text.length()
        && text.chars().allMatch(letter -> letter < 128)
        && name.equalsIgnoreCase(text);
  }

  private static <T> OptionType<T> described(
      String form, Function<String, Optional<T>> reader, Function<T, String> printer) {
    return new OptionType<>(Collections.emptyList(), form, reader, printer);
  }

  /** Empty if any element is no value; an empty text has one, empty, element. */
  private static <T> Optional<List<T>> elementsOf(
      String text, Function<String, Optional<T>> reader) {
    List<Optional<T>> elements =
        Arrays.stream(text.split(",", -1))
            .map(String::trim)
            .map(reader)
            .collect(Collectors.toList());
    if (!elements.stream().allMatch(Optional::isPresent)) {
      return Optional.empty();
    }
    return Optional.of(
        Collections.unmodifiableList(
            elements.stream().map(Optional::get).collect(Collectors.toList())));
  }

  private static <T> String joined(Iterable<T> values, Function<T, String> printer) {
    StringBuilder text = new StringBuilder();
    for (T value : values) {
      text.append(text.length() == 0 ? "" : ",").append(printer.apply(value));
    }
    return text.toString();
  }

  /** Java reads the digits of any script, and a number with a type at its end. */
  private static <N extends Number> Optional<N> numberOf(String text, Function<String, N> reader) {
    if (!NUMBER.matcher(text).matches()) {
      return Optional.empty();
    }
    try {
      return Optional.of(reader.apply(text));
    } catch (NumberFormatException notANumber) {
      return Optional.empty();
    }
  }

  private static Optional<String> nonEmpty(String text) {
    return text.isEmpty() ? Optional.empty() : Optional.of(text);
  }
}
