/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.benchmark.profile;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.trilink.benchmark.system.Resources;

/** Says at which step of a record's way a thread is; the steps are those of {@code steps.yaml}. */
final class Steps {

  /** The step of a thread in whose stack no frame tells. */
  static final String OTHER = "all else";

  private static final Map<String, Pattern> STEPS = read();

  private Steps() {}

  @SuppressWarnings("unchecked") // of YAML's sequences
  private static Map<String, Pattern> read() {
    Map<String, Pattern> steps = new LinkedHashMap<>();
    Resources.yaml(Steps.class, "steps.yaml")
        .forEach((step, frames) -> steps.put(step, pattern((List<String>) frames)));
    return steps;
  }

  private static Pattern pattern(List<String> frames) {
    return Pattern.compile(
        frames.stream()
            .map(
                frame ->
                    Stream.of(frame.split("\\*", -1))
                        .map(Pattern::quote)
                        .collect(Collectors.joining(".*")))
            .collect(Collectors.joining("|")));
  }

  /** All of them, in their order. */
  static List<String> all() {
    return Stream.concat(STEPS.keySet().stream(), Stream.of(OTHER)).toList();
  }

  /**
   * The step that a thread is at: that of its innermost frame that tells.
   *
   * @param stack class and method of each frame, the innermost first
   */
  static String of(List<String> stack) {
    return stack.stream().flatMap(frame -> of(frame).stream()).findFirst().orElse(OTHER);
  }

  private static Optional<String> of(String frame) {
    return STEPS.entrySet().stream()
        .filter(step -> step.getValue().matcher(frame).lookingAt())
        .map(Map.Entry::getKey)
        .findFirst();
  }
}
