/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.merge.store;

import java.io.Serializable;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.Locale;
import java.util.regex.Pattern;
import javax.annotation.Nullable;
import org.trilink.runtime.secret.Secrets;

/** The address of a store. {@link #toString} does not show the password. */
public final class StoreAddress implements Serializable {

  private static final long serialVersionUID = 1L;

  private static final String REDIS = "redis://";
  private static final String REDIS_OVER_TLS = "rediss://";

  /** The number of a database, or none. */
  private static final Pattern REDIS_PATH = Pattern.compile("/?[0-9]{0,4}");

  private final String text;

  private StoreAddress(String text) {
    this.text = text;
  }

  /**
   * An address as the user gives it: {@code redis://...}, {@code rediss://...} for Redis over TLS,
   * or {@code jdbc:...}, in any case.
   */
  public static StoreAddress of(String text) {
    return new StoreAddress(text.trim());
  }

  public boolean isRedis() {
    return startsWith(REDIS) || startsWith(REDIS_OVER_TLS);
  }

  private boolean startsWith(String scheme) {
    return text.toLowerCase(Locale.ROOT).startsWith(scheme);
  }

  /** Whether the address can be parsed, if it is one of Redis. */
  public boolean isWellFormed() {
    return !isRedis() || redisUri() != null;
  }

  /** The address with the password; null if it cannot be parsed. */
  @Nullable
  URI redisUri() {
    try {
      URI uri = new URI(text);
      boolean isComplete = uri.getHost() != null && REDIS_PATH.matcher(uri.getPath()).matches();
      return isComplete && uri.getQuery() == null && uri.getFragment() == null ? uri : null;
    } catch (URISyntaxException hasThePassword) {
      return null;
    }
  }

  /** The address with the password: for connections only, never for messages or logs. */
  String withPassword() {
    return text;
  }

  /**
   * An exception for an error of the store, without secrets: messages of servers and drivers may
   * repeat the password.
   *
   * @param what without secrets that are not in the address
   * @param passing as for {@link StoreException}
   */
  StoreException failure(String what, boolean passing, Throwable cause) {
    return new StoreException(
        String.format("Global merge: %s: %s", this, Secrets.mask(what, Secrets.inAddress(text))),
        passing,
        Secrets.mask(cause, Secrets.inAddress(text)));
  }

  /** The address without its password. */
  @Override
  public String toString() {
    return Secrets.maskAddress(text);
  }
}
