/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.launcher.local;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The servers that scripts read and write, which name those of a cluster on its default ports.
 *
 * @param broker {@code host:port} of Kafka
 * @param redis {@code host:port}; empty if there is none, or no script needs it
 */
public record ClusterServers(String broker, Optional<String> redis) {

  /** The script with these servers in place of those on the default ports. */
  public SqlScript in(SqlScript script) {
    SqlScript at = script;
    if (names(script, SqlScript.DEFAULT_BROKER)) {
      at = at.withBroker(broker);
    }
    if (redis.isPresent() && names(script, SqlScript.DEFAULT_REDIS)) {
      at = at.withRedis(redis.get());
    }
    return at;
  }

  /**
   * The script with these servers, each of which it has to name on its default port.
   *
   * @throws CommandFailure if it does not
   */
  public SqlScript inPlaceOfAll(SqlScript script) {
    SqlScript onBroker = script.withBroker(broker);
    return redis.map(onBroker::withRedis).orElse(onBroker);
  }

  /** Describes for the user what {@link #in} changes; empty if nothing. */
  public Optional<String> change(SqlScript script) {
    List<String> changes = new ArrayList<>();
    if (names(script, SqlScript.DEFAULT_BROKER) && !broker.equals(SqlScript.DEFAULT_BROKER)) {
      changes.add("broker %s in place of %s".formatted(broker, SqlScript.DEFAULT_BROKER));
    }
    redis
        .filter(address -> !address.equals(SqlScript.DEFAULT_REDIS))
        .filter(address -> names(script, SqlScript.DEFAULT_REDIS))
        .ifPresent(
            address ->
                changes.add("Redis %s in place of %s".formatted(address, SqlScript.DEFAULT_REDIS)));
    return changes.isEmpty()
        ? Optional.empty()
        : Optional.of("the running cluster's " + String.join(" and ", changes));
  }

  private static boolean names(SqlScript script, String address) {
    return script.text().contains(address);
  }
}
