/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.planner.hint;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import javax.annotation.Nullable;

/** How the values of an option are written: reads them, prints them, says which are allowed. */
final class OptionType<T> {

  private final List<String> literals;
  @Nullable private final String form;
  private final Function<String, Optional<T>> reader;
  private final Function<T, String> printer;

  /**
   * @param literals the values that are written exactly so, the usual default first
   * @param form what else may be written, in words; null if nothing
   * @param reader gets trimmed text; empty if it is no value of this type
   * @param printer gives the text that the reader reads as the same value
   */
  OptionType(
      List<String> literals,
      @Nullable String form,
      Function<String, Optional<T>> reader,
      Function<T, String> printer) {
    this.literals = Collections.unmodifiableList(new ArrayList<>(literals));
    this.form = form;
    this.reader = reader;
    this.printer = printer;
  }

  Optional<T> read(String text) {
    return reader.apply(text.trim());
  }

  String print(T value) {
    return printer.apply(value);
  }

  /** The values that are written exactly so. */
  List<String> literals() {
    return literals;
  }

  /** The form of values other than the literals, in words; empty if there are none. */
  Optional<String> form() {
    return Optional.ofNullable(form);
  }
}
