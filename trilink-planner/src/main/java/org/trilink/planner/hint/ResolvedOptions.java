/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.planner.hint;

import static java.util.Objects.requireNonNull;

import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import javax.annotation.Nullable;

/**
 * The options in force for one operator: the query's hint takes precedence over the table's, the
 * table's over the session, and the session over the default. Immutable.
 */
public final class ResolvedOptions {

  /** By precedence. */
  private final Map<Origin, HintOptions> levels = new EnumMap<>(Origin.class);

  /** Any of them may be {@link HintOptions#EMPTY}; none may be null. */
  public ResolvedOptions(HintOptions query, HintOptions table, HintOptions session) {
    levels.put(Origin.QUERY_HINT, requireNonNull(query, "query"));
    levels.put(Origin.TABLE_HINT, requireNonNull(table, "table"));
    levels.put(Origin.SESSION, requireNonNull(session, "session"));
  }

  /** The value in force: the default, which may be null, if nobody set one. */
  @Nullable
  public <T> T get(HintOption<T> option) {
    return levels.values().stream()
        .map(level -> level.get(option))
        .filter(Optional::isPresent)
        .map(Optional::get)
        .findFirst()
        .orElse(option.defaultValue());
  }

  /** Where {@link #get} has the value from. */
  public Origin origin(HintOption<?> option) {
    return levels.entrySet().stream()
        .filter(level -> level.getValue().get(option).isPresent())
        .map(Map.Entry::getKey)
        .findFirst()
        .orElse(Origin.DEFAULT);
  }

  /** The options that are set anywhere, even to their default, in the documentation's order. */
  public List<HintOption<?>> explicit() {
    return Collections.unmodifiableList(
        TrilinkOptions.all().stream()
            .filter(option -> origin(option) != Origin.DEFAULT)
            .collect(Collectors.toList()));
  }

  /**
   * What is set, and where, for EXPLAIN: {@code watermark=key (query hint), watermark.max-skew=5
   * min (session)}. Empty if nothing is.
   */
  public String describe() {
    return explicit().stream().map(this::describe).collect(Collectors.joining(", "));
  }

  /** The same for one option, be it set or not. Its value must not be null. */
  public <T> String describe(HintOption<T> option) {
    return String.format("%s=%s (%s)", option.name(), option.show(get(option)), origin(option));
  }

  @Override
  public String toString() {
    return describe();
  }
}
