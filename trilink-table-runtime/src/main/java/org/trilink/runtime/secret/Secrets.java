/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.secret;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Masks secrets in texts for users: EXPLAIN, logs, errors, names of operators. This is the only
 * place that knows what a secret looks like. It masks too much rather than too little.
 */
public final class Secrets {

  /** The text that is shown instead of a secret. */
  public static final String HIDDEN = "***";

  /** An address in a text; blanks and quotes end it. */
  private static final Pattern ADDRESS =
      Pattern.compile("(?<![\\w+.-])[\\w+.-]++:(?:[\\w+.-]++:)*+//[^\\s'\"`<>]*");

  /** As options are written in SQL, and printed by Flink. */
  private static final Pattern QUOTED_OPTION =
      Pattern.compile("'([^']*+)'(\\s*=\\s*)'([^']*+(?:''[^']*+)*+)'");

  private Secrets() {}

  /**
   * An address such as {@code redis://user:secret@host} or {@code jdbc:mysql://h/d?password=secret}
   * without what is secret in it, be it a valid address or not: nothing else may be in the text.
   */
  public static String maskAddress(String address) {
    return AddressSecrets.of(address).masked();
  }

  /**
   * Returns the secrets that {@link #maskAddress} hides in an address, in no order; a secret that
   * is percent-encoded is also there as it is decoded.
   */
  public static List<String> inAddress(String address) {
    return AddressSecrets.of(address).secrets();
  }

  /** Whether the value of a parameter or option of that name is a secret. */
  public static boolean isSecret(String name) {
    return SecretParameters.isSecret(name);
  }

  /** Any text, in which there may be addresses, parameters and options, without secrets. */
  public static String mask(String text) {
    return SecretParameters.inText(maskAddresses(maskQuotedOptions(text)));
  }

  private static String maskQuotedOptions(String text) {
    return replace(
        QUOTED_OPTION,
        text,
        option ->
            "'"
                + option.group(1)
                + "'"
                + option.group(2)
                + "'"
                + maskOption(option.group(1), option.group(3))
                + "'");
  }

  private static String maskOption(String name, String value) {
    if (isSecret(name)) {
      return HIDDEN;
    }
    return ADDRESS.matcher(value.trim()).lookingAt() ? maskAddress(value) : value;
  }

  private static String maskAddresses(String text) {
    return replace(ADDRESS, text, address -> maskAddress(address.group()));
  }

  private static String replace(
      Pattern pattern, String text, Function<Matcher, String> replacement) {
    Matcher found = pattern.matcher(text);
    StringBuffer replaced = new StringBuffer();
    while (found.find()) {
      found.appendReplacement(replaced, Matcher.quoteReplacement(replacement.apply(found)));
    }
    return found.appendTail(replaced).toString();
  }

  /**
   * Masks known secrets in any text, in whatever form they occur, and all others that are
   * recognized.
   *
   * @param known e.g. those of {@link #inAddress}
   */
  public static String mask(String text, List<String> known) {
    String masked = text;
    List<String> longestFirst = new ArrayList<>(known);
    longestFirst.sort((one, other) -> other.length() - one.length());
    for (String secret : longestFirst) {
      masked = whole(secret).matcher(masked).replaceAll(Matcher.quoteReplacement(HIDDEN));
    }
    return mask(masked);
  }

  /** Not a part of a longer word: a short secret would make a message unreadable. */
  private static Pattern whole(String secret) {
    return Pattern.compile("(?<![a-zA-Z0-9])" + Pattern.quote(secret) + "(?![a-zA-Z0-9])");
  }

  /**
   * An error whose messages, and those of all its causes, have no secrets: the error itself if it
   * has none, else one with the same text, masked, and the same stack trace.
   *
   * @param known as in {@link #mask(String, List)}
   */
  public static Throwable mask(Throwable error, List<String> known) {
    return MaskedException.of(error, text -> mask(text, known));
  }
}
