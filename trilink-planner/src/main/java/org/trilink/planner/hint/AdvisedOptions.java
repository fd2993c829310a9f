/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.planner.hint;

import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import javax.annotation.Nullable;

/**
 * The advice of a sample of an operator's input on its options: values with the reason for each,
 * and why other options stay as they are in stock Flink; or why there is no sample. Immutable.
 */
public final class AdvisedOptions {

  /** A topic is read by its own strategy. */
  private static final Set<HintOption<?>> MAINS_OF_PARTITION =
      Collections.unmodifiableSet(
          new HashSet<>(Arrays.asList(TrilinkOptions.PARTITION, TrilinkOptions.EXCHANGE)));

  private final HintOptions values;
  private final Map<HintOption<?>, HintOption<?>> mains;
  private final Map<HintOption<?>, String> reasons;
  private final Map<HintOption<?>, String> declined;
  @Nullable private final String obstacle;
  private final List<String> suggestions;

  private AdvisedOptions(Builder builder, @Nullable String obstacle, List<String> suggestions) {
    this.values = HintOptions.parse(builder.values);
    this.mains = builder.mains;
    this.reasons = builder.reasons;
    this.declined = builder.declined;
    this.obstacle = obstacle;
    this.suggestions = Collections.unmodifiableList(suggestions);
  }

  /** Nothing is known of the operator's input. */
  public static AdvisedOptions unknown(String obstacle) {
    return unknown(obstacle, Collections.emptyList());
  }

  /**
   * Says that nothing is known of the operator's input, and what hints could do by the plan alone.
   *
   * @param suggestions what hints could do by the plan alone, and when: a clause for each
   */
  public static AdvisedOptions unknown(String obstacle, List<String> suggestions) {
    return new AdvisedOptions(new Builder(), obstacle, suggestions);
  }

  /** Collects them. */
  public static final class Builder {

    private final Map<String, String> values = new LinkedHashMap<>();
    private final Map<HintOption<?>, HintOption<?>> mains = new HashMap<>();
    private final Map<HintOption<?>, String> reasons = new HashMap<>();
    private final Map<HintOption<?>, String> declined = new HashMap<>();

    /**
     * Adds a value.
     *
     * @param main the name of the option that it is a part of, or of the option itself
     * @param value as it is written in a hint
     */
    public Builder choose(String main, String option, String value, String reason) {
      HintOption<?> chosen = TrilinkOptions.find(option);
      values.put(chosen.name(), value);
      mains.put(chosen, TrilinkOptions.find(main));
      reasons.put(chosen, reason);
      return this;
    }

    /** Says what speaks against a value other than stock Flink's. */
    public Builder decline(String option, String reason) {
      declined.merge(
          TrilinkOptions.find(option), reason, (before, another) -> before + "; " + another);
      return this;
    }

    public AdvisedOptions build() {
      return new AdvisedOptions(this, null, Collections.emptyList());
    }
  }

  /**
   * The options with whose value this one may be advised: itself, or the one that it is a part of.
   * None for an option that advice never sets.
   */
  static Set<HintOption<?>> mainsOf(HintOption<?> option) {
    if (option == TrilinkOptions.WATERMARK
        || option == TrilinkOptions.WATERMARK_KEYS_PER_GROUP
        || option == TrilinkOptions.EXCHANGE) {
      return Collections.singleton(option);
    }
    if (option == TrilinkOptions.WATERMARK_DELAY
        || option == TrilinkOptions.WATERMARK_ORDER
        || option == TrilinkOptions.WATERMARK_MAX_SKEW) {
      return Collections.singleton(TrilinkOptions.WATERMARK);
    }
    if (option == TrilinkOptions.AHEAD_KEYBY_PARTITIONED_BY) {
      return Collections.singleton(TrilinkOptions.EXCHANGE);
    }
    return option == TrilinkOptions.PARTITION ? MAINS_OF_PARTITION : Collections.emptySet();
  }

  /** The advised value; empty if none is. */
  public <T> Optional<T> get(HintOption<T> option) {
    return values.get(option);
  }

  /** The option that the advised value of this one is a part of; null if none is advised. */
  @Nullable
  HintOption<?> main(HintOption<?> option) {
    return mains.get(option);
  }

  /** Why the value is advised; null if none is. */
  @Nullable
  String reason(HintOption<?> option) {
    return reasons.get(option);
  }

  /** The reason against any other value than stock Flink's; null if none is known. */
  @Nullable
  public String whyNot(HintOption<?> option) {
    return declined.get(option);
  }

  /** If nothing is known of its input: what hints could do by the plan alone, and when. */
  public List<String> suggestions() {
    return suggestions;
  }

  /** Why nothing is known of the operator's input; null if it was sampled. */
  @Nullable
  public String obstacle() {
    return obstacle;
  }
}
