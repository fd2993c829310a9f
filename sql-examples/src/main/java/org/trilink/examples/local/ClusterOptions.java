package org.trilink.examples.local;

import java.util.Map;

/**
 * How a local cluster is to be.
 *
 * @param kafkaPort the broker's port, 0 for any
 * @param restPort the wished port of REST interface and web UI; another one if it is taken
 * @param slotsPerTaskManager of each of the two TaskManagers
 * @param flink further Flink options, which win over the cluster's own
 */
public record ClusterOptions(
    int kafkaPort, int restPort, int slotsPerTaskManager, Map<String, String> flink) {

  public ClusterOptions {
    flink = Map.copyOf(flink);
  }
}
