/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.csv;

import java.io.Serializable;
import java.util.Objects;
import javax.annotation.Nullable;

/** The dialect of a table's messages, as its {@code csv.*} options give it. */
public final class CsvDialect implements Serializable {

  private static final long serialVersionUID = 1L;

  /** Stands for a quote or escape character that a dialect does not have. */
  public static final int NONE = -1;

  private static final int MAX_ASCII = 0x7F;

  private final char separator;
  private final int quote;
  private final int escape;
  private final boolean allowComments;
  private final String arraySeparator;
  @Nullable private final String nullLiteral;
  private final boolean ignoreParseErrors;

  /**
   * @param separator as {@code csv.field-delimiter}
   * @param quote as {@code csv.quote-character}; {@link #NONE} if it is disabled
   * @param escape as {@code csv.escape-character}; {@link #NONE} if there is none
   * @param allowComments as {@code csv.allow-comments}
   * @param arraySeparator as {@code csv.array-element-delimiter}
   * @param nullLiteral as {@code csv.null-literal}; null if there is none
   * @param ignoreParseErrors as {@code csv.ignore-parse-errors}
   */
  public CsvDialect(
      char separator,
      int quote,
      int escape,
      boolean allowComments,
      String arraySeparator,
      @Nullable String nullLiteral,
      boolean ignoreParseErrors) {
    this.separator = separator;
    this.quote = quote;
    this.escape = escape;
    this.allowComments = allowComments;
    this.arraySeparator = arraySeparator;
    this.nullLiteral = nullLiteral;
    this.ignoreParseErrors = ignoreParseErrors;
  }

  /** Why messages in this dialect are left to flink-csv, null if they need not be. */
  @Nullable
  public String obstacle() {
    if (separator > MAX_ASCII || separator == '\n' || separator == '\r' || separator == 0) {
      return "csv.field-delimiter is not an ASCII character within a line";
    }
    if (!isVisibleOrNone(quote)) {
      return "csv.quote-character is not a visible ASCII character";
    }
    if (!isVisibleOrNone(escape)) {
      return "csv.escape-character is not a visible ASCII character";
    }
    if (separator == quote || separator == escape || (quote == escape && quote != NONE)) {
      return "csv.field-delimiter, csv.quote-character and csv.escape-character are not different";
    }
    return null;
  }

  private static boolean isVisibleOrNone(int character) {
    return character == NONE || (character > ' ' && character < MAX_ASCII);
  }

  char separator() {
    return separator;
  }

  int quote() {
    return quote;
  }

  int escape() {
    return escape;
  }

  boolean allowsComments() {
    return allowComments;
  }

  String arraySeparator() {
    return arraySeparator;
  }

  @Nullable
  String nullLiteral() {
    return nullLiteral;
  }

  boolean ignoresParseErrors() {
    return ignoreParseErrors;
  }

  @Override
  public boolean equals(Object other) {
    if (!(other instanceof CsvDialect)) {
      return false;
    }
    CsvDialect that = (CsvDialect) other;
    return separator == that.separator
        && quote == that.quote
        && escape == that.escape
        && allowComments == that.allowComments
        && arraySeparator.equals(that.arraySeparator)
        && Objects.equals(nullLiteral, that.nullLiteral)
        && ignoreParseErrors == that.ignoreParseErrors;
  }

  @Override
  public int hashCode() {
    return Objects.hash(
        separator, quote, escape, allowComments, arraySeparator, nullLiteral, ignoreParseErrors);
  }

  @Override
  public String toString() {
    return "separator "
        + (int) separator
        + ", quote "
        + quote
        + ", escape "
        + escape
        + ", comments "
        + allowComments
        + ", array separator '"
        + arraySeparator
        + "', null "
        + nullLiteral
        + ", errors ignored "
        + ignoreParseErrors;
  }
}
