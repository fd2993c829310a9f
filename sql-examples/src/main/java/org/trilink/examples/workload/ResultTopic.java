/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.examples.workload;

import org.trilink.launcher.local.ClusterServers;

/**
 * A Kafka topic that a script writes.
 *
 * @param name the topic's
 * @param rows what its rows are called, in the plural
 */
public record ResultTopic(String name, String rows) implements Result {

  @Override
  public TopicRows open(ClusterServers servers) {
    return new TopicRows(servers.broker(), name);
  }
}
