/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.launcher.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Requests to a server that has Flink's answers. */
class FlinkRestTest {

  /** In an operator's name, SQL has characters that an address must not have. */
  private static final String METRIC = "Calc[%d](select=[a & b + 'é' AS c#50%%]).numSyncs";

  /** As JSON has it. */
  private static final String STACK_TRACE =
      "org.example.Outer: %s\\n\\tat a.B.c(B.java:1)\\n"
          + "Caused by: org.example.Inner: %s\\n\\tat d.E.f(E.java:2)\\n";

  private static final String METRICS = "/jobs/j/vertices/v/subtasks/metrics";
  private static final Job JOB =
      new Job("j", "RUNNING", List.of(new Job.Vertex("v", "Calc", true)));

  private final Map<String, String> answers = new ConcurrentHashMap<>();
  private final List<String> requests = new CopyOnWriteArrayList<>();
  private HttpServer server;
  private FlinkRest rest;

  @BeforeEach
  void start() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext("/", this::answer);
    server.start();
    rest = new FlinkRest("http://127.0.0.1:" + server.getAddress().getPort());
  }

  @AfterEach
  void stop() {
    server.stop(0);
  }

  private void answer(HttpExchange exchange) throws IOException {
    String path = exchange.getRequestURI().getPath();
    String query = exchange.getRequestURI().getRawQuery();
    String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
    requests.add(exchange.getRequestURI() + body);
    String answer = query == null ? answers.get(path) : values(query);
    byte[] bytes = (answer == null ? error(path) : answer).getBytes(StandardCharsets.UTF_8);
    exchange.sendResponseHeaders(answer == null ? 404 : 200, bytes.length);
    exchange.getResponseBody().write(bytes);
    exchange.close();
  }

  private static String error(String path) {
    return "{\"errors\":[\"" + STACK_TRACE.formatted("no " + path, "it is gone") + "\"]}";
  }

  /** Each metric that is asked for is 2 at most, and 3 in all. */
  private static String values(String query) {
    String names = query.substring("get=".length());
    return List.of(names.split(",")).stream()
        .map(name -> URLDecoder.decode(name, StandardCharsets.UTF_8))
        .map("{\"id\":\"%s\",\"min\":1.0,\"max\":2.0,\"avg\":1.5,\"sum\":3.0}"::formatted)
        .collect(Collectors.joining(",", "[", "]"));
  }

  private void hasMetrics(String path, List<String> names) {
    answers.put(
        path,
        names.stream()
            .map("{\"id\":\"%s\"}"::formatted)
            .collect(Collectors.joining(",", "[", "]")));
  }

  @Test
  void anErrorIsToldByItsRootCauseInOneLine() {
    assertThatThrownBy(() -> rest.job("j"))
        .isInstanceOf(CommandFailure.class)
        .hasMessage(
            "the cluster at "
                + rest.url()
                + " does not answer: /jobs/j -> org.example.Inner: it is gone");
    assertThat(rest.jobIfUp("j")).isEmpty();
  }

  @Test
  void aClusterThatIsNotThereIsNamed() {
    server.stop(0);

    assertThatThrownBy(() -> rest.hasJob("j"))
        .isInstanceOf(CommandFailure.class)
        .hasMessage("the cluster at " + rest.url() + " does not answer: ConnectException");
    assertThat(rest.overview()).isEmpty();
  }

  @Test
  void metricsAreAskedForInRequestsThatAreNotTooLong() {
    List<String> names = IntStream.range(0, 200).mapToObj(METRIC::formatted).toList();
    hasMetrics(METRICS, names);

    Optional<KeyMoves> moves = rest.metrics(JOB).keyMoves();

    assertThat(moves).get().extracting(KeyMoves::syncs).isEqualTo(400L);
    assertThat(requests).hasSizeGreaterThan(2).allMatch(request -> request.length() < 4_000);
  }

  @Test
  void metricsThatNoOperatorHasAreNotAskedFor() {
    hasMetrics(METRICS, List.of("numSyncs", "Calc.numSyncsOfOthers", "Calc.numKeysMoved2"));

    assertThat(rest.metrics(JOB).keyMoves()).isEmpty();
    assertThat(requests).containsExactly(METRICS);
  }

  @Test
  void aPartitionIsReadAsFarAsTheSlowerSourceReadsIt() {
    String offset = ".KafkaSourceReader.topic.%s.partition.%d.currentOffset";
    hasMetrics(
        METRICS,
        List.of(
            "Source" + offset.formatted("a.b", 0),
            "Source" + offset.formatted("a.b", 12),
            "Source" + offset.formatted("aXb", 3)));

    assertThat(rest.metrics(JOB).consumed("a.b")).isEqualTo(Map.of(0, 3L, 12, 3L));
  }

  @Test
  void aSavepointIsUnderWayUntilItIsTakenOrHasFailed() {
    answers.put("/jobs/j/stop", "{\"request-id\":\"r\"}");
    JobCheckpoints checkpoints = rest.checkpoints("j");
    String path = "/jobs/j/savepoints/" + checkpoints.stop(Path.of("/savepoints"), true);

    assertThat(path).isEqualTo("/jobs/j/savepoints/r");
    assertThat(requests)
        .singleElement()
        .asString()
        .startsWith("/jobs/j/stop{")
        .contains("\"targetDirectory\":\"file:///savepoints\"", "\"drain\":true");
    answers.put(path, "{\"status\":{\"id\":\"IN_PROGRESS\"},\"operation\":null}");
    assertThat(checkpoints.savepoint("r")).isEmpty();
    answers.put(
        path, "{\"status\":{\"id\":\"COMPLETED\"},\"operation\":{\"location\":\"file:/s\"}}");
    assertThat(checkpoints.savepoint("r")).contains(new Savepoint("file:/s", Optional.empty()));
    answers.put(
        path,
        "{\"status\":{\"id\":\"COMPLETED\"},\"operation\":{\"failure-cause\":{\"stack-trace\":\""
            + STACK_TRACE.formatted("no savepoint", "the disk is full")
            + "\"}}}");
    assertThat(checkpoints.savepoint("r"))
        .contains(new Savepoint("", Optional.of("org.example.Inner: the disk is full")));
  }

  @Test
  void aVertexRunsOnceAllItsTasksDo() {
    String job =
        "{\"state\":\"RUNNING\",\"vertices\":[{\"id\":\"v\",\"name\":\"Calc\",\"parallelism\":3,"
            + "\"status\":\"RUNNING\",\"tasks\":{\"RUNNING\":%d,\"FINISHED\":1}}]}";
    answers.put("/jobs/j", job.formatted(1));
    assertThat(rest.job("j").running()).isFalse();

    answers.put("/jobs/j", job.formatted(2));

    assertThat(rest.job("j")).isEqualTo(JOB);
    assertThat(rest.job("j").running()).isTrue();
  }
}
