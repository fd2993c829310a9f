/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.launcher.local;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.BinaryOperator;
import java.util.function.DoubleBinaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.LongStream;
import org.apache.flink.configuration.JobManagerOptions;
import org.apache.flink.runtime.rest.messages.job.coordination.ClientCoordinationRequestBody;
import org.apache.flink.runtime.rest.messages.job.coordination.ClientCoordinationResponseBody;
import org.apache.flink.util.SerializedValue;
import org.trilink.runtime.placement.control.ControlAnswer;
import org.trilink.runtime.placement.control.ControlRequest;

/** A Flink cluster's REST interface, as far as the examples use it. */
public final class FlinkRest {

  private static final Duration REQUEST_LIMIT = Duration.ofSeconds(30);
  private static final ObjectMapper JSON = new ObjectMapper();

  /** The server takes request lines of 4,096 characters. */
  private static final int QUERY_LIMIT = 3_000;

  private final HttpClient http = HttpClient.newHttpClient();
  private final String url;

  /**
   * @param url {@code http://host:port}
   */
  public FlinkRest(String url) {
    this.url = url;
  }

  /** Also the web UI's address. */
  public String url() {
    return url;
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
    for (JsonNode option : get("/jobmanager/config")) {
      if (option.path("key").asText().equals(JobManagerOptions.PORT.key())) {
        return option.path("value").asInt();
      }
    }
    return 0;
  }

  /** TaskManagers, slots and jobs; empty if there is no answer. */
  public Optional<JsonNode> overview() {
    try {
      return Optional.of(send(request("/overview").GET().build()));
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  /** The ids of the registered TaskManagers; empty if there is no answer. */
  Optional<Set<String>> taskManagersIfUp() {
    try {
      Set<String> ids = new HashSet<>();
      send(request("/taskmanagers").GET().build())
          .path("taskmanagers")
          .forEach(taskManager -> ids.add(taskManager.path("id").asText()));
      return Optional.of(ids);
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  /** Whether the cluster knows the job, running or ended. */
  public boolean hasJob(String id) {
    for (JsonNode job : get("/jobs").path("jobs")) {
      if (job.path("id").asText().equals(id)) {
        return true;
      }
    }
    return false;
  }

  /** A job's state and its tasks. */
  public Job job(String id) {
    return job(id, get("/jobs/" + id));
  }

  /**
   * A job's state and its tasks; empty if there is no answer, or the cluster does not know the job.
   */
  public Optional<Job> jobIfUp(String id) {
    try {
      return Optional.of(job(id, send(request("/jobs/" + id).GET().build())));
    } catch (IOException e) {
      return Optional.empty();
    }
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

  /** The counts of a job's checkpoints; empty if there is no answer. */
  public Optional<CheckpointCounts> checkpointCountsIfUp(String id) {
    try {
      JsonNode counts = send(request("/jobs/" + id + "/checkpoints").GET().build()).path("counts");
      return Optional.of(
          new CheckpointCounts(
              counts.path("restored").asLong(),
              counts.path("completed").asLong(),
              counts.path("in_progress").asLong(),
              counts.path("failed").asLong()));
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  /** The threads and the used heap of all TaskManagers' processes together. */
  public TaskManagerJvms taskManagerJvms() {
    Map<String, Long> sums = new HashMap<>();
    String names = "Status.JVM.Threads.Count,Status.JVM.Memory.Heap.Used";
    for (JsonNode metric : get("/taskmanagers/metrics?agg=sum&get=" + names)) {
      sums.put(metric.path("id").asText(), metric.path("sum").asLong());
    }
    return new TaskManagerJvms(
        sums.getOrDefault("Status.JVM.Threads.Count", 0L),
        sums.getOrDefault("Status.JVM.Memory.Heap.Used", 0L));
  }

  /** How often a job has been restarted under its current JobManager. */
  public long restarts(String id) {
    for (JsonNode metric : get("/jobs/" + id + "/metrics?get=numRestarts")) {
      return metric.path("value").asLong();
    }
    throw new CommandFailure("the cluster does not say how often the job was restarted");
  }

  /** When the last of a running job's tasks began to work, in epoch milliseconds. */
  public long runningSince(Job job) {
    return starts(job).max().orElse(0);
  }

  /** Whether all tasks of a job have begun to work after a time, in epoch milliseconds. */
  public boolean isStartedAfter(Job job, long time) {
    return starts(job).allMatch(start -> start > time);
  }

  /** When each task has begun to work, in epoch milliseconds; not positive if it has not yet. */
  private LongStream starts(Job job) {
    LongStream.Builder starts = LongStream.builder();
    for (Job.Vertex vertex : job.vertices()) {
      String path = "/jobs/%s/vertices/%s/subtasktimes".formatted(job.id(), vertex.id());
      for (JsonNode subtask : get(path).path("subtasks")) {
        starts.add(subtask.path("timestamps").path("RUNNING").asLong());
      }
    }
    return starts.build();
  }

  /**
   * How many records of each partition of a topic have gone through the job's sources, unreadable
   * records included. A partition whose source has not started is missing.
   *
   * @return partition to the offset behind the last record
   */
  public Map<Integer, Long> consumed(Job job, String topic) {
    Pattern currentOffset =
        Pattern.compile(
            ".*\\.topic\\." + Pattern.quote(topic) + "\\.partition\\.(\\d+)\\.currentOffset");
    Map<Integer, Long> consumed = new HashMap<>();
    for (Job.Vertex vertex : job.vertices()) {
      String path = "/jobs/%s/vertices/%s/subtasks/metrics".formatted(job.id(), vertex.id());
      for (JsonNode metric : aggregates(path, "max", currentOffset)) {
        Matcher matcher = currentOffset.matcher(metric.path("id").asText());
        if (matcher.matches()) {
          // The metric is the last record's offset, -1 before the first. Of two sources that read
          // the same partition the slower one counts.
          consumed.merge(
              Integer.valueOf(matcher.group(1)), metric.path("max").asLong() + 1, Math::min);
        }
      }
    }
    return consumed;
  }

  /** The metrics of key-level watermarks; empty if no operator of the job has them. */
  public Optional<KeyEventTime> keyEventTime(Job job) {
    if (sum(job, "numActiveKeys").isEmpty()) {
      return Optional.empty();
    }
    return Optional.of(
        new KeyEventTime(
            // Flink's own operators decide by themselves what to do with a late record
            sum(job, "numLateRecordsByKeyWatermark|numRecordsBehindKeyWatermark").orElse(0),
            sum(job, "numLateRecordsBySubtaskWatermark|numRecordsBehindSubtaskWatermark").orElse(0),
            sum(job, "numActiveKeys").orElse(0)));
  }

  /**
   * Metrics of the operators of each task.
   *
   * @param names of the metrics; what a task's operators do not have is left out
   */
  public List<TaskMetrics> taskMetrics(Job job, Set<String> names) {
    Map<String, KeyLoad> loads = new HashMap<>();
    keyLoads(job).forEach(load -> loads.put(load.operator(), load));
    List<TaskMetrics> tasks = new ArrayList<>();
    for (Job.Vertex vertex : job.vertices()) {
      tasks.add(
          new TaskMetrics(
              vertex.name(),
              Optional.ofNullable(loads.get(vertex.name())),
              byName(job, vertex, "sum", names, Double::sum),
              byName(job, vertex, "max", names, Math::max)));
    }
    return tasks;
  }

  private Map<String, Double> byName(
      Job job,
      Job.Vertex vertex,
      String aggregation,
      Set<String> names,
      BinaryOperator<Double> together) {
    Pattern name = Pattern.compile(".*\\.(" + String.join("|", names) + ")");
    Map<String, Double> values = new HashMap<>();
    String path = "/jobs/%s/vertices/%s/subtasks/metrics".formatted(job.id(), vertex.id());
    for (JsonNode metric : aggregates(path, aggregation, name)) {
      Matcher found = name.matcher(metric.path("id").asText());
      if (found.matches()) {
        values.merge(found.group(1), metric.path(aggregation).asDouble(), together);
      }
    }
    return values;
  }

  /** The metrics of keys that are moved; empty if no operator of the job has them. */
  public Optional<KeyMoves> keyMoves(Job job) {
    Map<String, List<Double>> values = new HashMap<>();
    Pattern names =
        Pattern.compile(
            ".*\\.(balanceDegree|balanceDegreeBeforeSync|numSyncs|numKeysMoved|numBytesMoved"
                + "|lastSyncDuration|lastSyncPause)");
    for (Job.Vertex vertex : job.vertices()) {
      String path = "/jobs/%s/vertices/%s/subtasks/metrics".formatted(job.id(), vertex.id());
      for (JsonNode metric : aggregates(path, "max", names)) {
        Matcher name = names.matcher(metric.path("id").asText());
        if (name.matches()) {
          values
              .computeIfAbsent(name.group(1), none -> new ArrayList<>())
              .add(metric.path("max").asDouble());
        }
      }
    }
    if (!values.containsKey("numSyncs")) {
      return Optional.empty();
    }
    return Optional.of(
        new KeyMoves(
            of(values, "balanceDegree", 1, Math::min),
            of(values, "balanceDegreeBeforeSync", 1, Math::min),
            (long) of(values, "numSyncs", 0, Double::sum),
            (long) of(values, "numKeysMoved", 0, Double::sum),
            (long) of(values, "numBytesMoved", 0, Double::sum),
            (long) of(values, "lastSyncDuration", 0, Math::max),
            (long) of(values, "lastSyncPause", 0, Math::max)));
  }

  private static double of(
      Map<String, List<Double>> values, String name, double none, DoubleBinaryOperator together) {
    return values.getOrDefault(name, List.of()).stream()
        .mapToDouble(Double::doubleValue)
        .reduce(none, together);
  }

  /** How many records came to each subtask of the operators that get theirs by key. */
  public List<KeyLoad> keyLoads(Job job) {
    Set<String> keyed = new HashSet<>();
    for (JsonNode node : get("/jobs/" + job.id() + "/plan").path("plan").path("nodes")) {
      for (JsonNode input : node.path("inputs")) {
        if (input.path("ship_strategy").asText().startsWith("HASH")) {
          keyed.add(node.path("id").asText());
        }
      }
    }
    List<KeyLoad> loads = new ArrayList<>();
    for (Job.Vertex vertex : job.vertices()) {
      if (keyed.contains(vertex.id())) {
        List<Long> records = new ArrayList<>();
        get("/jobs/%s/vertices/%s".formatted(job.id(), vertex.id()))
            .path("subtasks")
            .forEach(subtask -> records.add(subtask.path("metrics").path("read-records").asLong()));
        loads.add(new KeyLoad(vertex.name(), records, keysSeen(job, vertex)));
      }
    }
    return loads;
  }

  /** How many keys came to each subtask, by the metric; empty where they are not counted. */
  private List<Long> keysSeen(Job job, Job.Vertex vertex) {
    String path = "/jobs/%s/vertices/%s/metrics".formatted(job.id(), vertex.id());
    Pattern name = Pattern.compile("(\\d+)\\..*\\.numKeysSeen");
    Map<Integer, Long> bySubtask = new TreeMap<>();
    for (JsonNode metric : metrics(path, "", name)) {
      Matcher subtask = name.matcher(metric.path("id").asText());
      if (subtask.matches()) {
        bySubtask.put(Integer.valueOf(subtask.group(1)), metric.path("value").asLong());
      }
    }
    return List.copyOf(bySubtask.values());
  }

  /**
   * The bytes that the running job's tasks have received, by Flink's own metrics of its network
   * stack.
   */
  public ExchangedBytes exchangedBytes(Job job) {
    return new ExchangedBytes(
        bytesReceived(job, "numBytesInRemote"), bytesReceived(job, "numBytesInLocal"));
  }

  private long bytesReceived(Job job, String name) {
    long bytes = 0;
    for (Job.Vertex vertex : job.vertices()) {
      String path = "/jobs/%s/vertices/%s/subtasks/metrics".formatted(job.id(), vertex.id());
      for (JsonNode metric :
          aggregates(path, "sum", Pattern.compile("Shuffle\\.Netty\\.Input\\." + name))) {
        bytes += metric.path("sum").asLong();
      }
    }
    return bytes;
  }

  /** The job's last completed checkpoints, up to ten; savepoints are not included. */
  public List<Checkpoint> checkpoints(Job job) {
    List<Checkpoint> checkpoints = new ArrayList<>();
    for (JsonNode checkpoint : get("/jobs/" + job.id() + "/checkpoints").path("history")) {
      if (checkpoint.path("status").asText().equals("COMPLETED")
          && !checkpoint.path("is_savepoint").asBoolean()) {
        checkpoints.add(
            new Checkpoint(
                checkpoint.path("id").asLong(),
                checkpoint.path("trigger_timestamp").asLong(),
                checkpoint.path("state_size").asLong(),
                checkpoint.path("end_to_end_duration").asLong()));
      }
    }
    return checkpoints;
  }

  /**
   * How long it took until all subtasks had done their part of a checkpoint that keeps them from
   * processing records: what they hold back is processed and in their state then, but not written.
   *
   * @return in ms, since the checkpoint was triggered
   */
  public long blockedMillis(Job job, Checkpoint checkpoint) {
    String details = "/jobs/" + job.id() + "/checkpoints/details/" + checkpoint.id();
    long most = 0;
    for (Job.Vertex vertex : job.vertices()) {
      for (JsonNode subtask : get(details + "/subtasks/" + vertex.id()).path("subtasks")) {
        most =
            Math.max(
                most,
                subtask.path("end_to_end_duration").asLong()
                    - subtask.path("checkpoint").path("async").asLong());
      }
    }
    return most;
  }

  /** Triggers a savepoint of a running job, which continues; returns the request's id. */
  public String triggerSavepoint(String jobId, Path savepoints) {
    ObjectNode body = JSON.createObjectNode();
    body.put("target-directory", "file://" + savepoints);
    body.put("cancel-job", false);
    return answer(
            request("/jobs/" + jobId + "/savepoints")
                .header("Content-Type", "application/json")
                .POST(BodyPublishers.ofString(body.toString()))
                .build())
        .path("request-id")
        .asText();
  }

  /** Whether a savepoint, or the savepoint of a stop, has been taken or has failed. */
  public boolean isSavepointDone(String jobId, String requestId) {
    return get("/jobs/" + jobId + "/savepoints/" + requestId)
        .path("status")
        .path("id")
        .asText()
        .equals("COMPLETED");
  }

  /**
   * Sends a command to the monitor of an operator whose keys move.
   *
   * @param vertexId of the operator's task
   * @param command as the monitor has it, in JSON
   * @return the state afterwards, or an object with the field {@code error}
   */
  public JsonNode askPlacement(String jobId, String vertexId, String command) {
    ObjectNode body = JSON.createObjectNode();
    try {
      // as Flink's own client writes it
      body.put(
          ClientCoordinationRequestBody.FIELD_NAME_SERIALIZED_COORDINATION_REQUEST,
          new SerializedValue<>(new ControlRequest(command)).getByteArray());
      JsonNode answer =
          send(
              request("/jobs/%s/coordinators/%s".formatted(jobId, vertexId))
                  .header("Content-Type", "application/json")
                  .POST(BodyPublishers.ofString(body.toString()))
                  .build());
      byte[] result =
          answer
              .path(ClientCoordinationResponseBody.FIELD_NAME_SERIALIZED_COORDINATION_RESULT)
              .binaryValue();
      ControlAnswer said =
          SerializedValue.<ControlAnswer>fromBytes(result)
              .deserializeValue(getClass().getClassLoader());
      return JSON.readTree(said.json());
    } catch (IOException | ClassNotFoundException e) {
      throw new CommandFailure(
          "the operator's coordinator at "
              + url
              + " does not answer: "
              + RootCause.of(unescaped(text(e))),
          e);
    }
  }

  private OptionalLong sum(Job job, String names) {
    return values(job, "sum", names).stream().mapToLong(value -> value).reduce(Long::sum);
  }

  /** The values of operator metrics, aggregated over the subtasks of each task. */
  private List<Long> values(Job job, String aggregation, String names) {
    List<Long> values = new ArrayList<>();
    for (Job.Vertex vertex : job.vertices()) {
      String path = "/jobs/%s/vertices/%s/subtasks/metrics".formatted(job.id(), vertex.id());
      for (JsonNode metric :
          aggregates(path, aggregation, Pattern.compile(".*\\.(" + names + ")"))) {
        values.add(metric.path(aggregation).asLong());
      }
    }
    return values;
  }

  private JsonNode aggregates(String path, String aggregation, Pattern name) {
    return metrics(path, "agg=" + aggregation + "&", name);
  }

  private JsonNode metrics(String path, String parameters, Pattern name) {
    List<String> names = new ArrayList<>();
    for (JsonNode metric : get(path)) {
      String id = metric.path("id").asText();
      if (name.matcher(id).matches()) {
        names.add(id);
      }
    }
    ArrayNode values = JSON.createArrayNode();
    for (String wanted : queries(names)) {
      get(path + "?" + parameters + "get=" + wanted).forEach(values::add);
    }
    return values;
  }

  /** The names, separated by commas, in as many texts as it takes for none to be too long. */
  private static List<String> queries(List<String> names) {
    List<String> queries = new ArrayList<>();
    StringBuilder query = new StringBuilder();
    for (String name : names) {
      String encoded = encode(name);
      if (!query.isEmpty() && query.length() + encoded.length() > QUERY_LIMIT) {
        queries.add(query.toString());
        query.setLength(0);
      }
      query.append(query.isEmpty() ? "" : ",").append(encoded);
    }
    if (!query.isEmpty()) {
      queries.add(query.toString());
    }
    return queries;
  }

  /**
   * Stops a job with draining, as if its sources had ended: the final watermark is emitted, all
   * windows are fired, and the sinks commit.
   *
   * @param savepoints the folder for the savepoint that this takes
   * @return the request's id for {@link #stopFailure}
   */
  public String stopWithDrain(String jobId, Path savepoints) {
    return stop(jobId, savepoints, true);
  }

  /**
   * Stops a job without draining, with a savepoint.
   *
   * @param savepoints the folder for it
   * @return the request's id for {@link #stopFailure} and {@link #savepoint}
   */
  public String stopWithSavepoint(String jobId, Path savepoints) {
    return stop(jobId, savepoints, false);
  }

  private String stop(String jobId, Path savepoints, boolean drain) {
    ObjectNode body = JSON.createObjectNode();
    body.put("targetDirectory", "file://" + savepoints);
    body.put("drain", drain);
    return answer(
            request("/jobs/" + jobId + "/stop")
                .header("Content-Type", "application/json")
                .POST(BodyPublishers.ofString(body.toString()))
                .build())
        .path("request-id")
        .asText();
  }

  /** Where the savepoint of a request is that has been taken. */
  public String savepoint(String jobId, String requestId) {
    return get("/jobs/" + jobId + "/savepoints/" + requestId)
        .path("operation")
        .path("location")
        .asText();
  }

  /** Why a stop request failed; empty while it is under way or when it has succeeded. */
  public Optional<String> stopFailure(String jobId, String requestId) {
    JsonNode cause =
        get("/jobs/" + jobId + "/savepoints/" + requestId)
            .path("operation")
            .path("failure-cause")
            .path("stack-trace");
    return cause.isTextual() ? Optional.of(RootCause.of(cause.asText())) : Optional.empty();
  }

  /** The root cause of a job's failure in one line. */
  public String failure(String jobId) {
    String stack = get("/jobs/" + jobId + "/exceptions").path("root-exception").asText();
    return stack.isEmpty() ? "no exception is known" : RootCause.of(stack);
  }

  private JsonNode get(String path) {
    return answer(request(path).GET().build());
  }

  private JsonNode answer(HttpRequest request) {
    try {
      return send(request);
    } catch (IOException e) {
      throw new CommandFailure("the cluster at " + url + " does not answer: " + text(e), e);
    }
  }

  /** A stack trace in an answer of Flink's. */
  private static String unescaped(String text) {
    return text.replace("\\n", "\n").replace("\\t", "\t");
  }

  /** Java has no message for a refused connection. */
  private static String text(Exception e) {
    return e.getMessage() == null ? e.getClass().getSimpleName() : e.getMessage();
  }

  private JsonNode send(HttpRequest request) throws IOException {
    try {
      HttpResponse<String> response = http.send(request, BodyHandlers.ofString());
      if (response.statusCode() >= 400) {
        throw new IOException(request.uri().getPath() + " -> " + response.body());
      }
      return JSON.readTree(response.body());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new CommandFailure("interrupted", e);
    }
  }

  private HttpRequest.Builder request(String path) {
    return HttpRequest.newBuilder(URI.create(url + path)).timeout(REQUEST_LIMIT);
  }

  private static String encode(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
  }
}
