/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.redis;

import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import javax.annotation.Nullable;

/** Tells what the errors of Redis servers and of Jedis mean. */
public final class RedisFailures {

  /** How a server's answers begin that it gives while it, or its cluster, is not ready. */
  private static final List<String> NOT_READY =
      Arrays.asList("LOADING", "BUSY", "MASTERDOWN", "TRYAGAIN", "CLUSTERDOWN", "NOREPLICAS");

  /** How a server up to Redis 6 begins an answer that a command in a script gave. */
  private static final String IN_SCRIPT = "ERR Error running script";

  private RedisFailures() {}

  /**
   * Whether the server has refused a command only because it is not ready, so that a retry may
   * help.
   *
   * @param answer the error that it has answered; null if that has no text
   * @param others how further such answers begin
   */
  public static boolean isNotReady(@Nullable String answer, String... others) {
    Stream<String> codes = Stream.concat(NOT_READY.stream(), Arrays.stream(others));
    return answer != null
        && (answer.startsWith(IN_SCRIPT)
            ? codes.anyMatch(code -> answer.contains(": -" + code))
            : codes.anyMatch(answer::startsWith));
  }

  /**
   * Returns the messages of an error and of all its causes: Jedis puts what went wrong into a cause
   * of the cause, or into what it has suppressed.
   */
  public static String messages(Throwable e) {
    Set<String> messages = new LinkedHashSet<>();
    for (Throwable one : all(e)) {
      if (one.getMessage() != null) {
        messages.add(one.getMessage());
      }
    }
    return String.join(": ", messages);
  }

  /**
   * Returns the first error of a type among an error and all its causes, with what they have
   * suppressed; null if there is none.
   */
  @Nullable
  public static <T extends Throwable> T find(Throwable e, Class<T> type) {
    return all(e).stream().filter(type::isInstance).map(type::cast).findFirst().orElse(null);
  }

  /** An error, what it has suppressed, and its causes, each with what it has suppressed. */
  private static Set<Throwable> all(Throwable e) {
    Set<Throwable> all = new LinkedHashSet<>();
    for (Throwable one = e; one != null && all.add(one); one = one.getCause()) {
      for (Throwable suppressed : one.getSuppressed()) {
        all.addAll(all(suppressed));
      }
    }
    return all;
  }
}
