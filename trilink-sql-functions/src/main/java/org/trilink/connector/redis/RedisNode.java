/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.connector.redis;

import java.io.Serializable;
import org.apache.flink.table.api.ValidationException;
import org.trilink.runtime.secret.Secrets;
import redis.clients.jedis.HostAndPort;

/** A server's host and port. */
public final class RedisNode implements Serializable {

  private static final long serialVersionUID = 1L;

  private final String host;
  private final int port;

  private RedisNode(String host, int port) {
    this.host = host;
    this.port = port;
  }

  /**
   * From {@code host:port}, {@code host} or {@code [IPv6 address]:port}.
   *
   * @throws ValidationException for anything else
   */
  static RedisNode parse(String text, int defaultPort) {
    String node = text.trim();
    if (node.contains("/")) {
      throw refused(text, "; there are separate options for user, password, database and TLS");
    }
    int colon = node.lastIndexOf(':');
    boolean hasPort = colon > node.lastIndexOf(']');
    String host = hasPort ? node.substring(0, colon) : node;
    if (host.startsWith("[") && host.endsWith("]")) {
      host = host.substring(1, host.length() - 1);
    } else if (host.contains(":")) {
      throw refused(text, ", and an IPv6 address must be in brackets: '[::1]:6379'");
    }
    if (host.isEmpty()) {
      throw refused(text, "");
    }
    return new RedisNode(host, hasPort ? port(node.substring(colon + 1), text) : defaultPort);
  }

  private static int port(String port, String text) {
    try {
      int number = Integer.parseInt(port);
      if (number > 0 && number <= 65535) {
        return number;
      }
    } catch (NumberFormatException e) {
      throw refused(text, "");
    }
    throw refused(text, ", with a port from 1 to 65535");
  }

  private static ValidationException refused(String text, String remark) {
    boolean mayBeAnAddress = text.matches(".*[@/%].*");
    return new ValidationException(
        String.format(
            "'nodes': '%s' is not a 'host:port'%s.",
            mayBeAnAddress ? Secrets.maskAddress(text) : text, remark));
  }

  HostAndPort address() {
    return new HostAndPort(host, port);
  }

  @Override
  public String toString() {
    return (host.contains(":") ? "[" + host + "]" : host) + ":" + port;
  }
}
