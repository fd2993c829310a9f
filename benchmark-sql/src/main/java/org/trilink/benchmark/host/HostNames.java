/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.benchmark.host;

import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Names of what the hosts of one cluster are made of. They tell the process that made it, so that
 * others know when it is a leftover.
 *
 * @param cluster the prefix of all; short, as a network device's name has 15 characters at most
 */
record HostNames(String cluster) {

  private static final Pattern NAME = Pattern.compile("tl(\\d+)-\\d+(?:-\\w+)?");
  private static final AtomicInteger CLUSTERS = new AtomicInteger();

  /** Names that nothing has had. */
  static HostNames next() {
    return new HostNames("tl" + ProcessHandle.current().pid() + "-" + CLUSTERS.incrementAndGet());
  }

  /** The bridge on which services listen. */
  String bridge() {
    return cluster;
  }

  /** The namespace of the switch between the hosts. */
  String switchNamespace() {
    return cluster + "-switch";
  }

  /** A host's namespace, CPU group and port of the bridge. */
  String node(int number) {
    return cluster + "-" + number;
  }

  /** The process that gave a thing its name; empty if the name is somebody else's. */
  static OptionalLong pidIn(String name) {
    Matcher matcher = NAME.matcher(name);
    return matcher.matches()
        ? OptionalLong.of(Long.parseLong(matcher.group(1)))
        : OptionalLong.empty();
  }
}
