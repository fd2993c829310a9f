/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.launcher.local;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/** The metrics of a running job, as its tasks report them. */
public final class JobMetrics {

  private final RestRequests rest;
  private final Job job;

  JobMetrics(RestRequests rest, Job job) {
    this.rest = rest;
    this.job = job;
  }

  /**
   * How many records of each partition of a topic have gone through the job's sources, unreadable
   * records included. A partition whose source has not started is missing.
   *
   * @return partition to the offset behind the last record
   */
  public Map<Integer, Long> consumed(String topic) {
    String partition = ".*\\.topic\\." + Pattern.quote(topic) + "\\.partition\\.(\\d+)";
    Map<Integer, Long> consumed = new HashMap<>();
    // The metric is the last record's offset, -1 before the first. Of two sources that read the
    // same partition the slower one counts.
    find(Pattern.compile(partition + "\\.currentOffset")).stream()
        .forEach(
            offset ->
                consumed.merge(
                    Integer.valueOf(offset.name()),
                    offset.json().path("max").asLong() + 1,
                    Math::min));
    return consumed;
  }

  /** The metrics of key-level watermarks; empty if no operator of the job has them. */
  public Optional<KeyEventTime> keyEventTime() {
    FoundMetrics found =
        find(
            FoundMetrics.ofOperators(
                List.of(
                    "numActiveKeys",
                    "numLateRecordsByKeyWatermark",
                    "numLateRecordsBySubtaskWatermark",
                    // Flink's own operators decide by themselves what to do with a late record
                    "numRecordsBehindKeyWatermark",
                    "numRecordsBehindSubtaskWatermark")));
    if (!found.has("numActiveKeys")) {
      return Optional.empty();
    }
    return Optional.of(
        new KeyEventTime(
            found.sum("numLateRecordsByKeyWatermark") + found.sum("numRecordsBehindKeyWatermark"),
            found.sum("numLateRecordsBySubtaskWatermark")
                + found.sum("numRecordsBehindSubtaskWatermark"),
            found.sum("numActiveKeys")));
  }

  /** The metrics of keys that are moved; empty if no operator of the job has them. */
  public Optional<KeyMoves> keyMoves() {
    FoundMetrics found =
        find(
            FoundMetrics.ofOperators(
                List.of(
                    "balanceDegree",
                    "balanceDegreeBeforeSync",
                    "numSyncs",
                    "numKeysMoved",
                    "numBytesMoved",
                    "lastSyncDuration",
                    "lastSyncPause")));
    if (!found.has("numSyncs")) {
      return Optional.empty();
    }
    return Optional.of(
        new KeyMoves(
            Math.min(1, found.maxima("balanceDegree").getMin()),
            Math.min(1, found.maxima("balanceDegreeBeforeSync").getMin()),
            (long) found.maxima("numSyncs").getSum(),
            (long) found.maxima("numKeysMoved").getSum(),
            (long) found.maxima("numBytesMoved").getSum(),
            (long) Math.max(0, found.maxima("lastSyncDuration").getMax()),
            (long) Math.max(0, found.maxima("lastSyncPause").getMax())));
  }

  /**
   * The bytes that the running job's tasks have received, by Flink's own metrics of its network
   * stack.
   */
  public ExchangedBytes exchangedBytes() {
    FoundMetrics found =
        find(Pattern.compile("Shuffle\\.Netty\\.Input\\.(numBytesInRemote|numBytesInLocal)"));
    return new ExchangedBytes(found.sum("numBytesInRemote"), found.sum("numBytesInLocal"));
  }

  private FoundMetrics find(Pattern pattern) {
    return new FoundMetrics(
        rest, job.vertices().stream().map(this::pathOfMetrics).toList(), pattern);
  }

  /** The path of metrics over all subtasks of a task. */
  private String pathOfMetrics(Job.Vertex vertex) {
    return job.path(vertex) + "/subtasks/metrics";
  }

  /**
   * Metrics of the operators of each task.
   *
   * @param names of the metrics; what a task's operators do not have is left out
   */
  public List<TaskMetrics> tasks(Set<String> names) {
    Map<String, ReportedKeyLoad> loads = new HashMap<>();
    keyLoads().forEach(load -> loads.put(load.operator(), load));
    List<TaskMetrics> tasks = new ArrayList<>();
    for (Job.Vertex vertex : job.vertices()) {
      FoundMetrics found =
          new FoundMetrics(rest, List.of(pathOfMetrics(vertex)), FoundMetrics.ofOperators(names));
      tasks.add(
          new TaskMetrics(
              vertex.name(),
              Optional.ofNullable(loads.get(vertex.name())),
              found.byName("sum", Double::sum),
              found.byName("max", Math::max)));
    }
    return tasks;
  }

  /** How many records came to each subtask of the operators that get theirs by key. */
  public List<ReportedKeyLoad> keyLoads() {
    Set<String> keyed = new HashSet<>();
    for (JsonNode node : rest.get(job.path() + "/plan").at("/plan/nodes")) {
      for (JsonNode input : node.path("inputs")) {
        if (input.path("ship_strategy").asText().startsWith("HASH")) {
          keyed.add(node.path("id").asText());
        }
      }
    }
    return job.vertices().stream()
        .filter(vertex -> keyed.contains(vertex.id()))
        .map(vertex -> new ReportedKeyLoad(vertex.name(), recordsRead(vertex), keysSeen(vertex)))
        .toList();
  }

  private List<Long> recordsRead(Job.Vertex vertex) {
    List<Long> records = new ArrayList<>();
    for (JsonNode subtask : rest.get(job.path(vertex)).path("subtasks")) {
      records.add(subtask.path("metrics").path("read-records").asLong());
    }
    return records;
  }

  /** How many keys came to each subtask; empty where they are not counted. */
  private List<Long> keysSeen(Job.Vertex vertex) {
    Pattern ofSubtasks = Pattern.compile("(\\d+)\\..*\\.numKeysSeen");
    return new FoundMetrics(rest, List.of(job.path(vertex) + "/metrics"), ofSubtasks)
        .stream()
            .sorted(Comparator.comparing(keys -> Integer.valueOf(keys.name())))
            .map(keys -> keys.json().path("value").asLong())
            .toList();
  }
}
