/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.planner.hint;

import static java.util.Objects.requireNonNull;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import javax.annotation.Nullable;
import org.apache.flink.table.api.ValidationException;
import org.trilink.runtime.secret.Secrets;

/**
 * One option of the TRILINK hint: its name, type, default and meaning. Immutable; declared in
 * {@link TrilinkOptions} only.
 *
 * <p>It is no Flink {@code ConfigOption}, as that has no types for some of the values, cannot say
 * what is allowed, and reports bad values without a remedy.
 */
public final class HintOption<T> {

  /** How the keys of the session's configuration begin, before the option's name. */
  public static final String SESSION_PREFIX = "table.optimizer.trilink.";

  /** The value of an advisable option with which the planner chooses, by a sample of the input. */
  public static final String AUTO = "auto";

  private final String name;
  private final OptionType<T> type;
  @Nullable private final T defaultValue;
  private final String defaultText;
  private final String description;

  private final boolean isAddress;
  private final boolean isCondition;
  private final boolean isAdvisable;
  private final boolean isOfOneTable;

  private HintOption(Builder<T> builder) {
    this.name = builder.name;
    this.type = builder.type;
    this.defaultValue = builder.defaultValue;
    this.defaultText = requireNonNull(builder.defaultText, "default");
    this.description = requireNonNull(builder.description, "description");
    this.isAddress = builder.isAddress;
    this.isCondition = builder.isCondition;
    this.isAdvisable = builder.isAdvisable;
    this.isOfOneTable = builder.isOfOneTable;
  }

  /**
   * Begins to declare an option.
   *
   * @param declared gets it when it is built
   */
  static <T> Builder<T> named(String name, OptionType<T> type, Consumer<HintOption<?>> declared) {
    return new Builder<>(name, type, declared);
  }

  /** The option's name in a hint, e.g. {@code watermark.max-skew}. */
  public String name() {
    return name;
  }

  /**
   * The key of its session default, e.g. {@code table.optimizer.trilink.watermark.max-skew}. It is
   * an error to set that of {@code ahead-keyby.keys}.
   */
  public String sessionKey() {
    return SESSION_PREFIX + name;
  }

  /** The value if nobody sets one; null where there is none. */
  @Nullable
  public T defaultValue() {
    return defaultValue;
  }

  /** The meaning of the option, for its documentation. */
  public String description() {
    return description;
  }

  /**
   * The values that may be written, or words for them, such as {@code a duration, e.g. '5 min'}.
   */
  public List<String> allowedValues() {
    List<String> allowed = new ArrayList<>(literals());
    form().ifPresent(allowed::add);
    return Collections.unmodifiableList(allowed);
  }

  /** The values that are written exactly so, {@value #AUTO} the last. */
  List<String> literals() {
    if (!isAdvisable || type.literals().isEmpty()) {
      return type.literals();
    }
    List<String> literals = new ArrayList<>(type.literals());
    literals.add(AUTO);
    return Collections.unmodifiableList(literals);
  }

  /** The form of values other than the literals, in words; empty if there are none. */
  Optional<String> form() {
    return isAdvisable && type.literals().isEmpty()
        ? type.form().map(form -> form + ", or '" + AUTO + "'")
        : type.form();
  }

  /** Whether the text leaves the value to the planner: {@value #AUTO}, in any case. */
  boolean isAuto(String text) {
    return isAdvisable && AUTO.equalsIgnoreCase(text.trim());
  }

  /**
   * Reads the text that a hint gives as the option's value; case and surrounding space do not
   * matter where a value is one of several names.
   *
   * @throws ValidationException if the text is no value of the option; the message lists what is
   *     allowed
   */
  public T parse(String text) {
    return parse(text, OptionErrors.HINT);
  }

  T parse(String text, OptionErrors errors) {
    return type.read(text).orElseThrow(() -> errors.badValue(this, text));
  }

  /** The text of a value in EXPLAIN and in messages; {@link #parse} reads it as the same value. */
  public String format(T value) {
    return type.print(value);
  }

  /** The text of a value for messages: as {@link #format}, without passwords. */
  public String show(T value) {
    return mask(format(value));
  }

  /** A text that was given as the option's value, be it one or not, without passwords. */
  String mask(String text) {
    if (isCondition) {
      return text; // 'passenger_count = 1' has no password, and plans must differ in it
    }
    return isAddress ? Secrets.maskAddress(text) : Secrets.mask(text);
  }

  OptionType<T> type() {
    return type;
  }

  /** Whether the value is of one table only, so that a session cannot have one for all. */
  boolean isOfOneTable() {
    return isOfOneTable;
  }

  /** The default's text, or what it means to have none. */
  String defaultText() {
    return defaultText;
  }

  @Override
  public String toString() {
    return name;
  }

  /** Declares an option: a default or what its absence means, and a description. */
  static final class Builder<T> {

    private final String name;
    private final OptionType<T> type;
    private final Consumer<HintOption<?>> declared;
    @Nullable private T defaultValue;
    @Nullable private String defaultText;
    @Nullable private String description;
    private boolean isAddress;
    private boolean isCondition;
    private boolean isAdvisable;
    private boolean isOfOneTable;

    private Builder(String name, OptionType<T> type, Consumer<HintOption<?>> declared) {
      this.name = name;
      this.type = type;
      this.declared = declared;
    }

    Builder<T> defaultValue(T value) {
      defaultValue = value;
      defaultText = type.print(value);
      return this;
    }

    Builder<T> noDefault(String meaning) {
      defaultText = meaning;
      return this;
    }

    /** The value is an address, in which there may be a password. */
    Builder<T> address() {
      isAddress = true;
      return this;
    }

    /** The value may be {@value HintOption#AUTO}, too. */
    Builder<T> advisable() {
      isAdvisable = true;
      return this;
    }

    /** The value is a condition on records, and shown as it is. */
    Builder<T> condition() {
      isCondition = true;
      return this;
    }

    /** The value is of one table only: a session has no default for it. */
    Builder<T> ofOneTable() {
      isOfOneTable = true;
      return this;
    }

    Builder<T> description(String text) {
      description = text;
      return this;
    }

    HintOption<T> build() {
      HintOption<T> option = new HintOption<>(this);
      declared.accept(option);
      return option;
    }
  }
}
