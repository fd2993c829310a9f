/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.simulation;

import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * A step of a simulation. All that may vary is in its arguments, so the same steps always have the
 * same effect.
 *
 * @param <K> all kinds of steps of the simulation
 * @param arguments as many as the kind's sentence has places for
 */
public record Step<K extends Enum<K> & StepKind>(K kind, List<Integer> arguments) {

  private static final String PLACE = "#";

  public Step {
    if (arguments.size() != places(kind)) {
      throw new IllegalArgumentException(
          "'%s' with the arguments %s".formatted(kind.sentence(), arguments));
    }
  }

  private static int places(StepKind kind) {
    return (int) kind.sentence().chars().filter(letter -> letter == PLACE.charAt(0)).count();
  }

  public static <K extends Enum<K> & StepKind> Step<K> of(K kind, int... arguments) {
    return new Step<>(kind, IntStream.of(arguments).boxed().toList());
  }

  public int argument(int index) {
    return arguments.get(index);
  }

  /**
   * The step that has this text.
   *
   * @throws IllegalArgumentException if there is none
   */
  static <K extends Enum<K> & StepKind> Step<K> parse(String text, Class<K> kinds) {
    return Stream.of(kinds.getEnumConstants())
        .map(kind -> parse(text, kind))
        .filter(Objects::nonNull)
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "'%s' is not among the steps of %s".formatted(text, kinds.getSimpleName())));
  }

  private static <K extends Enum<K> & StepKind> Step<K> parse(String text, K kind) {
    String pattern =
        Pattern.quote(kind.sentence()).replace(PLACE, "\\E(-?\\d+)\\Q").replace("\\Q\\E", "");
    Matcher matcher = Pattern.compile(pattern).matcher(text);
    return !matcher.matches()
        ? null
        : new Step<>(
            kind,
            IntStream.rangeClosed(1, matcher.groupCount())
                .mapToObj(group -> Integer.valueOf(matcher.group(group)))
                .toList());
  }

  /** The sentence with the arguments. */
  @Override
  public String toString() {
    return String.format(
        Locale.ROOT, kind.sentence().replace("%", "%%").replace(PLACE, "%d"), arguments.toArray());
  }
}
