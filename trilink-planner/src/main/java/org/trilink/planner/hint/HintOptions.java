/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.planner.hint;

import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;
import javax.annotation.Nullable;
import org.apache.calcite.rel.hint.RelHint;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.table.api.ValidationException;
import org.trilink.runtime.secret.Secrets;

/**
 * The options that one hint, or the session, sets: all known, all valid. Immutable; two with the
 * same options and values are equal, however they were written.
 */
public final class HintOptions {

  /** The hint's name in SQL. */
  public static final String HINT_NAME = "TRILINK";

  public static final HintOptions EMPTY = new HintOptions(Collections.emptyMap());

  private static final String EXAMPLE =
      "Example: /*+ TRILINK('watermark'='key', 'watermark.max-skew'='5 min') */";

  /** In the order of {@link TrilinkOptions#all()}; empty for {@code auto}. */
  private final Map<HintOption<?>, Optional<Object>> values;

  private HintOptions(Map<HintOption<?>, Optional<Object>> values) {
    Map<HintOption<?>, Optional<Object>> ordered = new LinkedHashMap<>();
    for (HintOption<?> option : TrilinkOptions.all()) {
      if (values.containsKey(option)) {
        ordered.put(option, values.get(option));
      }
    }
    this.values = Collections.unmodifiableMap(ordered);
  }

  /**
   * The options of a TRILINK hint in a query.
   *
   * @throws ValidationException if it has no options, or a list of values in place of them, and as
   *     {@link #parse(Map)}
   */
  public static HintOptions parse(RelHint hint) {
    return parse(hint, new HintSecrets());
  }

  /**
   * The options of a TRILINK hint in a query, with the real values of those that hold secrets.
   *
   * @param secrets those of the session, by which the hint's were hidden
   */
  public static HintOptions parse(RelHint hint, HintSecrets secrets) {
    if (!hint.listOptions.isEmpty()) {
      throw new ValidationException(
          String.format(
              "TRILINK hint: options are written 'name'='value', not as a list (%s). %s",
              Secrets.mask(OptionTypes.quoted(hint.listOptions)), EXAMPLE));
    }
    if (hint.kvOptions.isEmpty()) {
      throw new ValidationException("TRILINK hint: the hint has no options. " + EXAMPLE);
    }
    Map<String, String> revealed = new HashMap<>();
    hint.kvOptions.forEach((name, value) -> revealed.put(name, secrets.reveal(value)));
    return parse(revealed);
  }

  /**
   * The options that the map gives as text; names in any case.
   *
   * @throws ValidationException if an option is unknown or given twice (in different case), and as
   *     {@link HintOption#parse}
   */
  public static HintOptions parse(Map<String, String> options) {
    return parse(options, OptionErrors.HINT);
  }

  /**
   * The session's defaults: every key under {@value HintOption#SESSION_PREFIX}. Others are ignored.
   *
   * @throws ValidationException as {@link #parse(Map)}, with the session's keys in the message; and
   *     if an option is for one table only
   */
  public static HintOptions ofSession(Configuration config) {
    Map<String, String> options = new HashMap<>();
    config
        .toMap()
        .forEach(
            (key, text) -> {
              if (isSessionKey(key)) {
                options.put(key, text);
              }
            });
    HintOptions session = parse(options, OptionErrors.SESSION);
    for (HintOption<?> option : session.values.keySet()) {
      if (option.isOfOneTable()) {
        throw OptionErrors.SESSION.ofOneTable(option);
      }
    }
    return session;
  }

  /** In any case: a key that differs in case only must not be ignored in silence. */
  private static boolean isSessionKey(String key) {
    String prefix = HintOption.SESSION_PREFIX;
    return key.regionMatches(true, 0, prefix, 0, prefix.length());
  }

  private static HintOptions parse(Map<String, String> texts, OptionErrors errors) {
    Map<HintOption<?>, Optional<Object>> values = new HashMap<>();
    Map<HintOption<?>, String> keys = new HashMap<>();
    // Sorted, so that of several errors the same one is reported every time.
    new TreeMap<>(texts)
        .forEach(
            (key, text) -> {
              String name = key.substring(errors.keyPrefix().length());
              HintOption<?> option = TrilinkOptions.find(name, errors);
              String otherKey = keys.put(option, key);
              if (otherKey != null) {
                throw errors.givenTwice(option, otherKey, key);
              }
              values.put(
                  option,
                  option.isAuto(text) ? Optional.empty() : Optional.of(option.parse(text, errors)));
            });
    return new HintOptions(values);
  }

  /** The options of all of them; of those that set the same one, the first takes precedence. */
  public static HintOptions merge(Collection<HintOptions> strongestFirst) {
    Map<HintOption<?>, Optional<Object>> merged = new HashMap<>();
    strongestFirst.forEach(options -> options.values.forEach(merged::putIfAbsent));
    return new HintOptions(merged);
  }

  /**
   * The value that is set here; empty if none is, whatever the option's default, or if it is {@code
   * auto}.
   */
  @SuppressWarnings("unchecked") // every value was read by the option that it is stored under
  public <T> Optional<T> get(HintOption<T> option) {
    return (Optional<T>) values.getOrDefault(option, Optional.empty());
  }

  /** Whether the option is set here, to a value or to {@code auto}. */
  public boolean has(HintOption<?> option) {
    return values.containsKey(option);
  }

  /** Whether the planner is to choose the value. */
  public boolean isAuto(HintOption<?> option) {
    return has(option) && !get(option).isPresent();
  }

  public boolean isEmpty() {
    return values.isEmpty();
  }

  /** The options by name, sorted, with their values as text; {@link #parse(Map)} reads it back. */
  public Map<String, String> toMap() {
    Map<String, String> texts = new TreeMap<>();
    values.keySet().forEach(option -> texts.put(option.name(), text(option)));
    return Collections.unmodifiableMap(texts);
  }

  private <T> String shown(HintOption<T> option) {
    return get(option).map(option::show).orElse(HintOption.AUTO);
  }

  private <T> String text(HintOption<T> option) {
    return get(option).map(option::format).orElse(HintOption.AUTO);
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof HintOptions && values.equals(((HintOptions) other).values);
  }

  @Override
  public int hashCode() {
    return values.hashCode();
  }

  /**
   * All that are set, such as {@code watermark=key, watermark.max-skew=5 min}, in the
   * documentation's order.
   */
  @Override
  public String toString() {
    return values.keySet().stream()
        .map(option -> option.name() + "=" + shown(option))
        .collect(Collectors.joining(", "));
  }
}
