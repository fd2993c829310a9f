/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.launcher.local;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.flink.configuration.JobManagerOptions;
import org.apache.flink.runtime.rest.messages.job.coordination.ClientCoordinationRequestBody;
import org.apache.flink.runtime.rest.messages.job.coordination.ClientCoordinationResponseBody;
import org.apache.flink.util.SerializedValue;
import org.trilink.runtime.placement.control.ControlAnswer;
import org.trilink.runtime.placement.control.ControlRequest;

/** A Flink cluster's REST interface, as far as the examples use it. */
public final class FlinkRest {

  private static final ObjectMapper JSON = new ObjectMapper();
  private static final String THREADS = "Status.JVM.Threads.Count";
  private static final String HEAP = "Status.JVM.Memory.Heap.Used";

  private final RestRequests rest;

  /**
   * @param url {@code http://host:port}
   */
  public FlinkRest(String url) {
    this.rest = new RestRequests(url);
  }

  /** Also the web UI's address. */
  public String url() {
    return rest.url();
  }

  /**
   * How many slots TaskManagers offer; 0 while there is no answer, or another cluster answers.
   *
   * @param rpcPort the JobManager's, by which clusters on one machine differ
   */
  int slotsIfUp(int rpcPort) {
    return overview()
        .filter(overview -> rpcPort() == rpcPort)
        .map(overview -> overview.path("slots-total").asInt())
        .orElse(0);
  }

  private int rpcPort() {
    for (JsonNode option : rest.get("/jobmanager/config")) {
      if (option.path("key").asText().equals(JobManagerOptions.PORT.key())) {
        return option.path("value").asInt();
      }
    }
    return 0;
  }

  /** TaskManagers, slots and jobs; empty if there is no answer. */
  public Optional<JsonNode> overview() {
    return rest.getIfUp("/overview");
  }

  /** The ids of the registered TaskManagers; empty if there is no answer. */
  Optional<Set<String>> taskManagersIfUp() {
    return rest.getIfUp("/taskmanagers")
        .map(answer -> Set.copyOf(answer.path("taskmanagers").findValuesAsText("id")));
  }

  /** Whether the cluster knows the job, running or ended. */
  public boolean hasJob(String id) {
    for (JsonNode job : rest.get("/jobs").path("jobs")) {
      if (job.path("id").asText().equals(id)) {
        return true;
      }
    }
    return false;
  }

  /** A job's state and its tasks. */
  public Job job(String id) {
    return job(id, rest.get("/jobs/" + id));
  }

  /**
   * A job's state and its tasks; empty if there is no answer, or the cluster does not know the job.
   */
  public Optional<Job> jobIfUp(String id) {
    return rest.getIfUp("/jobs/" + id).map(job -> job(id, job));
  }

  private static Job job(String id, JsonNode job) {
    List<Job.Vertex> vertices = new ArrayList<>();
    for (JsonNode vertex : job.path("vertices")) {
      vertices.add(
          new Job.Vertex(
              vertex.path("id").asText(), vertex.path("name").asText(), isRunning(vertex)));
    }
    return new Job(id, job.path("state").asText(), vertices);
  }

  /** Flink calls a node RUNNING as soon as one of its tasks is, while others are being deployed. */
  private static boolean isRunning(JsonNode vertex) {
    JsonNode tasks = vertex.path("tasks");
    int started = tasks.path("RUNNING").asInt() + tasks.path("FINISHED").asInt();
    return vertex.path("status").asText().equals("RUNNING")
        && started == vertex.path("parallelism").asInt();
  }

  /** The threads and the used heap of all TaskManagers' processes together. */
  public TaskManagerJvms taskManagerJvms() {
    Map<String, Long> sums = new HashMap<>();
    for (JsonNode metric : rest.get("/taskmanagers/metrics?get=" + THREADS + "," + HEAP)) {
      sums.put(metric.path("id").asText(), metric.path("sum").asLong());
    }
    return new TaskManagerJvms(sums.getOrDefault(THREADS, 0L), sums.getOrDefault(HEAP, 0L));
  }

  /** When the last of a running job's tasks began to work, in epoch milliseconds. */
  public long runningSince(Job job) {
    long latest = 0;
    for (Job.Vertex vertex : job.vertices()) {
      JsonNode times = rest.get(job.path(vertex) + "/subtasktimes");
      for (JsonNode subtask : times.path("subtasks")) {
        latest = Math.max(latest, subtask.path("timestamps").path("RUNNING").asLong());
      }
    }
    return latest;
  }

  /** The metrics of a running job, as its tasks report them. */
  public JobMetrics metrics(Job job) {
    return new JobMetrics(rest, job);
  }

  /** The checkpoints and savepoints of a job. */
  public JobCheckpoints checkpoints(String jobId) {
    return new JobCheckpoints(rest, "/jobs/" + jobId);
  }

  /**
   * Sends a command to the monitor of an operator whose keys move.
   *
   * @param vertexId of the operator's task
   * @param command as the monitor has it, in JSON
   * @return the state afterwards, or an object with the field {@code error}
   */
  public JsonNode askPlacement(String jobId, String vertexId, String command) {
    try {
      // as Flink's own client writes it
      Map<String, Object> body =
          Map.of(
              ClientCoordinationRequestBody.FIELD_NAME_SERIALIZED_COORDINATION_REQUEST,
              new SerializedValue<>(new ControlRequest(command)).getByteArray());
      byte[] answer =
          rest.post("/jobs/%s/coordinators/%s".formatted(jobId, vertexId), body)
              .path(ClientCoordinationResponseBody.FIELD_NAME_SERIALIZED_COORDINATION_RESULT)
              .binaryValue();
      ControlAnswer state =
          SerializedValue.<ControlAnswer>fromBytes(answer)
              .deserializeValue(getClass().getClassLoader());
      return JSON.readTree(state.json());
    } catch (IOException | ClassNotFoundException e) {
      throw rest.noAnswer(e);
    }
  }

  /** The root cause of a job's failure in one line. */
  public String failure(String jobId) {
    String stack = rest.get("/jobs/" + jobId + "/exceptions").path("root-exception").asText();
    return stack.isEmpty() ? "no exception is known" : RootCause.of(stack);
  }
}
