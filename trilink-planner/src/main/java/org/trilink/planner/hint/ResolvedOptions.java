/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.planner.hint;

import static java.util.Objects.requireNonNull;

import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import javax.annotation.Nullable;

/**
 * The options in force for one operator: the query's hint takes precedence over the table's, the
 * table's over the session, and the session over the default. Where the first that sets an option
 * says {@code auto}, or nobody sets it and {@code advice} is on, a sample of the operator's input
 * decides; if it does not, the default holds.
 */
public final class ResolvedOptions {

  /** By precedence. */
  private final Map<Origin, HintOptions> levels = new EnumMap<>(Origin.class);

  /** The options of each place by precedence, each of the query's hints by itself. */
  private final List<HintOptions> places = new ArrayList<>();

  private final Function<ResolvedOptions, AdvisedOptions> advisor;
  private final boolean lenient;

  /** The advised options; null until somebody asks for an option that is left to advice. */
  @Nullable private AdvisedOptions advised;

  /**
   * Without a sample.
   *
   * <p>Any of them may be {@link HintOptions#EMPTY}; none may be null.
   */
  public ResolvedOptions(HintOptions query, HintOptions table, HintOptions session) {
    this(query, table, session, given -> AdvisedOptions.unknown("nothing is sampled for it"));
  }

  /**
   * With advice.
   *
   * @param advisor asked at most once, when an option that is left to it is asked for; gets the
   *     options without advice, which what it advises has to fit
   */
  public ResolvedOptions(
      HintOptions query,
      HintOptions table,
      HintOptions session,
      Function<ResolvedOptions, AdvisedOptions> advisor) {
    this(Collections.singletonList(requireNonNull(query, "query")), table, session, advisor);
  }

  /**
   * With the hints of nested queries.
   *
   * @param queries the innermost query's first
   */
  public ResolvedOptions(
      List<HintOptions> queries,
      HintOptions table,
      HintOptions session,
      Function<ResolvedOptions, AdvisedOptions> advisor) {
    this.advisor = advisor;
    this.lenient = false;
    levels.put(Origin.QUERY_HINT, HintOptions.merge(queries));
    levels.put(Origin.TABLE_HINT, requireNonNull(table, "table"));
    levels.put(Origin.SESSION, requireNonNull(session, "session"));
    places.addAll(queries);
    places.add(table);
    places.add(session);
  }

  private ResolvedOptions(ResolvedOptions strict) {
    this.levels.putAll(strict.levels);
    this.places.addAll(strict.places);
    this.advisor = given -> strict.advised();
    this.lenient = true;
  }

  /** Returns these options as ones for which no refusal is an error. */
  public ResolvedOptions lenient() {
    return new ResolvedOptions(this);
  }

  /** Whether a refusal is an error. */
  public boolean isStrict() {
    return !lenient && get(TrilinkOptions.STRICT);
  }

  /** The value in force: the default, which may be null, if nobody set one. */
  @Nullable
  public <T> T get(HintOption<T> option) {
    return levels
        .getOrDefault(place(option), HintOptions.EMPTY)
        .get(option)
        .orElseGet(() -> advised(option).orElse(option.defaultValue()));
  }

  /** Where {@link #get} has the value from. */
  public Origin origin(HintOption<?> option) {
    Origin place = place(option);
    if (place != Origin.DEFAULT && !isAuto(option)) {
      return place;
    }
    return advised(option).isPresent() ? Origin.ADVICE : Origin.DEFAULT;
  }

  /** The first place that sets the option, be it to {@code auto}. */
  private Origin place(HintOption<?> option) {
    return levels.entrySet().stream()
        .filter(level -> level.getValue().has(option))
        .map(Map.Entry::getKey)
        .findFirst()
        .orElse(Origin.DEFAULT);
  }

  /**
   * Whether an option that specifies another one more closely is set where that one is, or at a
   * place of higher precedence, such as the hint of an inner query. What a weaker place says may be
   * meant for other queries.
   *
   * @param main set, left to advice, or by default
   */
  public boolean isMeantFor(HintOption<?> main, HintOption<?> detail) {
    int rank = rank(detail);
    return rank < places.size() && rank <= rankOfChoice(main);
  }

  /**
   * Whether a hint sets an option that specifies another one more closely where that one is set, or
   * at a place of higher precedence. What the session says may be meant for other operators, and so
   * may what a table's hint, or that of a query around it, adds to the session's choice.
   */
  public boolean isHintedFor(HintOption<?> main, HintOption<?> detail) {
    if (!isMeantFor(main, detail)) {
      return false;
    }
    boolean isOfTable = place(main) == Origin.TABLE_HINT;
    return place(detail) == Origin.QUERY_HINT
        ? !isOfTable || !levels.get(Origin.SESSION).has(main)
        : place(detail) == Origin.TABLE_HINT && place(main) != Origin.SESSION;
  }

  /**
   * Whether a hint sets an option that specifies another one more closely, as {@link #isHintedFor}
   * says, and a hint of that kind, of a query or of a table, sets the main option, too.
   */
  public boolean isHintedWith(HintOption<?> main, HintOption<?> detail) {
    return place(detail) == place(main) && isHintedFor(main, detail);
  }

  private int rankOfChoice(HintOption<?> option) {
    boolean isOfAdvice = place(option) == Origin.DEFAULT && isAdvised(option);
    return rank(isOfAdvice ? TrilinkOptions.ADVICE : option);
  }

  /** The first place that sets the option, counted from 0; the number of places if none does. */
  private int rank(HintOption<?> option) {
    int rank = 0;
    while (rank < places.size() && !places.get(rank).has(option)) {
      rank++;
    }
    return rank;
  }

  // -------------------------------------------------------------------------------------- advice

  /** Whether the place that decides on the option says {@code auto}. */
  public boolean isAuto(HintOption<?> option) {
    return levels.getOrDefault(place(option), HintOptions.EMPTY).isAuto(option);
  }

  /** Whether a sample of the input decides on the option, if there is one. */
  public boolean isLeftToAdvice(HintOption<?> option) {
    if (place(option) != Origin.DEFAULT) {
      return isAuto(option);
    }
    Set<HintOption<?>> mains = AdvisedOptions.mainsOf(option);
    boolean isAdvisedUnasked =
        !mains.isEmpty() && option != TrilinkOptions.WATERMARK_KEYS_PER_GROUP;
    return mains.stream().anyMatch(this::isAuto) || (isAdvisedUnasked && isAdviceOn());
  }

  private boolean isAdviceOn() {
    return get(TrilinkOptions.ADVICE) == PlanningAdvice.ON;
  }

  /** Whether the value in force is one that advice has chosen. */
  public boolean isAdvised(HintOption<?> option) {
    return origin(option) == Origin.ADVICE;
  }

  /** For EXPLAIN, who left the option to advice: {@code exchange=auto (query hint)}. */
  public String describeChoice(HintOption<?> option) {
    return isAuto(option)
        ? String.format("%s=%s (%s)", option.name(), HintOption.AUTO, place(option))
        : describe(TrilinkOptions.ADVICE);
  }

  /** The advised options; takes a sample if that has not been done yet. */
  public AdvisedOptions advised() {
    if (advised == null) {
      advised =
          advisor.apply(
              new ResolvedOptions(
                  levels.get(Origin.QUERY_HINT),
                  levels.get(Origin.TABLE_HINT),
                  levels.get(Origin.SESSION)));
    }
    return advised;
  }

  /** The advised value, if the option is left to advice. */
  private <T> Optional<T> advised(HintOption<T> option) {
    return isLeftToAdvice(option) && isAppliedWithMain(option)
        ? advised().get(option)
        : Optional.empty();
  }

  /**
   * Whether the advised value of an option is of use: one that is a part of another option's value
   * is of no use with another value of that.
   */
  private boolean isAppliedWithMain(HintOption<?> option) {
    HintOption<?> main = advised().main(option);
    if (main == null) {
      return false;
    }
    if (main == option) {
      return isAuto(option) || isAdviceOn();
    }
    return advised().get(main).equals(Optional.ofNullable(get(main)))
        && (isAuto(main) || isAdviceOn());
  }

  // ----------------------------------------------------------------------------------------- text

  /** The options that are set anywhere, even to their default, in the documentation's order. */
  public List<HintOption<?>> explicit() {
    return Collections.unmodifiableList(
        TrilinkOptions.all().stream()
            .filter(option -> origin(option) != Origin.DEFAULT)
            .collect(Collectors.toList()));
  }

  /**
   * Describes the options that are set, and where, for EXPLAIN: {@code watermark=key (query hint),
   * watermark.max-skew=5 min (session)}. Empty if nothing is.
   */
  public String describe() {
    return explicit().stream().map(this::describe).collect(Collectors.joining(", "));
  }

  /** Describes an option, set or not, with its value's origin. The value must not be null. */
  public <T> String describe(HintOption<T> option) {
    return String.format("%s=%s (%s)", option.name(), option.show(get(option)), source(option));
  }

  /** Where the value is from, with the reason if it is advised: {@code advice: one row for...}. */
  public String source(HintOption<?> option) {
    return isAdvised(option)
        ? Origin.ADVICE + ": " + advised().reason(option)
        : origin(option).toString();
  }

  @Override
  public String toString() {
    return describe();
  }
}
