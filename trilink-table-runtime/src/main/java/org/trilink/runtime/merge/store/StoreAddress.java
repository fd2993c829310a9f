package org.trilink.runtime.merge.store;

import java.io.Serializable;
import java.util.Locale;
import java.util.regex.Pattern;

/** Where a store is. Its text for people has no password. */
public final class StoreAddress implements Serializable {

  private static final long serialVersionUID = 1L;

  private static final String REDIS = "redis://";
  private static final String MASK = "$1***";

  /** In front of the host, as in {@code redis://:secret@host}. */
  private static final Pattern USER_INFO = Pattern.compile("(//[^/:@?]*:)[^/?]*(?=@)");

  /** Among the parameters, as in {@code jdbc:mysql://host/db?user=me&password=secret}. */
  private static final Pattern PARAMETER =
      Pattern.compile("([?&;,(](?:password|pwd)[0-9]?=)[^&;,)]*", Pattern.CASE_INSENSITIVE);

  private final String text;

  private StoreAddress(String text) {
    this.text = text;
  }

  /** An address as the user gives it: {@code redis://...} or {@code jdbc:...}, in any case. */
  public static StoreAddress of(String text) {
    return new StoreAddress(text.trim());
  }

  public boolean isRedis() {
    return text.toLowerCase(Locale.ROOT).startsWith(REDIS);
  }

  /** With the password: for connecting, never for people. */
  String withPassword() {
    return text;
  }

  /** Any text that may have the addresses of stores in it, without their passwords. */
  public static String mask(String text) {
    return PARAMETER.matcher(USER_INFO.matcher(text).replaceAll(MASK)).replaceAll(MASK);
  }

  /** The address without its password. */
  @Override
  public String toString() {
    return mask(text);
  }
}
