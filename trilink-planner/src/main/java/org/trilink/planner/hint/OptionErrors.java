/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.planner.hint;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.apache.flink.table.api.ValidationException;
import org.trilink.runtime.secret.Secrets;

/** Error messages about an option, in the terms of the place where the user set it. */
final class OptionErrors {

  /** For options of a hint. */
  static final OptionErrors HINT = new OptionErrors("TRILINK hint: ", "");

  /** For options of the session's configuration. */
  static final OptionErrors SESSION =
      new OptionErrors("Session configuration: ", HintOption.SESSION_PREFIX);

  private final String place;
  private final String keyPrefix;

  private OptionErrors(String place, String keyPrefix) {
    this.place = place;
    this.keyPrefix = keyPrefix;
  }

  /** How keys begin here, before the option's name. */
  String keyPrefix() {
    return keyPrefix;
  }

  ValidationException unknownOption(String name) {
    List<String> names = namesOf(TrilinkOptions.all());
    Optional<String> meant = CloseName.find(name, names);
    return error(
        String.format(
            "unknown option '%s'%s Options%s: %s.",
            Secrets.mask(keyPrefix + name),
            meant.map(close -> ", did you mean '" + keyPrefix + close + "'?").orElse("."),
            keyPrefix.isEmpty() ? "" : " under '" + keyPrefix + "'",
            String.join(", ", names)));
  }

  ValidationException badValue(HintOption<?> option, String text) {
    List<String> allowed = new ArrayList<>();
    if (!option.literals().isEmpty()) {
      allowed.add(OptionTypes.quoted(option.literals()));
    }
    option.form().ifPresent(allowed::add);
    return error(
        String.format(
            "option '%s' %s '%s'. Allowed: %s.",
            key(option),
            option.form().isPresent() ? "cannot be" : "has no value",
            option.mask(text.trim()),
            String.join(", or ", allowed)));
  }

  ValidationException givenTwice(HintOption<?> option, String oneKey, String otherKey) {
    return error(
        String.format(
            "option '%s' is given twice, as '%s' and as '%s'; keep one.",
            key(option), oneKey, otherKey));
  }

  /** The error that the option is set where it can only be set for a table. */
  ValidationException ofOneTable(HintOption<?> option) {
    return error(
        String.format(
            "option '%s' has no effect, because it names columns of one table; write '%s' in a"
                + " hint behind SELECT or behind the table.",
            key(option), option.name()));
  }

  private String key(HintOption<?> option) {
    return keyPrefix + option.name();
  }

  private ValidationException error(String message) {
    return new ValidationException(place + message);
  }

  private static List<String> namesOf(List<HintOption<?>> options) {
    return options.stream().map(HintOption::name).collect(Collectors.toList());
  }
}
