/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.launcher.local;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The checkpoints and savepoints of a job. */
public final class JobCheckpoints {

  private final RestRequests rest;
  private final String job;

  /**
   * @param job the job's path in the REST interface
   */
  JobCheckpoints(RestRequests rest, String job) {
    this.rest = rest;
    this.job = job;
  }

  /** Their counts; empty if there is no answer. */
  public Optional<CheckpointCounts> countsIfUp() {
    return rest.getIfUp(job + "/checkpoints")
        .map(answer -> answer.path("counts"))
        .map(
            counts ->
                new CheckpointCounts(
                    counts.path("restored").asLong(),
                    counts.path("completed").asLong(),
                    counts.path("in_progress").asLong(),
                    counts.path("failed").asLong()));
  }

  /** The last completed checkpoints, up to ten; savepoints are not included. */
  public List<Checkpoint> completed() {
    List<Checkpoint> completed = new ArrayList<>();
    for (JsonNode checkpoint : rest.get(job + "/checkpoints").path("history")) {
      if (checkpoint.path("status").asText().equals("COMPLETED")
          && !checkpoint.path("is_savepoint").asBoolean()) {
        completed.add(
            new Checkpoint(
                checkpoint.path("id").asLong(),
                checkpoint.path("trigger_timestamp").asLong(),
                checkpoint.path("state_size").asLong(),
                checkpoint.path("end_to_end_duration").asLong()));
      }
    }
    return completed;
  }

  /**
   * How long it took until all subtasks had done their part of a checkpoint that keeps them from
   * processing records: what they hold back is processed and in their state then, but not written.
   *
   * @param vertices of the job
   * @return in ms, since the checkpoint was triggered
   */
  public long blockedMillis(Checkpoint checkpoint, List<Job.Vertex> vertices) {
    String details = job + "/checkpoints/details/" + checkpoint.id();
    long most = 0;
    for (Job.Vertex vertex : vertices) {
      for (JsonNode subtask : rest.get(details + "/subtasks/" + vertex.id()).path("subtasks")) {
        most =
            Math.max(
                most,
                subtask.path("end_to_end_duration").asLong()
                    - subtask.path("checkpoint").path("async").asLong());
      }
    }
    return most;
  }

  /**
   * Triggers a savepoint; the job continues.
   *
   * @param savepoints the folder for it
   * @return the request's id for {@link #savepoint}
   */
  public String triggerSavepoint(Path savepoints) {
    return request(
        "/savepoints", Map.of("target-directory", "file://" + savepoints, "cancel-job", false));
  }

  /**
   * Stops the job with a savepoint.
   *
   * @param savepoints the folder for it
   * @param drain whether to act as if the job's sources had ended: the final watermark is emitted,
   *     all windows are fired, and the sinks commit
   * @return the request's id for {@link #savepoint}
   */
  public String stop(Path savepoints, boolean drain) {
    return request("/stop", Map.of("targetDirectory", "file://" + savepoints, "drain", drain));
  }

  private String request(String path, Map<String, Object> body) {
    return rest.post(job + path, body).path("request-id").asText();
  }

  /** The outcome of a request for a savepoint; empty while it is under way. */
  public Optional<Savepoint> savepoint(String requestId) {
    JsonNode answer = rest.get(job + "/savepoints/" + requestId);
    if (!answer.path("status").path("id").asText().equals("COMPLETED")) {
      return Optional.empty();
    }
    JsonNode savepoint = answer.path("operation");
    JsonNode cause = savepoint.path("failure-cause").path("stack-trace");
    return Optional.of(
        new Savepoint(
            savepoint.path("location").asText(),
            cause.isTextual() ? Optional.of(RootCause.of(cause.asText())) : Optional.empty()));
  }
}
